// The display that the window opens on: what is said where there is none, by the program and by Python's arete.view().
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "compute/core/error.h"

namespace arete {

/// The variables that name a display, or another platform of Qt, with their values. Whether it answers is not asked.
inline std::string namedDisplays() {
  std::string named;
  for (const std::string name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
    if (const char* const value = std::getenv(name.c_str()); value != nullptr && *value != '\0')
      named += (named.empty() ? "" : " ") + name + '=' + value;
  return named;
}

/// `named`: by namedDisplays().
inline Error noDisplay(std::string_view named, std::string_view reason = "there is no display") {
  return {ErrorKind::io, "cannot open the window", named, reason,
          "set DISPLAY or WAYLAND_DISPLAY, or draw without one: arete --offscreen FILE -o PICTURE, arete-cli render, picture() in Python"};
}

}  // namespace arete
