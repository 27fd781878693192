#include "compute/core/error.h"

#include "compute/text/printable.h"

namespace arete {

static std::string sentence(std::string_view what, std::string_view where, std::string_view reason, std::string_view hint) {
  std::string text(what);
  if (!where.empty()) text.append(": ").append(where);
  if (!reason.empty()) text.append(": ").append(reason);
  if (!hint.empty()) text.append("\n  hint: ").append(hint);
  return text;
}

Error::Error(ErrorKind kind, std::string_view what, std::string_view where, std::string_view reason, std::string_view hint)
    : std::runtime_error(sentence(printable(what), printable(where), printableLines(reason), printableLines(hint))),
      kind_(kind),
      failed_(printable(what)),
      where_(printable(where)),
      reason_(printableLines(reason)),
      hint_(printableLines(hint)) {}

}  // namespace arete
