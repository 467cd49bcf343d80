#include "yure/chain/strand.hpp"

#include "strand_lay.hpp"

#include <algorithm>
#include <cmath>

namespace yure::chain {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

}  // namespace

std::vector<Error> problems(const StrandSettings& settings) {
    std::vector<Error> list;
    if (settings.segments < 1 || settings.segments > kMostSegments)
        list.push_back({"segments", "is " + std::to_string(settings.segments) + "; 1 to " + std::to_string(kMostSegments)});
    if (settings.points.size() == 1 || settings.points.size() > at(kMostSegments) + 1)
        list.push_back({"points", "are " + std::to_string(settings.points.size()) + "; 2 to " + std::to_string(kMostSegments + 1) +
                                      ", or none for a chain from pins to tip"});
    for (std::size_t i = 0; i < settings.points.size(); ++i) {
        const Vec2 p = settings.points[i];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || std::abs(p.x) > 1e6f || std::abs(p.y) > 1e6f)
            list.push_back({"points[" + std::to_string(i) + "]", "is no place on a canvas"});
        else if (i > 0 && distance(p, settings.points[i - 1]) < 1e-3f)
            list.push_back({"points[" + std::to_string(i) + "]", "lies on the point before it"});
    }
    Config config;
    config.components = {settings.component};
    config.components[0].root = "root";
    for (Error error : problems(config)) {
        const std::string prefix = "components[0].";
        if (error.where.starts_with(prefix)) error.where = "component." + error.where.substr(prefix.size());
        list.push_back(std::move(error));
    }
    return list;
}

Result<StrandSet> StrandSet::lay(const StrandSettings& settings, const StrandMesh& mesh, Notices* notices) {
    for (const Error& problem : problems(settings)) return Error{"chain." + problem.where, problem.what};
    StrandSet set;
    set.component_ = settings.component;
    set.rest_.assign(mesh.rest.begin(), mesh.rest.end());
    set.pin_.assign(mesh.pin.begin(), mesh.pin.end());
    for (std::size_t i = 0; i < mesh.pin.size(); ++i)
        if (mesh.pin[i] >= 0.5f) set.roots_.push_back(static_cast<int>(i));

    std::vector<int> strand_of_piece;
    int pieces = 1;
    std::vector<int> piece_of(mesh.rest.size(), 0);
    if (!settings.points.empty()) {
        Strand strand = lay_through(mesh, settings.points);
        for (std::size_t k = 1; k < strand.rest.size(); ++k)
            if (distance(strand.rest[k], strand.rest[k - 1]) < 1e-3f)
                return Error{"chain.points[" + std::to_string(k) + "]",
                             "lies outside of the meshes, where it falls onto the point before it; put it on the strand"};
        if (strand.joints.size() < 2) return Error{"chain.points", "the meshes have no triangles to hang on"};
        strand_of_piece.push_back(0);
        set.strands_.push_back(std::move(strand));
    } else {
        piece_of = pieces_of(mesh);
        pieces = piece_of.empty() ? 0 : 1 + *std::max_element(piece_of.begin(), piece_of.end());
        int without = 0;
        for (int piece = 0; piece < pieces; ++piece) {
            Strand strand = lay_along(mesh, piece_of, piece, settings.segments);
            strand_of_piece.push_back(strand.joints.empty() ? -1 : static_cast<int>(set.strands_.size()));
            if (strand.joints.empty())
                ++without;
            else
                set.strands_.push_back(std::move(strand));
        }
        if (set.strands_.empty())
            return Error{"chain", "nothing to lay a chain along: every piece is all pinned, or has no pin (paint its root with the pin group)"};
        if (without > 0 && notices != nullptr)
            notices->push_back({"chain", std::to_string(without) + " of " + std::to_string(pieces) +
                                             " pieces of the meshes have no chain (all pinned, or no pin) and stay with the rig"});
    }

    std::vector<int> first_joint;
    for (const Strand& strand : set.strands_) {
        first_joint.push_back(set.joint_count_);
        set.joint_count_ += static_cast<int>(strand.joints.size());
    }
    set.carried_.resize(mesh.rest.size());
    std::vector<std::vector<Vec3>> lines;
    for (const Strand& strand : set.strands_) {
        std::vector<Vec3>& line = lines.emplace_back();
        for (const Vec2 joint : strand.rest) line.push_back(in_chain_plane(joint));
    }
    for (std::size_t i = 0; i < mesh.rest.size(); ++i) {
        const int strand = strand_of_piece[at(piece_of[i])];
        if (strand < 0) continue;
        set.carried_[i] = {first_joint[at(strand)], automatic_weights(in_chain_plane(mesh.rest[i]), lines[at(strand)])};
    }
    return set;
}

void StrandSet::animated_joints(std::span<const Vec2> goals, std::span<Vec2> joints) const {
    std::size_t next = 0;
    for (const Strand& strand : strands_)
        for (const JointBinding& joint : strand.joints) {
            double x = 0.0, y = 0.0;
            for (const auto& [particle, weight] : joint) {
                x += weight * static_cast<double>(goals[at(particle)].x);
                y += weight * static_cast<double>(goals[at(particle)].y);
            }
            joints[next++] = {static_cast<float>(x), static_cast<float>(y)};
        }
}

void StrandSet::skin(std::span<const Vec2> goals, std::span<const Vec2> animated, std::span<const Vec2> simulated,
                     std::span<Vec2> out) const {
    for (std::size_t i = 0; i < carried_.size(); ++i) {
        out[i] = goals[i];
        if (carried_[i].first_joint < 0 || pin_[i] >= 1.0f) continue;
        const auto first = at(carried_[i].first_joint);
        double x = 0.0, y = 0.0;
        for (const SkinWeight& w : carried_[i].weights) {
            const std::size_t k = first + at(w.segment);
            const Vec2 pose = animated[k + 1] - animated[k], now = simulated[k + 1] - simulated[k];
            const auto [c, s] = turn_between(static_cast<double>(pose.x), static_cast<double>(pose.y), static_cast<double>(now.x),
                                             static_cast<double>(now.y));
            const double arm_x = static_cast<double>(goals[i].x - animated[k].x), arm_y = static_cast<double>(goals[i].y - animated[k].y);
            x += w.weight * (static_cast<double>(simulated[k].x) + c * arm_x - s * arm_y);
            y += w.weight * (static_cast<double>(simulated[k].y) + s * arm_x + c * arm_y);
        }
        const Vec2 carried{static_cast<float>(x), static_cast<float>(y)};
        out[i] = carried + pin_[i] * (goals[i] - carried);
    }
}

double StrandSet::frame_angle(std::span<const Vec2> goals) const {
    if (roots_.size() < 2) return 0.0;
    Vec2 rest_middle, middle;
    for (const int root : roots_) {
        rest_middle += rest_[at(root)];
        middle += goals[at(root)];
    }
    const float share = 1.0f / static_cast<float>(roots_.size());
    double cosine = 0.0, sine = 0.0;
    for (const int root : roots_) {
        const Vec2 r = rest_[at(root)] - share * rest_middle, a = goals[at(root)] - share * middle;
        cosine += static_cast<double>(dot(r, a));
        sine += static_cast<double>(cross(r, a));
    }
    return std::atan2(sine, cosine);
}

}  // namespace yure::chain
