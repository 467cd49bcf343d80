#include "yure/motion/expression.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "yure/core/lookup.hpp"
#include "yure/motion/clip.hpp"

namespace yure::motion {
namespace {

float progress(float elapsed, float duration) {
    return duration > 0.0f ? ease(elapsed / duration) : 1.0f;
}

float mix(float from, float to, float weight) {
    return from * (1.0f - weight) + to * weight;
}

}  // namespace

ExpressionPlayer::ExpressionPlayer(std::span<const ParameterRange> parameters)
    : parameters_(parameters.begin(), parameters.end()), folds_(parameters.size()) {}

void ExpressionPlayer::start(const Expression& expression) {
    Running running;
    running.fade_in = expression.fade_in;
    running.fade_out = expression.fade_out;
    for (const ExpressionEntry& entry : expression.entries)
        if (const int index = find_by_id(parameters_, entry.parameter); index >= 0 && std::isfinite(entry.value))
            running.targets.push_back({index, entry.value, entry.blend});
    if (layers_.empty() || layers_.back().leaving) layers_.emplace_back();
    layers_.back().running.push_back(std::move(running));
}

void ExpressionPlayer::clear() {
    for (Layer& layer : layers_) {
        if (layer.leaving) continue;
        layer.leaving = true;
        layer.left = layer.fade_out = layer.running.back().fade_out;
    }
}

void ExpressionPlayer::update(std::span<float> values, float dt) {
    assert(values.size() == parameters_.size());
    if (!(dt > 0.0f) || !std::isfinite(dt)) dt = 0.0f;
    for (Layer& layer : layers_) {
        for (Running& running : layer.running) {
            running.age = running.fresh ? 0.0f : running.age + dt;  // the first frame is time 0
            running.fresh = false;
        }
        if (layer.leaving) layer.left = layer.left - dt;
        const Running& newest = layer.running.back();
        if (progress(newest.age, newest.fade_in) >= 1.0f)
            layer.running.erase(layer.running.begin(), layer.running.end() - 1);
    }
    std::erase_if(layers_, [](const Layer& layer) { return layer.leaving && !(layer.left > 0.0f); });
    for (const Layer& layer : layers_) apply(layer, values);
}

void ExpressionPlayer::apply(const Layer& layer, std::span<float> values) {
    for (std::size_t p = 0; p < folds_.size(); ++p) folds_[p] = {0.0f, 1.0f, values[p], false};
    for (const Running& running : layer.running)
        for (const Target& target : running.targets) folds_[static_cast<std::size_t>(target.parameter)].touched = true;

    float total = 0.0f;
    for (std::size_t e = 0; e < layer.running.size(); ++e) {
        const Running& running = layer.running[e];
        const float in = progress(running.age, running.fade_in);
        total += in;
        const float weight = e == 0 ? 1.0f : in;  // the first one sets, later ones move
        for (std::size_t p = 0; p < folds_.size(); ++p) {
            Fold& fold = folds_[p];
            if (!fold.touched) continue;
            Fold wanted{0.0f, 1.0f, values[p], true};
            for (const Target& target : running.targets) {
                if (target.parameter != static_cast<int>(p)) continue;
                if (target.blend == Blend::add) wanted.add = target.value;
                if (target.blend == Blend::multiply) wanted.multiply = target.value;
                if (target.blend == Blend::overwrite) wanted.overwrite = target.value;
            }
            fold.add = mix(fold.add, wanted.add, weight);
            fold.multiply = mix(fold.multiply, wanted.multiply, weight);
            fold.overwrite = mix(fold.overwrite, wanted.overwrite, weight);
        }
    }
    const float weight = std::min(1.0f, total) * (layer.leaving ? progress(layer.left, layer.fade_out) : 1.0f);
    for (std::size_t p = 0; p < folds_.size(); ++p) {
        const Fold& fold = folds_[p];
        if (!fold.touched) continue;
        const float value = mix(values[p], (fold.overwrite + fold.add) * fold.multiply, weight);
        if (std::isnan(value)) continue;  // enormous values that cancel
        values[p] = std::min(std::max(value, parameters_[p].min), parameters_[p].max);
    }
}

}  // namespace yure::motion
