#!/usr/bin/env bash
# statsmodels' McNemar test finds two bots that never differ to be different, with p = 0.
#
# Versions    statsmodels 0.15.0, pandas 3.1.1, numpy 2.4.6
# Expected    two bots that won the same deals don't differ: p is 1, or there is none. Nor do two
#             of whom each won as many deals that the other lost
# Behaviour   with exact=False the continuity correction takes 1 from the difference of the two
#             counts even if that is 0, and squares it. Of equal counts p is below 1 then, and if
#             both are 0, 1 is divided by 0: p is 0, with a RuntimeWarning. It is right with exact,
#             and without correction there is no p for two zeros
# Output      never differ: exact 1.0, asymptotic 0.0, uncorrected nan
#             3 each: exact 1.0, asymptotic 0.683, uncorrected 1.0
#             1 each: exact 1.0, asymptotic 0.48, uncorrected 1.0
#             warnings: divide by zero, invalid value
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet statsmodels==0.15.0 pandas==3.1.1 numpy==2.4.6
cat > look.py <<'PYTHON'
import warnings

from statsmodels.stats.contingency_tables import mcnemar

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for label, odd in (("never differ", 0), ("3 each", 3), ("1 each", 1)):
        deals = [[20, odd], [odd, 20]]
        exact = mcnemar(deals, exact=True)
        asymptotic = mcnemar(deals, exact=False)
        plain = mcnemar(deals, exact=False, correction=False)
        print(f"{label}: exact {exact.pvalue:.3}, asymptotic {asymptotic.pvalue:.3}", end=", ")
        print(f"uncorrected {plain.pvalue:.3}")
print("warnings:", ", ".join(str(warning.message).split(" enc")[0] for warning in caught))
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
never differ: exact 1.0, asymptotic 0.0, uncorrected nan
3 each: exact 1.0, asymptotic 0.683, uncorrected 1.0
1 each: exact 1.0, asymptotic 0.48, uncorrected 1.0
warnings: divide by zero, invalid value
TEXT
