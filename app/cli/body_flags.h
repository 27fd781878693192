// --branches and --bodies: tables of how thick what was found is.
#pragma once

#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "compute/engine/frame.h"

namespace arete::cli {

struct BodyFlags {
  std::string branches, bodies;  ///< files; "" where none is asked for

  void add(CommandApp& app, const char* group);
  /// Throws Error(wrongUse) for names that do not end in .csv.
  void check() const;
  /// Writes what was asked for, and says in the summary how large all is.
  void deliver(const Frame& frame, const std::stop_token& stop) const;
};

}  // namespace arete::cli
