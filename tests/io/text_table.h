// A table of coordinates and classes as text, long enough for several threads or pieces.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "tests/support/zoo.h"

namespace arete::test {

/// x, y, z and a class; `odd` may say something else of a row.
inline std::string textTable(int rows, std::string_view end, const std::function<std::string(int)>& odd = {}) {
  std::string text = "x,y,z,class" + std::string(end);
  Random random(11);
  for (int i = 0; i < rows; ++i) {
    const std::string other = odd ? odd(i) : "";
    text += other.empty() ? std::to_string(random.uniform(-1e3, 1e3)) + ',' + std::to_string(i) + ".5,-0.000," + std::to_string(i % 7) : other;
    text += end;
  }
  return text;
}

}  // namespace arete::test
