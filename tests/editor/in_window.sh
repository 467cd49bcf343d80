#!/usr/bin/env bash
# in_window.sh PROGRAM SCRIPT FOLDER [--no-window]: plays a script, in a real window on a display of its own unless told
# otherwise; pictures and what the script writes go to FOLDER, which is empty before.
set -euo pipefail
rm -rf "$3"
mkdir -p "$3"
if [[ ${4:-} == --no-window ]]; then exec "$1" --script "$2" --no-window --screenshot "$3"; fi
command -v xvfb-run >/dev/null || { echo "skipped: xvfb-run is not installed"; exit 77; }
exec xvfb-run -a -s "-screen 0 2600x1500x24" "$1" --script "$2" --screenshot "$3"
