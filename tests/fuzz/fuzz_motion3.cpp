// Any bytes as motion3.json: read, sampled, written.
#include "fuzz_json.hpp"

#include "yure/formats/motion3.hpp"
#include "yure/motion/clip_player.hpp"

using namespace yure;

namespace {

void play(const formats::Motion3& file) {
    fuzz::require(motion::check(file.clip).ok());
    std::vector<ParameterRange> parameters;
    for (const motion::Curve& curve : file.clip.curves)
        if (parameters.size() < 100) parameters.push_back({curve.id, -30.0f, 30.0f, 0.0f});
    std::vector<float> values(parameters.size(), 0.0f);
    for (const bool loop : {false, true}) {
        motion::ClipOptions options;
        options.loop = loop;
        options.fade = loop;
        motion::ClipPlayer player(file.clip, parameters, {}, options);
        for (int frame = 0; frame < 20; ++frame) {
            player.update(values, frame == 15 ? 1000.0f : 0.3f);
            fuzz::require_finite(values);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::read_write_read(fuzz::text_of(data, size), formats::read_motion3, formats::write_motion3, play);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    formats::Motion3 file;
    file.clip.duration = 2.0f;
    motion::Curve curve;
    curve.id = "A";
    curve.points = {{0, 0}, {0.2f, 1}, {0.4f, 2}, {0.6f, 3}, {1, 1}, {1.5f, 2}, {2, 0}};
    curve.segments = {{motion::SegmentKind::bezier, 0},
                      {motion::SegmentKind::linear, 3},
                      {motion::SegmentKind::stepped, 4},
                      {motion::SegmentKind::inverse_stepped, 5}};
    file.clip.curves = {curve};
    file.clip.events = {{0.5f, "event"}};
    std::vector<std::string> all{formats::write_motion3(file)};
    file.clip.restricted_beziers = true;
    file.clip.fade_in = 0.5f;
    all.push_back(formats::write_motion3(file));
    add_files(all, YURE_FUZZ_SEEDS, ".motion3.json", 2);
    return all;
}
