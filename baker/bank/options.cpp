#include "yure/baker/bank/options.hpp"

namespace yure::baker::bank {

std::vector<Error> BankOptions::problems() const {
    std::vector<Error> found;
    auto need = [&](bool good, const char* where, const char* what) {
        if (!good) found.push_back({where, what});
    };
    need(modes >= 1 && modes <= 8, "modes", "must be 1 to 8: more of them break on some bodies");
    need(groups >= 1 && groups <= 256, "groups", "must be 1 to 256");
    need(second_groups >= 0 && second_groups <= 64, "second_groups", "must be 0 to 64");
    need(helpers >= 0 && helpers <= 64, "helpers", "must be 0 to 64");
    need((helpers == 0) == (second_groups == 0), "helpers", "and second_groups must both be 0 or both be more");
    need(second_groups >= helpers, "second_groups", "must be at least as many as helpers: each needs one to feed");
    need(!key_positions(keys).empty(), "keys", "must be 3, 5, 7 or 9");
    need(starts == 1 || starts == 2, "starts", "must be 1 or 2");
    need(evaluations >= 0 && evaluations <= 100000, "evaluations", "must be 0 to 100000");
    need(key_ridge > 0.0 && key_ridge <= 1.0, "key_ridge", "must be above 0 and at most 1");
    need(mixing_ridge >= 0.0 && mixing_ridge <= 1.0, "mixing_ridge", "must be 0 to 1");
    return found;
}

BankOptions bank_options(Quality quality) {
    BankOptions options;
    switch (quality) {
        case Quality::light:
            options.modes = 2;
            options.groups = 16;
            options.second_groups = options.helpers = 0;
            options.starts = 2;
            break;
        case Quality::best:
            options.modes = 8;
            options.groups = 24;
            options.evaluations = 900;
            break;
        case Quality::standard:
        case Quality::classic:
            options.evaluations = 600;
            break;
    }
    return options;
}

std::vector<double> key_positions(int keys) {
    switch (keys) {
        case 3:
            return {-1.0, 0.0, 1.0};
        case 5:
            return {-1.0, -0.3, 0.0, 0.3, 1.0};
        case 7:
            return {-1.0, -0.5, -0.2, 0.0, 0.2, 0.5, 1.0};
        case 9:
            return {-1.0, -0.55, -0.25, -0.08, 0.0, 0.08, 0.25, 0.55, 1.0};
        default:
            return {};
    }
}

}  // namespace yure::baker::bank
