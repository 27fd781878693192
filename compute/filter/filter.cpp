#include "compute/filter/filter.h"

#include <cmath>

#include "compute/core/asprs_classes.h"
#include "compute/core/number_text.h"

namespace arete {

static std::string listText(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ",") + numberText(value);
  return text;
}

static std::string rangeText(const FilterRange& range) {
  if (std::isinf(range.low) && std::isinf(range.high)) return range.column + " known";
  if (std::isinf(range.low)) return range.column + " up to " + numberText(range.high);
  if (std::isinf(range.high)) return range.column + " from " + numberText(range.low);
  return range.column + " from " + numberText(range.low) + " to " + numberText(range.high);
}

std::string describe(const Filter& filter) {
  std::string text;
  const auto add = [&text](const std::string& rule) { text += (text.empty() ? "" : "; ") + rule; };
  if (!filter.where.empty()) add("where " + filter.where);
  if (filter.classes) {
    std::string list;
    for (const int each : *filter.classes) list += (list.empty() ? "" : ", ") + asprsClassText(each);
    add(list.empty() ? "no class" : "class " + list);
  }
  for (const FilterRange& range : filter.ranges) add(rangeText(range));
  if (filter.box) add("box " + listText(filter.box->minimum) + " to " + listText(filter.box->maximum));
  for (const Region& region : filter.regions) add((region.keep ? "inside " : "outside ") + region.source);
  if (const size_t count = filter.tubes.size(); count > 0)
    add("without " + std::to_string(count) + (count == 1 ? " component" : " components") + " marked as noise");
  if (filter.order == PointOrder::scattered) add("in scattered order");
  if (filter.every > 1) add("every " + std::to_string(filter.every));
  if (filter.thin > 0) add("one point in " + numberText(filter.thin));
  return text;
}

}  // namespace arete
