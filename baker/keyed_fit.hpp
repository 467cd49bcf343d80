/// The best values of keyed parameters for one frame: those whose shapes come closest to where a body is. Shapes are
/// bent at the keys, so this is a small search, not one linear solve. Private to the baker.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "yure/baker/attribution.hpp"

namespace yure::baker {

/// Draws every value towards another: `strength` x the mode's own size x (value - towards)^2.
struct KeyedPull {
    double strength = 0.0;
    std::span<const double> towards;
};

class KeyedFit {
  public:
    explicit KeyedFit(std::span<const KeyedMode> modes);

    int modes() const { return static_cast<int>(modes_.size()); }
    Eigen::Index weights() const { return gram_.rows(); }
    /// Products of the shapes at all keys but rest: |shapes . w|^2 = w . gram w.
    const Eigen::MatrixXd& gram() const { return gram_; }
    /// Rows of offsets times the same shapes, frames x weights.
    Eigen::MatrixXd project(std::span<const float> rows, int frames) const;
    /// Weights of the keys at these values of the parameters (outer keys hold).
    Eigen::VectorXd weights_at(std::span<const double> values) const;
    /// |offset - shapes|^2 - |offset|^2 at these weights.
    double error(const Eigen::VectorXd& projected, const Eigen::VectorXd& weights) const;

    /// Moves `values` (within the keys) downhill; never to a larger error than where they began.
    void improve(const Eigen::VectorXd& projected, std::span<double> values, const KeyedPull& pull = {}) const;

  private:
    struct Mode {
        std::vector<double> keys;
        std::vector<Eigen::Index> row;  ///< of `gram_` per key, -1 at rest
        double size = 0.0;              ///< largest |slope|^2
    };
    struct Place {
        std::size_t key = 0;  ///< value lies between this one and the next
        double share = 0.0;
    };
    struct Search;
    Place place(const Mode& mode, double value) const;

    std::vector<Mode> modes_;
    Eigen::MatrixXd shapes_;  ///< columns x weights
    Eigen::MatrixXd gram_;
};

}  // namespace yure::baker
