// What decoders throw: why a chunk cannot be what a writer wrote. Code that knows the file and the place turns it into a refusal.
#pragma once

#include <string>

namespace arete::laz {

struct Damage {
  std::string reason;
};

}  // namespace arete::laz
