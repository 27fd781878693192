// Columns of whole numbers as categories: classes in their usual colours, others in colours that differ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/colour.h"

namespace arete {

struct Category {
  double value = 0;
  std::string text;  ///< "wire-conductor (14)", "3"
  Colour colour;
};

/// Of a value of a column of this name.
Colour colourOfCategory(std::string_view column, double value);

/// Those of the values, ascending; empty where the column holds quantities: a value that is no whole number, or more than 24 different ones that are
/// no classes. Values that are not finite do not count.
std::vector<Category> categoriesOf(std::string_view column, std::vector<double> values);

}  // namespace arete
