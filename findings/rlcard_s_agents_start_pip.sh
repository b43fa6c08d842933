#!/usr/bin/env bash
# RLCard's agents can't be imported in an environment that was made without pip.
#
# Versions    rlcard 1.2.0, numpy 2.4.6
# Expected    an installed package needs pip for nothing; environments of uv, and many containers,
#             have none
# Behaviour   importing rlcard.agents runs pip to list what is installed and fails where there is
#             none; rlcard alone is imported
# Output      rlcard: imported
#             rlcard.agents: CalledProcessError
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet rlcard==1.2.0 numpy==2.4.6
venv/bin/pip uninstall --quiet --yes pip
cat > look.py <<'PYTHON'
import importlib

for name in ("rlcard", "rlcard.agents"):
    try:
        importlib.import_module(name)
        print(f"{name}: imported")
    except Exception as error:
        print(f"{name}: {type(error).__name__}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
rlcard: imported
rlcard.agents: CalledProcessError
TEXT
