#include "yure/baker/metrics.hpp"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace yure::baker {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Rows = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

constexpr double kTiny = 1e-12;

double particle_length(const Rows& rows, int frame, int particle) {
    return std::hypot(static_cast<double>(rows(frame, 2 * particle)),
                      static_cast<double>(rows(frame, 2 * particle + 1)));
}

/// The max(5, n/10) particles of the largest energy, in that order.
std::vector<int> tips_of(const Rows& simulated, int particles) {
    std::vector<double> energy(static_cast<std::size_t>(particles));
    for (int i = 0; i < particles; ++i)
        energy[static_cast<std::size_t>(i)] = simulated.middleCols(2 * i, 2).cast<double>().squaredNorm();
    std::vector<int> order(energy.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return energy[static_cast<std::size_t>(a)] > energy[static_cast<std::size_t>(b)];
    });
    order.resize(static_cast<std::size_t>(std::min(particles, std::max(5, particles / 10))));
    return order;
}

Matrix tip_rows(const Rows& rows, const std::vector<int>& tips) {
    Matrix result(rows.rows(), 2 * static_cast<Eigen::Index>(tips.size()));
    for (std::size_t k = 0; k < tips.size(); ++k)
        result.middleCols(2 * static_cast<Eigen::Index>(k), 2) = rows.middleCols(2 * tips[k], 2).cast<double>();
    return result;
}

/// Uncentred principal unit direction; zero for no movement.
Vector principal(const Matrix& rows) {
    const Matrix gram = rows.transpose() * rows;
    if (gram.diagonal().sum() < kTiny) return Vector::Zero(rows.cols());
    return Eigen::SelfAdjointEigenSolver<Matrix>(gram).eigenvectors().col(rows.cols() - 1);
}

/// The tips of a clip and both signals along the simulated main direction, px.
struct Tips {
    std::vector<int> particles;
    Matrix simulated, baked;
    Vector direction, s1, b1;
};
Tips read_tips(const Rows& simulated, const Rows& baked, int particles) {
    Tips tips;
    tips.particles = tips_of(simulated, particles);
    tips.simulated = tip_rows(simulated, tips.particles);
    tips.baked = tip_rows(baked, tips.particles);
    tips.direction = principal(tips.simulated);
    const double per_tip = 1.0 / std::sqrt(static_cast<double>(tips.particles.size()));
    tips.s1 = tips.simulated * tips.direction * per_tip;
    tips.b1 = tips.baked * tips.direction * per_tip;
    return tips;
}

std::vector<double> farthest_tip(const Matrix& tips) {
    std::vector<double> result;
    for (Eigen::Index f = 0; f < tips.rows(); ++f) {
        double most = 0.0;
        for (Eigen::Index k = 0; k < tips.cols(); k += 2) most = std::max(most, std::hypot(tips(f, k), tips(f, k + 1)));
        result.push_back(most);
    }
    return result;
}

/// Pearson correlation of a(f) and b(f + lag).
double correlation(const Vector& a, const Vector& b, int lag) {
    const Eigen::Index first = std::max(0, -lag), end = std::min<Eigen::Index>(a.size(), a.size() - lag);
    if (end - first < 10) return -2.0;
    Vector x = a.segment(first, end - first), y = b.segment(first + lag, end - first);
    x.array() -= x.mean();
    y.array() -= y.mean();
    return x.dot(y) / std::max(kTiny, std::sqrt(x.squaredNorm() * y.squaredNorm()));
}

double lag_frames(const Vector& simulated, const Vector& baked) {
    constexpr int kMost = 30;
    if (baked.squaredNorm() < kTiny || simulated.squaredNorm() < kTiny) return 0.0;
    int best = 0;
    double best_value = -3.0;
    for (int lag = -kMost; lag <= kMost; ++lag)
        if (const double value = correlation(simulated, baked, lag); value > best_value) best_value = value, best = lag;
    if (best <= -kMost || best >= kMost) return best;
    const double before = correlation(simulated, baked, best - 1), after = correlation(simulated, baked, best + 1);
    const double bend = before - 2.0 * best_value + after;
    return best + (std::abs(bend) > kTiny ? 0.5 * (before - after) / bend : 0.0);
}

double third_difference_energy(const Rows& rows) {
    double sum = 0.0;
    for (Eigen::Index f = 3; f < rows.rows(); ++f)
        sum += (rows.row(f).cast<double>() - 3.0 * rows.row(f - 1).cast<double>() +
                3.0 * rows.row(f - 2).cast<double>() - rows.row(f - 3).cast<double>())
                   .squaredNorm();
    return sum;
}

struct Stop {
    int begin = 0, end = 0;  // frames [begin, end)
    int length() const { return end - begin; }
};

std::vector<Stop> stops_of(std::span<const char> moves, int frames, double fps) {
    std::vector<Stop> stops;
    for (int f = 1; f < frames;) {
        if (moves[static_cast<std::size_t>(f)] != 0) {
            ++f;
            continue;
        }
        int end = f;
        while (end < frames && moves[static_cast<std::size_t>(end)] == 0) ++end;
        if (end - f >= static_cast<int>(0.5 * fps)) stops.push_back({f, end});
        f = end;
    }
    return stops;
}

/// How a signal comes to rest in a stop.
struct Settling {
    double peak = 0.0;  // px from the mean of the last 10 frames
    int last = 0;       // frames until it stays inside the band
    int crossings = 0;  // from beyond one side of the band to beyond the other
};

Settling settling(const Vector& signal, const Stop& stop) {
    Settling result;
    const double rest = signal.segment(stop.end - 10, 10).mean();
    for (int f = stop.begin; f < stop.end; ++f) result.peak = std::max(result.peak, std::abs(signal[f] - rest));
    const double band = std::max(0.1 * result.peak, 1.0);
    int side = 0;
    for (int f = stop.begin; f < stop.end; ++f) {
        const double away = signal[f] - rest;
        if (std::abs(away) <= band) continue;
        result.last = f - stop.begin + 1;
        const int now = away > 0.0 ? 1 : -1;
        if (side != 0 && now != side) ++result.crossings;
        side = now;
    }
    return result;
}

void measure_stops(const ClipPair& pair, const Rows& simulated, const Rows& baked, const Vector& s1, const Vector& b1,
                   ClipMetrics& out) {
    double settle = 0.0, overshoot = 0.0;
    int counted = 0;
    for (const Stop& stop : stops_of(pair.input_moves, pair.frames, pair.fps)) {
        ++out.stops;
        const Settling s = settling(s1, stop), b = settling(b1, stop);
        if (s.peak >= 2.0) {
            settle += (b.last + 1.0) / (s.last + 1.0);
            overshoot += b.crossings - s.crossings;
            ++counted;
        }
        if (stop.length() < static_cast<int>(pair.fps)) continue;
        std::vector<double> apart;
        for (int i = 0; i < pair.particles; ++i)
            apart.push_back((simulated.row(stop.end - 1).segment(2 * i, 2) - baked.row(stop.end - 1).segment(2 * i, 2))
                                .cast<double>()
                                .norm());
        out.static_px = std::max(out.static_px.value_or(0.0), percentile(std::move(apart), 0.95));
    }
    if (counted > 0) out.settle = settle / counted, out.overshoot = overshoot / counted;
}

void measure_range_use(const ClipPair& pair, const Matrix& tips, ClipMetrics& out) {
    if (pair.mode_use.empty()) return;
    std::vector<double> speed{0.0};
    for (Eigen::Index f = 1; f < tips.rows(); ++f) {
        double fastest = 0.0;
        for (Eigen::Index k = 0; k < tips.cols(); k += 2)
            fastest = std::max(fastest, std::hypot(tips(f, k) - tips(f - 1, k), tips(f, k + 1) - tips(f - 1, k + 1)));
        speed.push_back(fastest);
    }
    const double moving = 0.2 * percentile(speed, 0.95);
    int clipped = 0, stalled = 0;
    for (std::size_t f = 0; f < pair.mode_use.size(); ++f) {
        if (pair.mode_use[f] < 0.999f) continue;
        ++clipped;
        if (speed[f] > moving) ++stalled;
    }
    out.clipped = static_cast<double>(clipped) / pair.frames;
    out.stalled = clipped > 0 ? static_cast<double>(stalled) / clipped : 0.0;
}

void measure_shortening(const ClipPair& pair, const Rows& simulated, const Rows& baked, const std::vector<int>& tips,
                        ClipMetrics& out) {
    if (pair.goals.empty() || pair.edges.empty()) return;
    const Rows goals(pair.goals.data(), pair.frames, 2 * pair.particles);
    std::vector<char> is_tip(static_cast<std::size_t>(pair.particles), 0);
    for (const int tip : tips) is_tip[static_cast<std::size_t>(tip)] = 1;
    std::vector<double> shorter;
    for (const GrainEdge& edge : pair.edges) {
        if (is_tip[static_cast<std::size_t>(edge.a)] == 0 || is_tip[static_cast<std::size_t>(edge.b)] == 0) continue;
        for (int f = 0; f < pair.frames; ++f) {
            const auto span = [&](const Rows& rows) {
                return std::hypot(static_cast<double>(goals(f, 2 * edge.a)) - goals(f, 2 * edge.b) +
                                      rows(f, 2 * edge.a) - rows(f, 2 * edge.b),
                                  static_cast<double>(goals(f, 2 * edge.a + 1)) - goals(f, 2 * edge.b + 1) +
                                      rows(f, 2 * edge.a + 1) - rows(f, 2 * edge.b + 1));
            };
            shorter.push_back((span(simulated) - span(baked)) / static_cast<double>(edge.rest_length));
        }
    }
    out.shortening = percentile(std::move(shorter), 0.95);
}

}  // namespace

double percentile(std::vector<double> values, double p) {
    if (values.empty()) return 0.0;
    const std::size_t index = static_cast<std::size_t>(static_cast<double>(values.size() - 1) * p);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index), values.end());
    return values[index];
}

double median(std::vector<double> values) {
    if (values.empty()) return 0.0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

ClipMetrics measure(std::string clip, const ClipPair& pair) {
    ClipMetrics out;
    out.clip = std::move(clip);
    if (pair.frames < 11 || pair.particles < 1) return out;
    const Rows simulated(pair.simulated.data(), pair.frames, 2 * pair.particles);
    const Rows baked(pair.baked.data(), pair.frames, 2 * pair.particles);

    double error_energy = 0.0, energy = 0.0;
    std::vector<double> farthest_error;
    for (int f = 0; f < pair.frames; ++f) {
        double most = 0.0;
        for (int i = 0; i < pair.particles; ++i) {
            const double ex = static_cast<double>(simulated(f, 2 * i)) - baked(f, 2 * i);
            const double ey = static_cast<double>(simulated(f, 2 * i + 1)) - baked(f, 2 * i + 1);
            error_energy += ex * ex + ey * ey;
            most = std::max(most, std::hypot(ex, ey));
            const double length = particle_length(simulated, f, i);
            energy += length * length;
        }
        farthest_error.push_back(most);
    }
    out.r2 = 1.0 - error_energy / std::max(kTiny, energy);
    out.p95_px = percentile(std::move(farthest_error), 0.95);

    const Tips tips = read_tips(simulated, baked, pair.particles);
    const Vector &s1 = tips.s1, &b1 = tips.b1;
    out.simulated_px = percentile(farthest_tip(tips.simulated), 0.95);
    out.direction = std::abs(tips.direction.dot(principal(tips.baked)));
    out.sign = correlation(s1, b1, 0);
    out.right = out.direction >= 0.9 && out.sign >= 0.0;
    out.amplitude = std::sqrt(b1.squaredNorm() / std::max(kTiny, s1.squaredNorm()));
    out.reach = percentile(farthest_tip(tips.baked), 0.95) / std::max(1e-6, out.simulated_px);
    out.lag_ms = lag_frames(s1, b1) * 1000.0 / pair.fps;
    out.jitter = std::sqrt(third_difference_energy(baked) / std::max(kTiny, third_difference_energy(simulated)));
    measure_stops(pair, simulated, baked, s1, b1, out);
    measure_range_use(pair, tips.simulated, out);
    measure_shortening(pair, simulated, baked, tips.particles, out);
    return out;
}

TipTravel tip_travel(const ClipPair& pair) {
    if (pair.frames < 1 || pair.particles < 1) return {};
    const Tips tips = read_tips(Rows(pair.simulated.data(), pair.frames, 2 * pair.particles),
                                Rows(pair.baked.data(), pair.frames, 2 * pair.particles), pair.particles);
    return {{tips.s1.begin(), tips.s1.end()}, {tips.b1.begin(), tips.b1.end()}};
}

double TipDirection::along(std::span<const float> row) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < particles.size(); ++k) {
        const std::size_t column = 2 * static_cast<std::size_t>(particles[k]);
        sum += direction[2 * k] * static_cast<double>(row[column]) +
               direction[2 * k + 1] * static_cast<double>(row[column + 1]);
    }
    return sum / std::sqrt(static_cast<double>(std::max<std::size_t>(1, particles.size())));
}

TipDirection tip_direction(std::span<const float> rows, int particles) {
    if (particles < 1 || rows.empty()) return {};
    const Rows all(rows.data(), static_cast<Eigen::Index>(rows.size()) / (2 * particles), 2 * particles);
    const std::vector<int> tips = tips_of(all, particles);
    const Vector direction = principal(tip_rows(all, tips));
    return {tips, {direction.begin(), direction.end()}};
}

std::vector<GrainEdge> grain_edges(std::span<const float> rest_xy, std::span<const std::array<int, 3>> triangles,
                                   std::span<const float> pin) {
    const std::size_t count = pin.size();
    const auto length_of = [&](int a, int b) {
        return std::hypot(rest_xy[2 * static_cast<std::size_t>(a)] - rest_xy[2 * static_cast<std::size_t>(b)],
                          rest_xy[2 * static_cast<std::size_t>(a) + 1] - rest_xy[2 * static_cast<std::size_t>(b) + 1]);
    };
    std::vector<GrainEdge> edges;
    for (const auto& triangle : triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const int a = std::min(triangle[k], triangle[(k + 1) % 3]),
                      b = std::max(triangle[k], triangle[(k + 1) % 3]);
            if (const float length = length_of(a, b); a != b && length > 1e-3f) edges.push_back({a, b, length});
        }
    const auto key = [](const GrainEdge& e) { return std::pair(e.a, e.b); };
    std::sort(edges.begin(), edges.end(), [&](const auto& x, const auto& y) { return key(x) < key(y); });
    edges.erase(std::unique(edges.begin(), edges.end(), [&](const auto& x, const auto& y) { return key(x) == key(y); }),
                edges.end());

    // shortest way from the pins, relaxed until nothing changes (a body is small, and no path has more steps than
    // particles)
    constexpr float kFar = std::numeric_limits<float>::max();
    std::vector<float> way(count, kFar);
    for (std::size_t i = 0; i < count; ++i)
        if (pin[i] >= 0.5f) way[i] = 0.0f;
    bool changed = true;
    for (std::size_t round = 0; changed && round < count; ++round) {
        changed = false;
        for (const GrainEdge& edge : edges) {
            float &a = way[static_cast<std::size_t>(edge.a)], &b = way[static_cast<std::size_t>(edge.b)];
            if (a != kFar && a + edge.rest_length < b) b = a + edge.rest_length, changed = true;
            if (b != kFar && b + edge.rest_length < a) a = b + edge.rest_length, changed = true;
        }
    }
    std::vector<GrainEdge> along;
    for (const GrainEdge& edge : edges) {
        const float a = way[static_cast<std::size_t>(edge.a)], b = way[static_cast<std::size_t>(edge.b)];
        if (a != kFar && b != kFar && std::abs(a - b) >= 0.7f * edge.rest_length) along.push_back(edge);
    }
    return along;
}

}  // namespace yure::baker
