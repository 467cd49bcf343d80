#include "block.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace yure::chain {
namespace {

// Doubles per lane of everything in a block, and of the scratch.
std::size_t doubles_of(const Shape& shape) {
    const std::size_t n = shape.parent.size(), c = shape.collider_is_plane.size();
    return n * (3 + 3 + 9 + 3 + 9 + 1 + 8) + (shape.has_end() ? 3 * n : 0) + (shape.additive ? 3 * n : 0) + 3 + 3 + 1 +
           1 + 1 + c * 9 + 2;
}

// Transforms of the bones to lanes and back. The width is a constant in these two, which move most of the data there
// is.
constexpr std::size_t kAffine = 12;
static_assert(sizeof(Affine) == kAffine * sizeof(double));

template <std::size_t W>
void spread(const std::vector<unsigned char>& is_end, const int* bone, std::span<const Affine> pose, double* linear,
            double* place) {
    for (std::size_t p = 0; p < is_end.size(); ++p) {
        if (is_end[p] != 0) continue;
        for (std::size_t lane = 0; lane < W; ++lane) {
            double from[kAffine];
            std::memcpy(from, &pose[static_cast<std::size_t>(bone[p * W + lane])], sizeof from);
            for (std::size_t c = 0; c < 9; ++c) linear[(p * 9 + c) * W + lane] = from[c];
            for (std::size_t c = 0; c < 3; ++c) place[(p * 3 + c) * W + lane] = from[9 + c];
        }
    }
}

template <std::size_t W>
void collect(const std::vector<unsigned char>& is_end, const int* bone, const double* linear, const double* place,
             std::span<Affine> world) {
    for (std::size_t p = 0; p < is_end.size(); ++p) {
        if (is_end[p] != 0) continue;
        for (std::size_t lane = 0; lane < W; ++lane) {
            double to[kAffine];
            for (std::size_t c = 0; c < 9; ++c) to[c] = linear[(p * 9 + c) * W + lane];
            for (std::size_t c = 0; c < 3; ++c) to[9 + c] = place[(p * 3 + c) * W + lane];
            std::memcpy(&world[static_cast<std::size_t>(bone[p * W + lane])], to, sizeof to);
        }
    }
}

}  // namespace

KernelShape Shape::view() const {
    KernelShape view;
    view.particles = static_cast<int>(parent.size());
    view.parent = parent.data();
    view.only_child = only_child.data();
    view.limited = limited.data();
    view.colliders = static_cast<int>(collider_is_plane.size());
    view.collider_is_plane = collider_is_plane.data();
    view.collider_is_inside = collider_is_inside.data();
    view.freeze_axis = freeze_axis;
    view.collision_iterations = collision_iterations;
    view.is_end = is_end.data();
    view.additive = additive;
    view.limits_follow_parent = limits_follow_parent;
    view.any_limit = has_limit();
    return view;
}

bool Shape::has_end() const {
    return std::find(is_end.begin(), is_end.end(), 1) != is_end.end();
}
bool Shape::has_limit() const {
    return std::find(limited.begin(), limited.end(), 1) != limited.end();
}

std::size_t Block::scratch_size(const Shape& shape, const Kernel& kernel) {
    return shape.parent.size() * static_cast<std::size_t>(kernel.lanes) * (1 + 9 + 3);
}

Block::Block(const Shape& shape, const Kernel& kernel) : shape_(shape), kernel_(&kernel) {
    const std::size_t n = shape_.parent.size(), colliders = shape_.collider_is_plane.size();
    const auto width = static_cast<std::size_t>(kernel.lanes);
    storage_.resize(doubles_of(shape_) * width + 8);
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
    base_ = storage_.data() + (64 - address % 64) % 64 / sizeof(double);
    view_.position = array(3 * n);
    view_.previous = array(3 * n);
    view_.linear = array(9 * n);
    view_.place = array(3 * n);
    view_.dynamic = array(9 * n);
    view_.hit = array(n);
    view_.bind_length = array(n);
    view_.keep = array(n);
    view_.keep_hit = array(n);
    view_.elastic = array(n);
    view_.additive = array(n);
    view_.slack = array(n);
    view_.inert = array(n);
    view_.radius = array(n);
    view_.end_offset = shape_.has_end() ? array(3 * n) : nullptr;
    view_.last_place = shape_.additive ? array(3 * n) : nullptr;
    view_.push = array(3);
    view_.move = array(3);
    view_.loops = array(1);
    view_.scale = array(1);
    view_.fixed = array(1);
    view_.collider_from = array(3 * colliders);
    view_.collider_to = array(3 * colliders);
    view_.collider_radius_from = array(colliders);
    view_.collider_radius_to = array(colliders);
    view_.collider_share = array(colliders);
    view_.fastest = array(1);
    view_.finite = array(1);
    bone_.assign(n * width, -1);
    if (shape_.has_limit()) limits_.resize(n * width);
    view_.limit = &apply_limit;
}

double* Block::array(std::size_t values_per_lane) {
    double* place = base_ + used_;
    used_ += values_per_lane * static_cast<std::size_t>(lanes());
    return place;
}
Vec3 Block::get(const double* base, int index, int lane) const {
    const double* from = base + static_cast<long>(index) * 3 * lanes() + lane;
    return {from[0], from[lanes()], from[2 * lanes()]};
}
void Block::put(double* base, int index, int lane, Vec3 value) const {
    double* to = base + static_cast<long>(index) * 3 * lanes() + lane;
    to[0] = value.x;
    to[lanes()] = value.y;
    to[2 * lanes()] = value.z;
}
Mat3 Block::get_matrix(const double* base, int index, int lane) const {
    return {get(base, 3 * index, lane), get(base, 3 * index + 1, lane), get(base, 3 * index + 2, lane)};
}
void Block::put_matrix(double* base, int index, int lane, const Mat3& value) const {
    put(base, 3 * index, lane, value.x);
    put(base, 3 * index + 1, lane, value.y);
    put(base, 3 * index + 2, lane, value.z);
}
// All arrays lie in storage_, which is this block's to change.
double& Block::at(const double* base, int index, int lane) const {
    return const_cast<double&>(base[static_cast<long>(index) * lanes() + lane]);
}

void Block::set_tree(int lane, const Tree& tree, std::span<const double> bind_length, bool fixed_length) {
    for (int p = 0; p < particles(); ++p) {
        const Particle& particle = tree.particles[static_cast<std::size_t>(p)];
        bone_[static_cast<std::size_t>(p * lanes() + lane)] = particle.bone;
        at(view_.bind_length, p, lane) = bind_length[static_cast<std::size_t>(p)];
        if (view_.end_offset != nullptr) put(const_cast<double*>(view_.end_offset), p, lane, particle.end_offset);
    }
    at(view_.fixed, 0, lane) = fixed_length ? 1.0 : 0.0;
}

void Block::set_limit(int lane, int particle, const LimitLane& limit) {
    limits_[static_cast<std::size_t>(particle * lanes() + lane)] = limit;
}

void Block::set_tuning(int lane, int particle, const LaneTuning& tuning) {
    at(view_.keep, particle, lane) = tuning.keep;
    at(view_.keep_hit, particle, lane) = tuning.keep_hit;
    at(view_.elastic, particle, lane) = tuning.elastic;
    at(view_.additive, particle, lane) = tuning.additive;
    at(view_.slack, particle, lane) = tuning.slack;
    at(view_.inert, particle, lane) = tuning.inert;
    at(view_.radius, particle, lane) = tuning.radius;
}

void Block::set_pose(std::span<const Affine> pose) {
    switch (lanes()) {
        case 8:
            return spread<8>(shape_.is_end, bone_.data(), pose, view_.linear, view_.place);
        case 4:
            return spread<4>(shape_.is_end, bone_.data(), pose, view_.linear, view_.place);
        case 2:
            return spread<2>(shape_.is_end, bone_.data(), pose, view_.linear, view_.place);
        default:
            return spread<1>(shape_.is_end, bone_.data(), pose, view_.linear, view_.place);
    }
}

bool Block::same_pose(int lane, std::span<const Affine> pose) const {
    for (int p = 0; p < particles(); ++p) {
        const int bone = bone_[static_cast<std::size_t>(p * lanes() + lane)];
        if (bone < 0) continue;
        const Affine& now = pose[static_cast<std::size_t>(bone)];
        if (now.position != get(view_.place, p, lane) || now.linear != get_matrix(view_.linear, p, lane)) return false;
    }
    return true;
}

void Block::set_frame(int lane, const LaneFrame& frame) {
    put(const_cast<double*>(view_.push), 0, lane, frame.push);
    put(const_cast<double*>(view_.move), 0, lane, frame.move);
    at(view_.loops, 0, lane) = frame.loops;
    at(view_.scale, 0, lane) = frame.scale;
}

void Block::set_collider(int lane, int collider, const WorldCollider& world) {
    put(const_cast<double*>(view_.collider_from), collider, lane, world.from);
    put(const_cast<double*>(view_.collider_to), collider, lane, world.to);
    at(view_.collider_radius_from, collider, lane) = world.radius_from;
    at(view_.collider_radius_to, collider, lane) = world.radius_to;
    at(view_.collider_share, collider, lane) = world.radius_share;
}

Vec3 Block::end_place(int lane, int particle) const {
    const int before = shape_.parent[static_cast<std::size_t>(particle)];
    return get(view_.place, before, lane) +
           get_matrix(view_.linear, before, lane) * get(view_.end_offset, particle, lane);
}

void Block::reset(int lane) {
    for (int p = 0; p < particles(); ++p) {
        const bool end = shape_.is_end[static_cast<std::size_t>(p)] != 0;
        const int axes = end ? shape_.parent[static_cast<std::size_t>(p)] : p;
        const Mat3 linear = get_matrix(view_.linear, axes, lane);
        if (end) {
            put(view_.place, p, lane, end_place(lane, p));
            put_matrix(view_.linear, p, lane, linear);
        }
        const Vec3 place = get(view_.place, p, lane);
        put(view_.position, p, lane, place);
        put(view_.previous, p, lane, place);
        put_matrix(view_.dynamic, p, lane, linear);
        if (view_.last_place != nullptr) put(view_.last_place, p, lane, place);
        at(view_.hit, p, lane) = 0.0;
    }
}

void Block::carry(int lane, const Affine& motion) {
    for (int p = 0; p < particles(); ++p) {
        put(view_.position, p, lane, motion * get(view_.position, p, lane));
        put(view_.previous, p, lane, motion * get(view_.previous, p, lane));
        put_matrix(view_.dynamic, p, lane, motion.linear * get_matrix(view_.dynamic, p, lane));
        if (view_.last_place != nullptr) put(view_.last_place, p, lane, motion * get(view_.last_place, p, lane));
    }
}

void Block::shift(int lane, Vec3 by) {
    for (int p = 0; p < particles(); ++p) {
        if (view_.last_place != nullptr) put(view_.last_place, p, lane, get(view_.last_place, p, lane) + by);
        if (p == 0) continue;
        put(view_.position, p, lane, get(view_.position, p, lane) + by);
        put(view_.previous, p, lane, get(view_.previous, p, lane) + by);
    }
}

void Block::run(int most_loops, double* scratch) {
    const auto values = static_cast<std::size_t>(particles() * lanes());
    view_.rest_length = scratch;
    view_.turn = scratch + values;
    view_.offset = scratch + 10 * values;
    view_.limits = limits_.data();
    view_.parent = shape_.parent.data();
    kernel_->run(shape_.view(), view_, most_loops);
}

ParticleState Block::state(int lane, int particle) const {
    const bool end = shape_.is_end[static_cast<std::size_t>(particle)] != 0;
    const int axes = end ? shape_.parent[static_cast<std::size_t>(particle)] : particle;
    return {get(view_.position, particle, lane), get(view_.previous, particle, lane),
            get_matrix(view_.dynamic, axes, lane), at(view_.hit, particle, lane) > 0.5};
}

void Block::set_state(int lane, int particle, const ParticleState& state, Vec3 last) {
    put(view_.position, particle, lane, state.position);
    put(view_.previous, particle, lane, state.previous);
    put_matrix(view_.dynamic, particle, lane, state.linear);
    if (view_.last_place != nullptr) put(view_.last_place, particle, lane, last);
    at(view_.hit, particle, lane) = state.hit ? 1.0 : 0.0;
}

Vec3 Block::last_place(int lane, int particle) const {
    return view_.last_place != nullptr ? get(view_.last_place, particle, lane) : get(view_.position, particle, lane);
}
Mat3 Block::animated(int lane, int particle) const {
    return get_matrix(view_.linear, particle, lane);
}
Vec3 Block::animated_place(int lane, int particle) const {
    return get(view_.place, particle, lane);
}

void Block::write(std::span<Affine> world) const {
    switch (lanes()) {
        case 8:
            return collect<8>(shape_.is_end, bone_.data(), view_.dynamic, view_.position, world);
        case 4:
            return collect<4>(shape_.is_end, bone_.data(), view_.dynamic, view_.position, world);
        case 2:
            return collect<2>(shape_.is_end, bone_.data(), view_.dynamic, view_.position, world);
        default:
            return collect<1>(shape_.is_end, bone_.data(), view_.dynamic, view_.position, world);
    }
}

// Between animated and simulated axes; places follow from the bones before them.
void Block::mix(int lane, double share, std::span<Affine> world) const {
    for (int p = 0; p < particles(); ++p) {
        const int bone = bone_[static_cast<std::size_t>(p * lanes() + lane)];
        if (bone < 0) continue;
        Affine& out = world[static_cast<std::size_t>(bone)];
        const Mat3 animated = get_matrix(view_.linear, p, lane);
        const Mat3 turn = orthonormal(out.linear * inverse(animated));
        out.linear = to_matrix(slerp({}, to_quat(turn), share)) * animated;
        const int before = shape_.parent[static_cast<std::size_t>(p)];
        if (before < 0) continue;
        const int bone_before = bone_[static_cast<std::size_t>(before * lanes() + lane)];
        const Affine& parent = world[static_cast<std::size_t>(bone_before)];
        const Vec3 arm = get(view_.place, p, lane) - get(view_.place, before, lane);
        out.position = parent.position + parent.linear * (inverse(get_matrix(view_.linear, before, lane)) * arm);
    }
}

}  // namespace yure::chain
