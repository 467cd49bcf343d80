#!/usr/bin/env python3
"""Loads edited moc3 files with an independent program and compares its evaluation with ours.

Usage: oracle_moc3.py WRITER FOLDER SHARED
WRITER puts NAME.moc3 and NAME.json (our values) into FOLDER; SHARED is the reference data beside the project. Exit code 77 = cannot run here (CTest counts it as skipped).
"""
import json
import pathlib
import subprocess
import sys

TOLERANCE = 1e-4  # model units


def main():
    writer, folder, shared = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    oracle = shared / "oracle"
    if not (oracle / "moc3_proto.py").exists():
        print("skipped: no reference program at", oracle)
        return 77
    try:
        import numpy as np
    except ImportError:
        print("skipped: numpy is not installed (python3-numpy)")
        return 77
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(oracle))
    import moc3_proto

    subprocess.run([writer, str(shared / "models"), str(folder)], check=True)
    files = sorted(folder.glob("*.moc3"))
    failed = not files
    for file in files:
        data = file.read_bytes()
        moc = moc3_proto.Moc.parse(data)
        if moc.write() != data:
            print(file.name, "is not rewritten to the same bytes")
            failed = True
        evaluator = moc3_proto.Evaluator(moc)
        worst = 0.0
        for number, pose in enumerate(json.loads(file.with_suffix(".json").read_text())):
            theirs = evaluator.eval(np.array(pose["values"], np.float32))
            if list(theirs["render_order"]) != pose["render_order"]:
                print(file.name, "pose", number, "has another render order")
                failed = True
            for mesh, ours in enumerate(pose["meshes"]):
                points = theirs["pos"][mesh]
                if (ours is None) != (points is None):
                    print(file.name, "pose", number, "mesh", mesh, "is hidden on one side only")
                    failed = True
                    continue
                if ours is None:
                    continue
                worst = max(worst, float(np.abs(np.array(ours["p"]) - points).max()))
                same = abs(float(theirs["opacity"][mesh]) - ours["o"]) <= 1e-5 and int(theirs["draw_order"][mesh]) == ours["d"]
                if not same:
                    print(file.name, "pose", number, "mesh", mesh, "differs in opacity or draw order")
                    failed = True
        print("%-16s worst position difference %.2e" % (file.name, worst))
        failed = failed or worst > TOLERANCE
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
