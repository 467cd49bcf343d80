/// The demo character's motions and expressions.
#pragma once

#include <string>
#include <vector>

#include "yure/motion/clip.hpp"
#include "yure/motion/expression.hpp"

namespace yure::demo {

struct NamedClip {
    std::string group, name;  ///< motion group of model3.json; file name without its ending
    motion::Clip clip;
};
/// Every clip ends as it begins, in value and in slope, so that it loops without a seam.
std::vector<NamedClip> yura_motions();

struct NamedExpression {
    std::string name;
    motion::Expression expression;
};
std::vector<NamedExpression> yura_expressions();

}  // namespace yure::demo
