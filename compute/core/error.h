// The one exception of the program: what failed, on what, why, what to do about it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace arete {

/// The kind of fault: decides the exit code of arete-cli (refused input and wrong use: 2, everything else: 1).
/// deviceLost: the GPU refuses everything until the program is started again; the CPU still works.
enum class ErrorKind { badInput, wrongUse, io, outOfMemory, deviceLost, internal };

class Error : public std::runtime_error {
 public:
  /// `where` is a file with its byte or line, a flag, a version id; may be empty. `hint` says what to do; may be empty. All parts are kept as
  /// they may be shown (printable.h).
  Error(ErrorKind kind, std::string_view what, std::string_view where, std::string_view reason, std::string_view hint = {});

  ErrorKind kind() const { return kind_; }
  const std::string& failed() const { return failed_; }
  const std::string& where() const { return where_; }
  const std::string& reason() const { return reason_; }
  const std::string& hint() const { return hint_; }

 private:
  ErrorKind kind_;
  std::string failed_, where_, reason_, hint_;
};

/// Thrown when work stops because of a stop token. Not an error: nothing is reported to the user.
struct Cancelled {};

}  // namespace arete
