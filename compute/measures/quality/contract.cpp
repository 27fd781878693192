#include "compute/measures/quality/contract.h"

namespace arete {

static constexpr double kLargest = 1e12;
static constexpr ParamInfo kStep{.id = "quality_step",
                                 .label = "Sample step",
                                 .unit = "",
                                 .minimum = 0,
                                 .maximum = kLargest,
                                 .defaultValue = 0,
                                 .help = "Distance between samples of both curves.",
                                 .zeroText = "the longer curve's length / 20 000"};
static constexpr ParamInfo kTolerance{.id = "quality_tolerance",
                                      .label = "Tolerance",
                                      .unit = "",
                                      .minimum = 0,
                                      .maximum = kLargest,
                                      .defaultValue = 0,
                                      .help = "Closer than this counts as found.",
                                      .zeroText = "sigma, or 1 % of the reference's extent"};
static constexpr ParamInfo kSigma{.id = "quality_sigma",
                                  .label = "Noise sigma",
                                  .unit = "",
                                  .minimum = 0,
                                  .maximum = kLargest,
                                  .defaultValue = 0,
                                  .help = "Total sigma of the noise, to give distances in.",
                                  .zeroText = "not known"};
static constexpr ParamInfo kJoin{.id = "quality_join",
                                 .label = "Join within",
                                 .unit = "",
                                 .minimum = 0,
                                 .maximum = kLargest,
                                 .defaultValue = 0,
                                 .help = "Vertices this close are one when loops and ends are counted.",
                                 .zeroText = "1e-9 of the reference's extent"};
constexpr ParamInfo kHealParam{.id = "quality_heal",
                               .label = "Heal within",
                               .unit = "tolerances",
                               .minimum = 0,
                               .maximum = PathMeasure::kMostHeal,
                               .defaultValue = 0,
                               .help = "For paths, gaps between pieces of the reference are closed: 5 for one that was clipped to its data.",
                               .zeroText = "as it is"};
static constexpr const ParamInfo* kParameters[] = {&kStep, &kTolerance, &kSigma, &kJoin, &kHealParam};

std::span<const ParamInfo* const> qualityParameters() { return kParameters; }

QualityOptions qualityOptions(const ParamValues& values) {
  QualityOptions options{
      .step = values.get(kStep), .tolerance = values.get(kTolerance), .heal = values.get(kHealParam), .joinTolerance = values.get(kJoin)};
  if (const double sigma = values.get(kSigma); sigma > 0) options.sigma = sigma;
  return options;
}

}  // namespace arete
