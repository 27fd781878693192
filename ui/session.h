// What is open and how it is shown: a value. Undo is a stack of these; saving one is a `.arete` file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "compute/crs/crs.h"
#include "compute/engine/job.h"
#include "render/view.h"

namespace arete {

struct Session {
  std::filesystem::path file;                    ///< the cloud; empty when nothing is open
  std::vector<std::filesystem::path> moreFiles;  ///< read after it, as one cloud
  std::optional<Crs> crs;                        ///< of its coordinates, where the user gave one; an unknown one: none, whatever the file says
  Job job;
  View view;
  uint32_t step = 0;  ///< history position; Engine::kToTheEnd follows the end

  std::vector<std::filesystem::path> files() const;  ///< all that are open, in their order
  friend bool operator==(const Session&, const Session&) = default;
};

}  // namespace arete
