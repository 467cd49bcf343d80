/// Making an export small enough: generated parameters are left out, those that move least first. Private to studio.
#pragma once

#include "generated.hpp"

#include "yure/studio/project_model.hpp"

namespace yure::studio {

/// True when `written` keeps the budget. Otherwise one parameter less in `all`, told in `losses`, and false: write
/// again. An error when nothing is left to be taken away: it names what the source itself breaks, or all limits broken.
Result<bool> narrow_to_budget(const Budget& budget, const Model& model, const WrittenModel& written, Generated& all,
                              std::vector<Loss>& losses);

}  // namespace yure::studio
