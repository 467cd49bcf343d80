/// Parameter values -> how much of which keyform: clamping, brackets of key lists, weights of keyform grids, weights of
/// blend-shape records. Private to engine/rig. Rules and operation order: docs/moc3.md, "evaluation".
#pragma once

#include "program.hpp"

#include <span>
#include <vector>

namespace yure::rig {

/// Place of a value in a key list.
struct Bracket {
    int index = 0;
    float t = 0.0f;  ///< share of the next key, 0 = exactly on `index`
    bool hidden = false;
};
Bracket find_bracket(std::span<const float> keys, float value);

/// Clamped, or wrapped where the parameter repeats; NaN is the default.
float bounded_value(const ParameterTable& table, std::size_t parameter, float value);

/// Keyforms to mix, in the order in which they are added.
struct Mix {
    const int* row = nullptr;  ///< local keyform index (before `kf_begin`)
    const float* weight = nullptr;
    int count = 0;  ///< 0 = hidden
};

/// One blend-shape record at the current values: up to two rows, then the limit over their sum.
struct BlendWeights {
    int row[2] = {0, 0};  ///< absolute keyform rows
    float weight[2] = {0.0f, 0.0f};
    int count = 0;  ///< rows in use; 0 = adds nothing
    float limit = 1.0f;
};

/// Everything that depends on the values alone. Buffers are made once.
class Weights {
  public:
    Weights(const Rig::Program& program, const std::vector<bool>& used_bands, const std::vector<bool>& used_records);

    void update(const Rig::Program& program, std::span<const float> values);

    /// Precondition: the band was among `used_bands`.
    Mix mix(int band) const {
        const BandState& state = bands_[static_cast<std::size_t>(band)];
        return {rows_.data() + state.begin, weights_.data() + state.begin, state.count};
    }
    const BlendWeights& record(int record) const { return records_[static_cast<std::size_t>(record)]; }

  private:
    struct BandState {
        int begin = 0, count = 0;
    };
    void update_band(const Rig::Program& program, int band);
    BlendWeights weigh_record(const Rig::Program& program, std::size_t record) const;
    float limit_of(const Rig::Program& program, std::size_t record) const;

    std::vector<float> values_;  ///< bounded, one per parameter
    std::vector<int> used_bindings_, used_bands_, used_records_;
    std::vector<Bracket> brackets_;
    std::vector<BandState> bands_;
    std::vector<int> rows_;
    std::vector<float> weights_;
    std::vector<BlendWeights> records_;
};

}  // namespace yure::rig
