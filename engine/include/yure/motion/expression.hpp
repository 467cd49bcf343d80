/// Expressions (exp3.json): which parameters a face adds to, multiplies or sets, and the player that folds several of
/// them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/core/parameter_range.hpp"

namespace yure::motion {

enum class Blend { add, multiply, overwrite };

struct ExpressionEntry {
    std::string parameter;
    float value = 0.0f;
    Blend blend = Blend::add;

    bool operator==(const ExpressionEntry&) const = default;
};

struct Expression {
    float fade_in = 1.0f, fade_out = 1.0f;  ///< s, >= 0; 0 = at once
    std::vector<ExpressionEntry> entries;

    bool operator==(const Expression&) const = default;
};

/// Plays expressions over whatever the parameters hold. The newest fades in; once it is fully there, older ones go.
class ExpressionPlayer {
  public:
    explicit ExpressionPlayer(std::span<const ParameterRange> parameters);

    void start(const Expression& expression);
    /// The running ones fade out, counted from the next update.
    void clear();
    /// One frame, dt in s (not above 0 counts as 0). `values` holds what motions wrote, not last frame's result.
    void update(std::span<float> values, float dt);

    bool active() const { return !layers_.empty(); }

  private:
    struct Target {
        int parameter;
        float value;
        Blend blend;
    };
    struct Running {
        std::vector<Target> targets;
        float fade_in = 0.0f, fade_out = 0.0f, age = 0.0f;  // s
        bool fresh = true;
    };
    /// Expressions that replace one another. `clear` lets a whole layer leave; what is started later begins a new one.
    struct Layer {
        std::vector<Running> running;
        bool leaving = false;
        float left = 0.0f, fade_out = 0.0f;  // s, once leaving
    };
    struct Fold {
        float add = 0.0f, multiply = 1.0f, overwrite = 0.0f;
        bool touched = false;
    };
    void apply(const Layer& layer, std::span<float> values);

    std::vector<ParameterRange> parameters_;
    std::vector<Layer> layers_;
    std::vector<Fold> folds_;  // per parameter
};

}  // namespace yure::motion
