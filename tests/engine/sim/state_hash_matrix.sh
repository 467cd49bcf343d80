#!/usr/bin/env bash
# Builds the state hash program with g++ and clang++, at -O0 and -O3, runs each build and compares what they print.
# Usage: state_hash_matrix.sh SOURCE_DIR WORK_DIR. Exit 77 (skipped) where a compiler is missing.
set -euo pipefail
source_dir=$1 work_dir=$2
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || { echo "skipped: there is no $compiler"; exit 77; }
done
mkdir -p "$work_dir"
reference=
failed=0
for compiler in g++ clang++; do
    for level in O0 O3; do
        name=$compiler-$level
        # Kernels of a debug build take no -O3 of their own.
        type=$([[ $level == O0 ]] && echo Debug || echo Release)
        cmake -S "$source_dir" -B "$work_dir/$name" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
            -DCMAKE_BUILD_TYPE="$type" "-DCMAKE_CXX_FLAGS_${type^^}=-$level" >"$work_dir/$name.log"
        cmake --build "$work_dir/$name" --target sim_state_hash >>"$work_dir/$name.log" ||
            { cat "$work_dir/$name.log"; exit 1; }
        if ! "$work_dir/$name/bin/sim_state_hash" >"$work_dir/$name.txt"; then
            echo "$name: threads, lanes or instruction sets differ"
            cat "$work_dir/$name.txt"
            failed=1
        fi
        [[ -n $reference ]] || reference=$name
        if cmp -s "$work_dir/$reference.txt" "$work_dir/$name.txt"; then
            echo "$name: the same $(wc -l <"$work_dir/$name.txt") hashes"
        else
            echo "$name: differs from $reference"
            diff "$work_dir/$reference.txt" "$work_dir/$name.txt" || true
            failed=1
        fi
    done
done
exit $failed
