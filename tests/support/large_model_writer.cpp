/// large_model_writer FOLDER [TEXTURE_PX]: writes the tests' large model, for tests and benches that run programs.
#include "support/large_model.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) return 2;
    try {
        const int side = argc == 3 ? std::atoi(argv[2]) : 2048;
        if (side < 16 || side > 8192) return 2;
        yure::tests::write_large_model(argv[1], side);
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "%s\n", fault.what());
        return 1;
    }
    return 0;
}
