#!/usr/bin/env bash
# statsmodels' formula for who won models who lost if won is True or False instead of 1 or 0.
#
# Versions    statsmodels 0.15.0, pandas 3.1.1, numpy 2.4.6 (statsmodels issue 2181)
# Expected    glm and gee of "won ~ skill" give the chance of True, as GLM does of the same column
#             without a formula, and as both do of 1 and 0
# Behaviour   the formula makes two columns of won, False first, and the binomial family takes the
#             first of two for the successes: all signs are turned round and predict gives the
#             chance of False. The words lost and won, as ordered categories as well, go the same
#             way. logit refuses them all. Only the summary's "Dep. Variable" tells
# Output      glm, won is bool: skill -1.26, chance of the best 0.00, of ['won[False]', 'won[True]']
#             glm, won is int64: skill 1.26, chance of the best 1.00, of won
#             glm, won is category: skill -1.26, chance of the best 0.00, of ['won[lost]', 'won[won]']
#             gee, won is bool: skill -1.26
#             GLM, won is bool: skill 1.26
#             logit, won is bool: ValueError
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

import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf

warnings.simplefilter("error", RuntimeWarning)
family = sm.families.Binomial()
formula = "won ~ skill"
games = pd.DataFrame(
    {
        "skill": [1, 2, 3, 4, 5, 6, 7, 8] * 3,
        "won": [False, False, True, False, True, True, True, True] * 3,
    }
)
words = games["won"].map({False: "lost", True: "won"})
ordered = pd.Categorical(words, ["lost", "won"], ordered=True)
for won in (games["won"], games["won"].astype("int64"), ordered):
    fit = smf.glm(formula, games.assign(won=won), family=family).fit()
    chance = fit.predict(pd.DataFrame({"skill": [8]}))[0]
    print(f"glm, won is {won.dtype}: skill {fit.params['skill']:.2f},", end=" ")
    print(f"chance of the best {chance:.2f}, of {fit.model.endog_names}")
fit = smf.gee(formula, "skill", games, family=family).fit()
print(f"gee, won is bool: skill {fit.params['skill']:.2f}")
fit = sm.GLM(games["won"], sm.add_constant(games["skill"]), family=family).fit()
print(f"GLM, won is bool: skill {fit.params['skill']:.2f}")
try:
    smf.logit(formula, games)
except ValueError as error:
    print("logit, won is bool:", type(error).__name__)
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
glm, won is bool: skill -1.26, chance of the best 0.00, of ['won[False]', 'won[True]']
glm, won is int64: skill 1.26, chance of the best 1.00, of won
glm, won is category: skill -1.26, chance of the best 0.00, of ['won[lost]', 'won[won]']
gee, won is bool: skill -1.26
GLM, won is bool: skill 1.26
logit, won is bool: ValueError
TEXT
