#include "render/categories.h"

#include <algorithm>
#include <cmath>

#include "compute/core/asprs_classes.h"

namespace arete {

Colour colourOfCategory(std::string_view column, double value) {
  const AsprsClass* const known = isClassColumn(column) ? findAsprsClass(value) : nullptr;
  if (known != nullptr) return {known->colour[0], known->colour[1], known->colour[2]};
  return categoryColour(uint32_t(int64_t(std::clamp(value, -1e15, 1e15))));
}

std::vector<Category> categoriesOf(std::string_view column, std::vector<double> values) {
  constexpr size_t kMost = 24;
  const bool classes = isClassColumn(column);
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (std::ranges::any_of(values, [](double value) { return value != std::floor(value); })) return {};
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() > (classes ? size_t(kMostClasses) : kMost)) return {};
  std::vector<Category> categories;
  for (const double value : values) {
    const bool isClass = classes && value >= 0 && value < kMostClasses;
    categories.push_back(
        {value, isClass ? asprsClassText(int(value)) : std::to_string(int64_t(std::clamp(value, -1e15, 1e15))), colourOfCategory(column, value)});
  }
  return categories;
}

}  // namespace arete
