#include "app/cli/measure.h"

#include <utility>

#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/io/read_curve.h"

namespace arete::cli {

CurveFile readReference(const std::string& path) {
  CurveFile file = readCurve(path);
  warn(std::exchange(file.warnings, {}));
  return file;
}

static bool inDegrees(const Crs& crs) { return crs.known() && aboutCrs(crs).degrees; }

void bringTogether(const std::string& path, CurveFile& curve, const std::string& referencePath, CurveFile& reference) {
  if (inDegrees(reference.crs)) bringTo(curve.crs, referencePath, reference);
  else bringTo(reference.crs, path, curve);
  for (const auto& [one, other] : {std::pair(&curve, &reference), std::pair(&reference, &curve)})
    if (inDegrees(one->crs) && !other->crs.known())
      warn((one == &curve ? path : referencePath) + " is in degrees of longitude and latitude, and " + (one == &curve ? referencePath : path) +
           " does not say what it is in: they are compared as they are");
  warn(std::exchange(curve.warnings, {}));
  warn(std::exchange(reference.warnings, {}));
}

std::string qualityTable(std::span<const QualityRow> rows) {
  Table table({{"quality"}, {"value", Table::Align::right}, {"unit"}, {"range"}, {"meaning"}});
  for (const QualityRow& row : rows)
    table.add({std::string(row.label), shortNumber(row.value), std::string(row.unit), std::string(row.range), std::string(row.help)});
  return table.text();
}

void PathsFlag::add(CommandApp& app, const std::string& group) {
  app.add_flag("--paths", *given_, "Measure the paths too: LOC, APLS, TOPO, junctions and ends. They tell cuts and spurs, which F forgives.")
      ->group(group);
}

QualityOptions PathsFlag::options(const ParamFlags& params) const {
  ParamValues values;
  params.apply(values);
  QualityOptions options = qualityOptions(values);
  options.paths = *given_;
  if (params.given(kHealParam) && !options.paths)
    throw Error(ErrorKind::wrongUse, "nothing to heal", flagName(kHealParam), "gaps are closed for the paths, which are not measured", "add --paths");
  return options;
}

}  // namespace arete::cli
