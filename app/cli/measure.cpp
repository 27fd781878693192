#include "app/cli/measure.h"

#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/io/read_curve.h"

namespace arete::cli {

Polylines readReference(const std::string& path) {
  CurveFile file = readCurve(path);
  warn(file.warnings);
  return std::move(file.polylines);
}

std::string qualityTable(std::span<const QualityRow> rows) {
  Table table({{"quality"}, {"value", Table::Align::right}, {"unit"}});
  for (const QualityRow& row : rows) table.add({std::string(row.label), shortNumber(row.value), std::string(row.unit)});
  return table.text();
}

}  // namespace arete::cli
