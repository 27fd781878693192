#include "compute/core/error.h"

namespace arete {

static std::string sentence(std::string_view what, std::string_view where, std::string_view reason, std::string_view hint) {
  std::string text(what);
  if (!where.empty()) text.append(": ").append(where);
  if (!reason.empty()) text.append(": ").append(reason);
  if (!hint.empty()) text.append("\n  hint: ").append(hint);
  return text;
}

Error::Error(ErrorKind kind, std::string_view what, std::string_view where, std::string_view reason, std::string_view hint)
    : std::runtime_error(sentence(what, where, reason, hint)), kind_(kind), failed_(what), where_(where), reason_(reason), hint_(hint) {}

}  // namespace arete
