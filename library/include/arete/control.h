// How long work is watched and ended.
#pragma once

#include "arete/api.h"  // first: it says which standard is needed

#include <functional>
#include <stop_token>
#include <string_view>

namespace arete::compute {

/// Every function that may take long takes one last. Both parts may be left empty.
struct Control {
  /// When a stop is requested, by any thread, the function throws Error with Fault::cancelled, as a rule within 100 ms.
  std::stop_token stop = {};
  /// Told now and then what is done and how much of it, 0 to 1. Called on threads of the library, one at a time; must not throw, and must not call
  /// the library.
  std::function<void(double fraction, std::string_view what)> progress = {};
};

}  // namespace arete::compute
