// The one exception of the library.
#pragma once

#include "arete/api.h"  // first: it says which standard is needed

#include <stdexcept>
#include <string>
#include <vector>

namespace arete::compute {

/// What is at fault: the data, the way a function was called, a file or disk, too little memory, a GPU that answers nothing more until the program is
/// started again (the CPU still works), or the library. `cancelled`: work ended because it was asked to (Control::stop); nothing is wrong.
enum class Fault { badInput, wrongUse, io, outOfMemory, deviceLost, internal, cancelled };

/// Four parts, each a piece of a sentence: what failed, where (a file with its line or byte, the name of a parameter; may be empty), why, and what to
/// do about it (may be empty). what() joins them.
class ARETE_API Error : public std::runtime_error {
 public:
  Error(Fault fault, const std::string& failed, const std::string& where, const std::string& reason, const std::string& hint,
        std::vector<std::string> warnings = {});
  ~Error() override;

  Fault fault() const noexcept { return fault_; }
  const std::string& failed() const noexcept { return failed_; }
  const std::string& where() const noexcept { return where_; }
  const std::string& reason() const noexcept { return reason_; }
  const std::string& hint() const noexcept { return hint_; }
  /// Where no point is left of a file: what was wrong in it, as Cloud::warnings(). It may say why. Else empty.
  const std::vector<std::string>& warnings() const noexcept { return warnings_; }

 private:
  Fault fault_;
  std::string failed_, where_, reason_, hint_;
  std::vector<std::string> warnings_;
};

}  // namespace arete::compute
