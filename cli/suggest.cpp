#include "suggest.hpp"

#include <algorithm>

namespace yure::cli {
namespace {

/// Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment).
std::size_t typing_errors(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[a.size()][b.size()];
}

}  // namespace

std::string closest(std::string_view typed, const std::vector<std::string>& known) {
    std::string best;
    std::size_t least = typed.size() < 4 ? 2 : 3;  // this many errors and more are another word
    if (typed.size() > 64) return best;
    for (const std::string& word : known) {
        const std::size_t errors = typing_errors(typed, word);
        if (errors < least) {
            least = errors;
            best = word;
        }
    }
    return best;
}

}  // namespace yure::cli
