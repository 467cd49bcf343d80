#include "hair_pins.hpp"

#include "smoothstep.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <queue>

#include "yure/core/joins.hpp"

namespace yure::studio::presets {
namespace {

constexpr float kSlope = 0.5f;      // a border edge belongs to the root while its outward normal points up this much
constexpr float kRootBand = 0.02f;  // of the strand's height: vertices this near to the highest are root in any case
constexpr float kTallCap = 0.5f;    // of the strand's height: no root vertex lies farther down than this

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// All pieces as one mesh, coincident vertices made one. Heights are measured away from the root: y, or -y upright.
struct Hair {
    std::vector<Vec2> place;  // per joint; y downwards from the root's side
    std::vector<int> piece;   // first piece of each joint
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::vector<int>> joint;  // per piece and vertex; -1 = not finite
};

Hair joined(const Subject& subject, std::span<const HairPiece> pieces) {
    Hair hair;
    std::map<std::pair<float, float>, int> known;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        const SubjectMesh& mesh = subject.meshes[at(pieces[p].mesh)];
        std::vector<int>& joint = hair.joint.emplace_back();
        for (const Vec2 v : mesh.rest) {
            if (!std::isfinite(v.x) || !std::isfinite(v.y)) {
                joint.push_back(-1);
                continue;
            }
            const auto [entry, fresh] = known.try_emplace({v.x, v.y}, static_cast<int>(hair.place.size()));
            if (fresh) {
                hair.place.push_back({v.x, pieces[p].upright ? -v.y : v.y});
                hair.piece.push_back(static_cast<int>(p));
            }
            joint.push_back(entry->second);
        }
        for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
            std::array<int, 3> corners{};
            bool whole = true;
            for (std::size_t k = 0; k < 3; ++k) {
                corners[k] = mesh.triangles[t + k] < joint.size() ? joint[mesh.triangles[t + k]] : -1;
                whole = whole && corners[k] >= 0;
            }
            if (whole) hair.triangles.push_back(corners);
        }
    }
    return hair;
}

/// Strand of every joint: its first joint.
std::vector<int> strands_of(const Hair& hair) {
    Joins joins(hair.place.size());
    for (const auto& t : hair.triangles) joins.join(t[0], t[1]), joins.join(t[0], t[2]);
    return joins.leads();
}

struct Edges {
    std::vector<std::vector<std::pair<int, float>>> next;  // per joint: neighbour, px; across triangles too
    std::vector<std::vector<int>> border;  // per joint: border neighbours whose edge faces the root side
};

Edges edges_of(const Hair& hair) {
    Edges edges;
    edges.next.resize(hair.place.size());
    edges.border.resize(hair.place.size());
    std::map<std::pair<int, int>, std::vector<int>> opposite;  // edge -> the corners across from it
    for (const auto& t : hair.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const int a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
            if (a != b) opposite[{std::min(a, b), std::max(a, b)}].push_back(c);
        }
    const auto connect = [&](int a, int b) {
        const float px = distance(hair.place[at(a)], hair.place[at(b)]);
        edges.next[at(a)].push_back({b, px});
        edges.next[at(b)].push_back({a, px});
    };
    for (const auto& [edge, across] : opposite) {
        connect(edge.first, edge.second);
        if (across.size() == 2 && across[0] != across[1]) connect(across[0], across[1]);  // less zigzag
        if (across.size() != 1) continue;
        const Vec2 a = hair.place[at(edge.first)], b = hair.place[at(edge.second)];
        Vec2 normal{b.y - a.y, a.x - b.x};
        if (dot(normal, hair.place[at(across[0])] - a) > 0.0f) normal = -normal;
        if (-normal.y < kSlope * length(normal)) continue;
        edges.border[at(edge.first)].push_back(edge.second);
        edges.border[at(edge.second)].push_back(edge.first);
    }
    return edges;
}

/// From each strand's highest joint along the border while that faces up: its root edge.
std::vector<char> roots_of(const Hair& hair, const Edges& edges, const std::vector<int>& strand) {
    std::map<int, std::pair<float, float>> span;  // strand -> highest and lowest y
    for (std::size_t i = 0; i < hair.place.size(); ++i) {
        const float y = hair.place[i].y;
        auto [entry, fresh] = span.try_emplace(strand[i], y, y);
        entry->second.first = std::min(entry->second.first, y);
        entry->second.second = std::max(entry->second.second, y);
    }
    std::vector<char> root(hair.place.size(), 0);
    std::vector<int> open;
    const auto depth = [&](int i) {
        const auto [top, bottom] = span.at(strand[at(i)]);
        return bottom > top ? (hair.place[at(i)].y - top) / (bottom - top) : 0.0f;
    };
    for (int i = 0; i < static_cast<int>(root.size()); ++i)
        if (depth(i) <= kRootBand) {
            root[at(i)] = 1;
            open.push_back(i);
        }
    while (!open.empty()) {
        const int i = open.back();
        open.pop_back();
        for (const int next : edges.border[at(i)])
            if (!root[at(next)] && depth(next) <= kTallCap) {
                root[at(next)] = 1;
                open.push_back(next);
            }
    }
    return root;
}

/// Px along the hair from the nearest root; every strand has one.
std::vector<float> distances_from(const std::vector<char>& root, const Edges& edges) {
    std::vector<float> far(root.size(), INFINITY);
    using Entry = std::pair<float, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (std::size_t i = 0; i < root.size(); ++i)
        if (root[i]) {
            far[i] = 0.0f;
            open.push({0.0f, static_cast<int>(i)});
        }
    while (!open.empty()) {
        const auto [px, i] = open.top();
        open.pop();
        if (px > far[at(i)]) continue;
        for (const auto& [next, step] : edges.next[at(i)])
            if (px + step < far[at(next)]) {
                far[at(next)] = px + step;
                open.push({far[at(next)], next});
            }
    }
    return far;
}

}  // namespace

std::vector<std::vector<float>> hair_pins(const Subject& subject, std::span<const HairPiece> pieces) {
    const Hair hair = joined(subject, pieces);
    const std::vector<int> strand = strands_of(hair);
    const Edges edges = edges_of(hair);
    const std::vector<float> far = distances_from(roots_of(hair, edges, strand), edges);
    std::map<int, float> strand_length;
    for (std::size_t i = 0; i < far.size(); ++i) {
        float& longest = strand_length[strand[i]];
        longest = std::max(longest, far[i]);
    }
    std::vector<std::vector<float>> pins;
    for (const std::vector<int>& joints : hair.joint) {
        std::vector<float>& pin = pins.emplace_back();
        for (const int joint : joints) {
            if (joint < 0) {
                pin.push_back(1.0f);
                continue;
            }
            const sim::TopPins& rule = pieces[at(hair.piece[at(strand[at(joint)])])].rule;
            const float longest = strand_length.at(strand[at(joint)]);
            const float share = longest > 0.0f ? far[at(joint)] / longest : 0.0f;
            pin.push_back(1.0f - smoothstep(rule.solid, rule.solid + rule.fade, share));
        }
    }
    return pins;
}

}  // namespace yure::studio::presets
