#!/usr/bin/env bash
# scipy's paired t-test of unsigned integers finds a large gain where there is a small loss.
#
# Versions    scipy 1.17.1, numpy 2.4.6
# Expected    what a test finds in whole numbers doesn't depend on their type, as it doesn't for
#             ttest_ind and wilcoxon; for these pairs that is t = -1.55, p = 0.17
# Behaviour   ttest_rel subtracts in uint8 and goes on in floats then, so -2 is 254: p is 0.0009
#             for the other direction, with an interval of 130 to 303 for points between 10 and 71.
#             What is built on it has the same (pingouin's paired ttest). There is no warning
# Output      ttest_rel: t -1.55, p 0.1732; of uint8: t 6.14, p 0.0009
#             its interval: -6.27 to 1.42; of uint8: 130.51 to 303.49
#             ttest_ind: t -0.20, p 0.8416; of uint8: t -0.20, p 0.8416
#             wilcoxon: W 5.00, p 0.1562; of uint8: W 5.00, p 0.1562
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet scipy==1.17.1 numpy==2.4.6
cat > look.py <<'PYTHON'
import numpy as np
from scipy import stats

before, after = [10, 20, 30, 45, 52, 61, 70], [12, 25, 31, 40, 60, 66, 71]


def look(test, letter):
    return lambda *pair: "{1} {0.statistic:.2f}, p {0.pvalue:.4f}".format(test(*pair), letter)


def interval(*pair):
    return "{0.low:.2f} to {0.high:.2f}".format(stats.ttest_rel(*pair).confidence_interval())


for label, test in (
    ("ttest_rel", look(stats.ttest_rel, "t")),
    ("its interval", interval),
    ("ttest_ind", look(stats.ttest_ind, "t")),
    ("wilcoxon", look(stats.wilcoxon, "W")),
):
    wide = test(np.array(before), np.array(after))
    narrow = test(np.array(before, np.uint8), np.array(after, np.uint8))
    print(f"{label}: {wide}; of uint8: {narrow}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
ttest_rel: t -1.55, p 0.1732; of uint8: t 6.14, p 0.0009
its interval: -6.27 to 1.42; of uint8: 130.51 to 303.49
ttest_ind: t -0.20, p 0.8416; of uint8: t -0.20, p 0.8416
wilcoxon: W 5.00, p 0.1562; of uint8: W 5.00, p 0.1562
TEXT
