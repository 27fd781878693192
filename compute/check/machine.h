// What a program runs on and was built of, as a report of a fault begins.
#pragma once

#include <functional>
#include <string>

namespace arete {

struct MachineFact {
  std::string name;   ///< "CPU", "driver"
  std::string value;  ///< "unknown" where it is
};

/// Tells one after the other: what needs the driver of a GPU comes last, as its start may take seconds.
void tellMachine(const std::function<void(const MachineFact&)>& tell);

}  // namespace arete
