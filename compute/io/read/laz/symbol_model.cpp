#include "compute/io/read/laz/symbol_model.h"

namespace arete::laz {

static void makeStarts(const ModelState& state, const uint16_t* counts, uint16_t* starts) {
  const uint32_t scale = (1U << 31) / state.total;
  uint32_t sum = 0;
  for (uint32_t k = 0; k < state.symbols; ++k) {
    starts[k] = uint16_t(scale * sum >> 16);
    sum += counts[k];
  }
}

void beginShares(ModelState& state, uint32_t symbols, uint16_t* counts, uint16_t* starts) {
  state.symbols = state.total = symbols;
  state.cycle = state.countdown = (symbols + 6) >> 1;
  std::fill_n(counts, symbols, uint16_t(1));
  makeStarts(state, counts, starts);
}

void updateShares(ModelState& state, uint16_t* counts, uint16_t* starts) {
  constexpr uint32_t kMost = 1U << kShareBits;
  state.total += state.cycle;
  if (state.total > kMost) {
    state.total = 0;
    for (uint32_t k = 0; k < state.symbols; ++k) state.total += counts[k] = uint16_t((counts[k] + 1) >> 1);
  }
  makeStarts(state, counts, starts);
  state.cycle = std::min(5 * state.cycle >> 2, 8 * (state.symbols + 6));
  state.countdown = state.cycle;
}

void BitModel::update() {
  constexpr uint32_t kMost = 1U << 13, kLongest = 64;
  total_ += cycle_;
  if (total_ > kMost) {
    total_ = (total_ + 1) >> 1;
    zeros_ = (zeros_ + 1) >> 1;
    if (total_ == zeros_) ++total_;
  }
  share_ = zeros_ * ((1U << 31) / total_) >> 18;
  cycle_ = std::min(5 * cycle_ >> 2, kLongest);
  countdown_ = cycle_;
}

}  // namespace arete::laz
