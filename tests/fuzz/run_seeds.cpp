// Runs a fuzz target without a fuzzer: every seed as it is, cut short, and with bytes flipped or overwritten. The same
// inputs every time, so a failure repeats.
#include "fuzz.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "yure/core/random.hpp"

namespace {

void run(const std::string& input) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::string mutated(const std::string& seed, yure::Random& random) {
    std::string input = seed;
    if (random.below(8) == 0) input.resize(random.below(input.size() + 1));
    const std::uint64_t changes = 1 + random.below(4);
    for (std::uint64_t k = 0; k < changes && !input.empty(); ++k) {
        const std::size_t at = random.below(input.size());
        switch (random.below(4)) {
            case 0:
                input[at] = static_cast<char>(input[at] ^ (1 << random.below(8)));
                break;
            case 1:
                input[at] = static_cast<char>(random.below(256));
                break;
            case 2: {  // numbers that readers like least
                constexpr std::int32_t kWords[] = {-1, 0, 1, 0x7fffffff, INT32_MIN, 0x7f800000, 0x7fc00000, 64, 65536};
                const std::int32_t word = kWords[random.below(std::size(kWords))];
                if (at + 4 <= input.size()) std::memcpy(input.data() + (at & ~std::size_t{3}), &word, 4);
                break;
            }
            default: {  // a piece of the input somewhere else
                const std::size_t from = random.below(input.size());
                const std::size_t n = std::min({random.below(16) + 1, input.size() - at, input.size() - from});
                std::memmove(input.data() + at, input.data() + from, n);
            }
        }
    }
    return input;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> seeds = yure::fuzz::seeds();
    if (argc == 3 && std::string_view(argv[1]) == "--write") {
        std::filesystem::create_directories(argv[2]);
        for (std::size_t i = 0; i < seeds.size(); ++i)
            std::ofstream(std::filesystem::path(argv[2]) / ("seed_" + std::to_string(i)), std::ios::binary) << seeds[i];
        return 0;
    }
    if (seeds.empty()) {
        std::fprintf(stderr, "this target has no seeds\n");
        return 1;
    }
    run({});
    yure::Random random(1);
    for (const std::string& seed : seeds) {
        run(seed);
        const int rounds = seed.size() < 32768 ? 400 : 40;  // large seeds take longer each
        for (int round = 0; round < rounds; ++round) run(mutated(seed, random));
    }
    std::printf("%zu seeds and their variations passed\n", seeds.size());
    return 0;
}
