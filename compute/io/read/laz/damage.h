// What decoders throw: why a chunk cannot be what a writer wrote. Who knows the file and the place makes a refusal of it.
#pragma once

#include <string>

namespace arete::laz {

struct Damage {
  std::string reason;
};

}  // namespace arete::laz
