// Any bytes as exp3.json: read, played, written.
#include "fuzz_json.hpp"

#include "yure/formats/exp3.hpp"

using namespace yure;

namespace {

void use(const formats::Exp3& file) {
    std::vector<ParameterRange> parameters{{"A", -1.0f, 1.0f, 0.0f}, {"B", 0.0f, 1.0f, 0.5f}};
    motion::ExpressionPlayer player(parameters);
    player.start(file.expression);
    std::vector<float> values{0.5f, 0.5f};
    for (int frame = 0; frame < 10; ++frame) {
        player.update(values, 0.25f);
        fuzz::require_finite(values);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::read_write_read(fuzz::text_of(data, size), formats::read_exp3, formats::write_exp3, use);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all{R"({"Type": "Live2D Expression", "FadeInTime": 0.5, "FadeOutTime": 0.5, "Parameters": [
        {"Id": "A", "Value": 1.5, "Blend": "Add"}, {"Id": "B", "Value": 0.5, "Blend": "Multiply"}]})"};
    add_files(all, YURE_FUZZ_SEEDS, ".exp3.json");
    return all;
}
