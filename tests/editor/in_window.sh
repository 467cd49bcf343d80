#!/usr/bin/env bash
# in_window.sh PROGRAM SCRIPT FOLDER: plays a script in a real window on a display of its own; pictures go to FOLDER.
set -euo pipefail
command -v xvfb-run >/dev/null || { echo "skipped: xvfb-run is not installed"; exit 77; }
mkdir -p "$3"
exec xvfb-run -a -s "-screen 0 2600x1500x24" "$1" --script "$2" --screenshot "$3"
