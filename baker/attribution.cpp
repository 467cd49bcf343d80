#include "yure/baker/attribution.hpp"

#include "keyed_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <atomic>
#include <cmath>

namespace yure::baker {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Features = Eigen::MatrixXf;

constexpr double kTiny = 1e-12;
constexpr double kStopSeconds = 1.0, kSettled = 0.5;
constexpr int kAlternations = 3;
constexpr double kPull = 0.1;    // of courses towards what filters give, share of a mode's own size
constexpr double kRidge = 1e-4;  // of a filter column's own size
constexpr double kFrequencies[] = {0.4, 0.7, 1.2, 2.0, 3.5, 6.0};  // Hz
constexpr double kDampings[] = {0.15, 0.7};

/// Settled part of a stop, frames [begin, end).
struct Hold {
    int begin = 0, end = 0;
};

std::vector<Hold> holds_of(const AttributionClip& clip, double fps) {
    std::vector<Hold> holds;
    for (int f = 1; f < clip.frames;) {
        int end = f;
        while (end < clip.frames && clip.input_moves[static_cast<std::size_t>(end)] == 0) ++end;
        if (end - f >= static_cast<int>(kStopSeconds * fps))
            holds.push_back({f + static_cast<int>(kSettled * fps), end});
        f = std::max(end, f + 1);
    }
    return holds;
}

/// What linear time-invariant filters make of the inputs, a column each: the inputs themselves, and of resonators over
/// the range of pendulums where they are and how fast they go. At rest under frame 0.
Features filtered(const AttributionClip& clip, double fps) {
    const auto frames = static_cast<Eigen::Index>(clip.frames);
    const Eigen::Index inputs = frames > 0 ? static_cast<Eigen::Index>(clip.inputs.size()) / frames : 0;
    constexpr Eigen::Index kResonators = std::size(kFrequencies) * std::size(kDampings);
    Features columns(frames, inputs * (1 + 2 * kResonators));
    Eigen::Index column = 0;
    for (Eigen::Index i = 0; i < inputs; ++i) {
        const auto input = [&](Eigen::Index f) {
            return static_cast<double>(clip.inputs[static_cast<std::size_t>(f * inputs + i)]);
        };
        for (Eigen::Index f = 0; f < frames; ++f) columns(f, column) = static_cast<float>(input(f));
        ++column;
        for (const double frequency : kFrequencies)
            for (const double damping : kDampings) {
                const double w = 6.283185307179586 * frequency / fps, decay = std::exp(-damping * w);
                const double sum = 2.0 * decay * std::cos(w * std::sqrt(1.0 - damping * damping));
                const double product = decay * decay;
                double last = input(0), before = last;
                for (Eigen::Index f = 0; f < frames; ++f) {
                    const double now = sum * last - product * before + (1.0 - sum + product) * input(f);
                    columns(f, column) = static_cast<float>(now);
                    columns(f, column + 1) = static_cast<float>(now - last);
                    before = last, last = now;
                }
                column += 2;
            }
    }
    return columns;
}

/// One clip while it is looked at. Errors are px² a frame, above what no shape is needed for.
struct Course {
    Matrix projected;               // frames x weights
    Vector energy;                  // of the simulation
    Matrix exported, best, driven;  // frames x modes: values of the parameters
    Vector exported_error, best_error, driven_error;
    Features features;
    std::vector<Hold> holds;
    double weight = 0.0;
};

std::span<double> row_of(std::vector<double>& buffer, const Matrix& values, Eigen::Index frame) {
    for (std::size_t m = 0; m < buffer.size(); ++m) buffer[m] = values(frame, static_cast<Eigen::Index>(m));
    return buffer;
}

double error_at(const KeyedFit& fit, const Course& course, Eigen::Index frame, std::span<const double> values) {
    return std::max(0.0,
                    course.energy[frame] + fit.error(course.projected.row(frame).transpose(), fit.weights_at(values)));
}

Course open(const KeyedFit& fit, const AttributionClip& clip, double fps) {
    Course course;
    const auto frames = static_cast<Eigen::Index>(clip.frames), modes = static_cast<Eigen::Index>(fit.modes());
    course.projected = fit.project(clip.simulated, clip.frames);
    const Eigen::Map<const Table> rows(
        clip.simulated.data(), frames,
        static_cast<Eigen::Index>(clip.simulated.size()) / std::max<Eigen::Index>(1, frames));
    course.energy = rows.cast<double>().rowwise().squaredNorm();
    course.exported = Eigen::Map<const Table>(clip.courses.data(), frames, modes).cast<double>();
    course.features = filtered(clip, fps);
    course.holds = holds_of(clip, fps);
    course.weight = 1.0 / std::max(kTiny, course.energy.sum());
    course.exported_error.resize(frames);
    std::vector<double> buffer(static_cast<std::size_t>(modes));
    for (Eigen::Index f = 0; f < frames; ++f)
        course.exported_error[f] = error_at(fit, course, f, row_of(buffer, course.exported, f));
    course.best = course.exported;
    course.best_error = course.exported_error;
    return course;
}

/// Every frame from two starts, its own and the frame before; the better counts when it is better than `best`.
void improve(const KeyedFit& fit, const Matrix& from, Course& course) {
    std::vector<double> values(static_cast<std::size_t>(fit.modes()));
    for (Eigen::Index f = 0; f < course.best.rows(); ++f) {
        const Vector projected = course.projected.row(f).transpose();
        for (const bool before : {false, true}) {
            if (before && f == 0) continue;
            row_of(values, before ? course.best : from, before ? f - 1 : f);
            fit.improve(projected, values);
            const double error = error_at(fit, course, f, values);
            if (!(error < course.best_error[f])) continue;
            course.best_error[f] = error;
            for (std::size_t m = 0; m < values.size(); ++m) course.best(f, static_cast<Eigen::Index>(m)) = values[m];
        }
    }
}

/// Courses as good as may be that stay near what filters give.
Matrix near_filters(const KeyedFit& fit, const Course& course) {
    Matrix result = course.best;
    std::vector<double> values(static_cast<std::size_t>(fit.modes())), towards = values;
    for (Eigen::Index f = 0; f < result.rows(); ++f) {
        row_of(towards, course.driven, f);
        row_of(values, course.driven, f);
        fit.improve(course.projected.row(f).transpose(), values, {kPull, towards});
        for (std::size_t m = 0; m < values.size(); ++m) result(f, static_cast<Eigen::Index>(m)) = values[m];
    }
    return result;
}

/// Ridge regression of parameters on filtered inputs, over all clips.
class Filters {
  public:
    explicit Filters(const std::vector<Course>& courses, const Work& work) : courses_(courses), work_(work) {
        const Eigen::Index count = courses.front().features.cols();
        std::vector<Matrix> parts(courses.size());
        work.parallel_for(courses.size(), [&](std::size_t k) {
            const Features& f = courses[k].features;
            Features gram = Features::Zero(count, count);
            gram.selfadjointView<Eigen::Lower>().rankUpdate(f.transpose());
            parts[k] = courses[k].weight * gram.cast<double>();
        });
        Matrix normal = Matrix::Zero(count, count);
        for (const Matrix& part : parts) normal += part;
        if (count == 0) return;
        scale_ = normal.diagonal().cwiseMax(kTiny).cwiseSqrt().cwiseInverse();
        normal = scale_.asDiagonal() * normal * scale_.asDiagonal();  // the lower half is all that the solver reads
        normal.diagonal().array() += kRidge;
        solver_.compute(normal);
    }

    /// Courses that the best filters give for these.
    std::vector<Matrix> of(const std::vector<Matrix>& targets) const {
        std::vector<Matrix> parts(targets.size()), results(targets.size());
        work_.parallel_for(targets.size(), [&](std::size_t k) {
            parts[k] =
                courses_[k].weight * (courses_[k].features.transpose() * targets[k].cast<float>()).cast<double>();
        });
        Matrix right = Matrix::Zero(scale_.size(), targets.front().cols());
        for (const Matrix& part : parts) right += part;
        if (scale_.size() == 0) {  // no inputs: nothing is driven
            for (std::size_t k = 0; k < targets.size(); ++k)
                results[k] = Matrix::Zero(targets[k].rows(), targets[k].cols());
            return results;
        }
        const Matrix gains = scale_.asDiagonal() * solver_.solve(scale_.asDiagonal() * right);
        work_.parallel_for(targets.size(), [&](std::size_t k) {
            results[k] = (courses_[k].features * gains.cast<float>()).cast<double>();
        });
        return results;
    }

  private:
    const std::vector<Course>& courses_;
    const Work& work_;
    Vector scale_;
    Eigen::LDLT<Matrix> solver_;
};

/// The part of `extra` (error of `values` above the best, per frame) that lasts while inputs are held: in every hold,
/// as much of it as the mean difference of the shapes is of all the difference.
double lasting_error(const KeyedFit& fit, const Course& course, const Matrix& values, const Vector& extra) {
    double sum = 0.0;
    std::vector<double> buffer(static_cast<std::size_t>(fit.modes()));
    for (const Hold& hold : course.holds) {
        const int count = hold.end - hold.begin;
        Vector mean = Vector::Zero(fit.weights());
        double energy = 0.0, above = 0.0;
        for (int f = hold.begin; f < hold.end; ++f) {
            Vector apart = fit.weights_at(row_of(buffer, course.best, f));
            apart -= fit.weights_at(row_of(buffer, values, f));
            energy += apart.dot(fit.gram() * apart);
            above += extra[f];
            mean += apart / count;
        }
        if (energy > kTiny) sum += above * std::min(1.0, count * mean.dot(fit.gram() * mean) / energy);
    }
    return sum;
}

ErrorShares shares_of(const KeyedFit& fit, const Course& course) {
    ErrorShares shares;
    const double energy = course.energy.sum();
    if (!(energy > kTiny)) return shares;
    const Vector export_extra = (course.exported_error - course.best_error).cwiseMax(0.0);
    const Vector driven_extra = (course.driven_error - course.best_error).cwiseMax(0.0);
    const double statics = lasting_error(fit, course, course.exported, export_extra);
    const double left = std::max(0.0, export_extra.sum() - statics);
    const double filters = driven_extra.sum() - lasting_error(fit, course, course.driven, driven_extra);
    const double dynamics = std::clamp(filters, 0.0, left);
    shares.shape = course.best_error.sum() / energy;
    shares.statics = statics / energy;
    shares.dynamics = dynamics / energy;
    shares.rest = (left - dynamics) / energy;
    return shares;
}

}  // namespace

Result<std::vector<ErrorShares>> attribute(std::span<const KeyedMode> modes, std::span<const AttributionClip> clips,
                                           double fps, const Work& work) {
    std::vector<ErrorShares> shares(clips.size());
    if (clips.empty()) return shares;
    const KeyedFit fit(modes);
    std::vector<Course> courses(clips.size());
    std::atomic<bool> cancelled{false};
    const auto each = [&](const std::function<void(std::size_t)>& body) {
        work.parallel_for(clips.size(), [&](std::size_t k) {
            if (cancelled.load() || work.is_cancelled())
                cancelled.store(true);
            else
                body(k);
        });
        return !cancelled.load();
    };
    const Error stopped{"", "cancelled"};
    if (!each([&](std::size_t k) {
            courses[k] = open(fit, clips[k], fps);
            improve(fit, courses[k].exported, courses[k]);
        }))
        return stopped;
    work.report("attribute", 0.4);

    const Filters filters(courses, work);
    std::vector<Matrix> targets(courses.size());
    for (std::size_t k = 0; k < courses.size(); ++k) targets[k] = courses[k].best;
    for (int round = 0; round < kAlternations; ++round) {
        std::vector<Matrix> driven = filters.of(targets);
        if (!each([&](std::size_t k) {
                courses[k].driven = std::move(driven[k]);
                if (round + 1 < kAlternations) targets[k] = near_filters(fit, courses[k]);
            }))
            return stopped;
        work.report("attribute", 0.4 + 0.15 * (round + 1));
    }
    if (!each([&](std::size_t k) {
            Course& course = courses[k];
            improve(fit, course.driven, course);
            course.driven_error.resize(course.best_error.size());
            std::vector<double> buffer(static_cast<std::size_t>(fit.modes()));
            for (Eigen::Index f = 0; f < course.driven_error.size(); ++f)
                course.driven_error[f] = error_at(fit, course, f, row_of(buffer, course.driven, f));
            shares[k] = shares_of(fit, course);
        }))
        return stopped;
    return shares;
}

}  // namespace yure::baker
