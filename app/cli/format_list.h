// The formats of a table as a help text lists them.
#pragma once

#include <span>
#include <string>

namespace arete::cli {

template <class Format>
std::string formatList(std::span<const Format> formats) {
  std::string text;
  for (const Format& format : formats) text += (text.empty() ? "" : ", ") + std::string(format.id);
  return text;
}

}  // namespace arete::cli
