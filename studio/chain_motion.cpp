#include "chain_motion.hpp"
#include "reduced_curve.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "yure/chain/planar.hpp"

namespace yure::studio {
namespace {

using chain::Vec3;
using nlohmann::ordered_json;

constexpr double kDegrees = 57.29577951308232;
constexpr double kFlat = 1e-6;       // of the chain's length
constexpr double kShare = 0.005;     // of a curve's range, the reduction's tolerance
constexpr double kLeastRange = 1.0;  // degrees

bool branches(const chain::Tree& tree) {
    for (const chain::Particle& particle : tree.particles)
        if (particle.kids > 1) return true;
    return false;
}

/// Turn of a node about z against its rest.
double planar_turn(const chain::Affine& now, const chain::Affine& rest) {
    return std::atan2(now.linear.x.y, now.linear.x.x) - std::atan2(rest.linear.x.y, rest.linear.x.x);
}

motion::Curve curve_of(const std::string& id, const std::vector<double>& times, const std::vector<double>& values,
                       double& largest_error) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return reduced_curve(id, times, values, kShare * std::max(*high - *low, kLeastRange), largest_error);
}

void append_number(std::string& text, double value) {
    std::array<char, 40> digits{};
    text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

std::string quoted(const std::string& name) {
    if (name.find_first_of(",\"\n\r") == std::string::npos) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

}  // namespace

Result<motion::Clip> motion_of(ChainStage& stage, const chain::BakedChains& baked, double fps, bool loop,
                               Notices& notices, double& largest_error) {
    motion::Clip clip;
    clip.duration = static_cast<float>(baked.times.back());
    clip.fps = static_cast<float>(fps);
    clip.loop = loop;
    clip.restricted_beziers = true;
    std::set<std::string> ids;
    std::size_t offset = 0;
    std::vector<chain::Affine> pose(stage.scene.skeleton.size());
    for (const chain::Tree& tree : baked.trees) {
        const std::size_t count = tree.particles.size(), begin = offset;
        offset += count;
        const auto root = static_cast<std::size_t>(tree.particles.front().bone);
        const std::string& root_name = stage.scene.skeleton[root].name;
        if (branches(tree)) {
            notices.push_back({root_name, "branches and has no curves in the motion"});
            continue;
        }
        if (count < 2) continue;
        const auto places = [&](std::size_t frame) {
            return std::span<const Vec3>(baked.positions[frame].data() + begin, count);
        };
        std::vector<Vec3> rest;
        for (const chain::Particle& p : tree.particles) {
            const int bone = p.bone >= 0 ? p.bone : tree.particles[static_cast<std::size_t>(p.parent)].bone;
            const chain::Affine& at = stage.bind[static_cast<std::size_t>(bone)];
            rest.push_back(p.bone >= 0 ? at.position : at * p.end_offset);
        }
        std::vector<double> previous, bends(count - 1);
        std::vector<std::vector<double>> values(count - 1);
        const int up = stage.scene.skeleton[root].parent;
        for (std::size_t j = 0; j < baked.times.size(); ++j) {
            for (const Vec3 place : places(j))
                if (std::abs(place.z - rest.front().z) > kFlat * tree.total)
                    return Error{root_name, "leaves the plane z = " + std::to_string(rest.front().z) +
                                                "; a motion3.json is for flat chains (freeze the z axis)"};
            double parent_turn = 0.0;
            if (up >= 0) {
                if (const Status posed = stage.pose(baked.times[j], pose); !posed) return posed.error();
                parent_turn = planar_turn(pose[static_cast<std::size_t>(up)], stage.bind[static_cast<std::size_t>(up)]);
            }
            chain::local_bends(rest, places(j), previous, bends, parent_turn);
            previous = bends;
            // Counter-clockwise with y up is clockwise, negative, on a canvas whose y points down.
            for (std::size_t i = 0; i < bends.size(); ++i) values[i].push_back(-bends[i] * kDegrees);
        }
        for (std::size_t i = 0; i + 1 < count; ++i) {
            const std::string id =
                "Param_" + stage.scene.skeleton[static_cast<std::size_t>(tree.particles[i].bone)].name;
            if (!ids.insert(id).second)
                return Error{id, "would be the id of two curves; give the bones different names"};
            clip.curves.push_back(curve_of(id, baked.times, values[i], largest_error));
        }
    }
    if (clip.curves.empty()) return Error{"--motion-out", "has nothing to write: no chain without branches"};
    return clip;
}

std::string positions_csv(const ChainStage& stage, const chain::BakedChains& baked) {
    std::string text = "time,chain,particle,x,y,z\n";
    for (std::size_t j = 0; j < baked.times.size(); ++j) {
        std::size_t offset = 0;
        for (std::size_t t = 0; t < baked.trees.size(); ++t)
            for (std::size_t p = 0; p < baked.trees[t].particles.size(); ++p) {
                const Vec3 place = baked.positions[j][offset++];
                append_number(text, baked.times[j]);
                text += ',' + std::to_string(t) + ',' +
                        quoted(chain::particle_name(stage.scene.skeleton, baked.trees[t], static_cast<int>(p)));
                for (const double part : {place.x, place.y, place.z}) {
                    text += ',';
                    append_number(text, part);
                }
                text += '\n';
            }
    }
    return text;
}

ordered_json particles_json(const chain::Skeleton& skeleton, const std::vector<chain::Tree>& trees) {
    ordered_json list = ordered_json::array();
    int offset = 0;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        for (std::size_t p = 0; p < trees[t].particles.size(); ++p) {
            const int parent = trees[t].particles[p].parent;
            list.push_back({{"name", chain::particle_name(skeleton, trees[t], static_cast<int>(p))},
                            {"parent", parent < 0 ? -1 : offset + parent},
                            {"chain", t}});
        }
        offset += static_cast<int>(trees[t].particles.size());
    }
    return list;
}

ordered_json trees_json(const chain::Skeleton& skeleton, const std::vector<chain::Tree>& trees) {
    ordered_json list = ordered_json::array();
    for (const chain::Tree& tree : trees) {
        const chain::Particle& first = tree.particles[tree.particles.size() > 1 ? 1 : 0];
        const chain::Particle& last = *std::max_element(tree.particles.begin(), tree.particles.end(),
                                                        [](const auto& a, const auto& b) { return a.u < b.u; });
        ordered_json values;
        for (std::size_t v = 0; v < chain::kParticleValues; ++v)
            values[std::string(chain::particle_value_name(static_cast<chain::ParticleValue>(v)))] = {first.value[v], last.value[v]};
        list.push_back({{"root", chain::particle_name(skeleton, tree, 0)},
                        {"particles", tree.particles.size()},
                        {"length", tree.total},
                        {"values", std::move(values)}});
    }
    return list;
}

ordered_json positions_json(const ChainStage& stage, const chain::BakedChains& baked, double fps) {
    ordered_json frames = ordered_json::array();
    for (const auto& row : baked.positions) {
        ordered_json numbers = ordered_json::array();
        for (const Vec3 place : row)
            for (const double part : {place.x, place.y, place.z}) numbers.push_back(part);
        frames.push_back(std::move(numbers));
    }
    return {{"fps", fps},
            {"times", baked.times},
            {"particles", particles_json(stage.scene.skeleton, baked.trees)},
            {"positions", std::move(frames)}};
}

}  // namespace yure::studio
