#include "app/cli/measure.h"

#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/io/read_curve.h"

namespace arete::cli {

Polylines readReference(const std::string& path) {
  CurveFile file = readCurve(path);
  warn(file.warnings);
  return std::move(file.polylines);
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
