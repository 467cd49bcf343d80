/// How the program ends (docs/cli.md).
#pragma once

namespace yure::cli {

enum class Exit : int {
    ok = 0,
    failed = 1,         ///< the machine or the place said no: absent files, full disks, a job that could not be done
    usage = 2,          ///< the command line is wrong
    invalid = 3,        ///< an input was read and is not sound
    gate = 4,           ///< done, but the result does not meet the gate
    interrupted = 130,  ///< Ctrl-C or a polite kill
};

}  // namespace yure::cli
