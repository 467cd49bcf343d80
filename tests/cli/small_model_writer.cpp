/// small_model_writer FOLDER: writes the tests' little model, for tests that run programs.
#include <cstdio>
#include <exception>

#include "studio/small_model.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    try {
        yure::tests::SmallModel().write(argv[1]);
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "%s\n", fault.what());
        return 1;
    }
    return 0;
}
