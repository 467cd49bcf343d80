// Any bytes as pose3.json: read, played, written.
#include "fuzz_json.hpp"

#include "yure/formats/pose3.hpp"

using namespace yure;

namespace {

void use(const formats::Pose3& file) {
    const std::vector<std::string> parts{"A", "B", "C"};
    const motion::PosePlayer player(file.pose, parts);
    std::vector<float> opacities(3, 1.0f), wishes(3, 0.0f);
    player.start(opacities, wishes);
    wishes[1] = 1.0f;
    for (int frame = 0; frame < 10; ++frame) player.update(opacities, wishes, 0.1f);
    fuzz::require_finite(opacities);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::read_write_read(fuzz::text_of(data, size), formats::read_pose3, formats::write_pose3, use);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all{
        R"({"Type": "Live2D Pose", "FadeInTime": 0.25, "Groups": [[{"Id": "A", "Link": ["C"]}, {"Id": "B", "Link": []}]]})"};
    add_files(all, YURE_FUZZ_SEEDS, ".pose3.json");
    return all;
}
