// Any bytes as physics3.json: read, played, written.
#include "fuzz_json.hpp"

#include "yure/formats/physics3.hpp"
#include "yure/pendulum/player.hpp"

using namespace yure;

namespace {

void play(const formats::Physics3& file) {
    std::vector<ParameterRange> parameters;
    for (const pendulum::Group& group : file.physics.groups) {
        for (const auto& input : group.inputs) parameters.push_back({input.parameter, -30.0f, 30.0f, 0.0f});
        for (const auto& output : group.outputs) parameters.push_back({output.parameter, -1.0f, 1.0f, 0.0f});
        if (parameters.size() > 200) break;
    }
    pendulum::Player player(file.physics, parameters);
    std::vector<float> values(parameters.size(), 0.0f);
    for (int frame = 0; frame < 20; ++frame) {
        for (std::size_t i = 0; i < values.size(); i += 3) values[i] = frame % 2 == 0 ? 25.0f : -9.0f;
        if (frame == 10) player.stabilize(values);
        player.evaluate(values, 1.0f / 60.0f);
        fuzz::require_finite(values);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::read_write_read(fuzz::text_of(data, size), formats::read_physics3, formats::write_physics3, play);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    formats::Physics3 file;
    file.physics.fps = 60.0f;
    pendulum::Group group;
    group.id = "G";
    group.name = "hair";
    group.inputs = {{"A", 60.0f, pendulum::Channel::x, false}, {"B", 40.0f, pendulum::Channel::angle, true}};
    group.outputs = {{"C", 1, 1.5f, 100.0f, pendulum::Channel::angle, false},
                     {"D", 2, 0.25f, 50.0f, pendulum::Channel::angle, true}};
    group.vertices = {{{0, 0}, 1, 1, 1, 0}, {{0, 10}, 0.95f, 0.8f, 1.5f, 10}, {{0, 18}, 0.9f, 0.8f, 1.2f, 8}};
    file.physics.groups = {group, group};
    file.physics.groups[1].id = "H";
    std::vector<std::string> all{formats::write_physics3(file)};
    add_files(all, YURE_FUZZ_SEEDS, ".physics3.json");
    return all;
}
