#include "ui/key_bindings.h"

#include <map>
#include <utility>

namespace arete {

static std::map<Action, std::string>& changes() {
  static std::map<Action, std::string> changes;
  return changes;
}

std::string_view keysOf(Action action) {
  const auto found = changes().find(action);
  return found == changes().end() ? info(action).shortcut : std::string_view(found->second);
}

bool keysAreChanged(Action action) { return changes().contains(action); }

void setKeys(Action action, std::string keys) {
  if (keys == info(action).shortcut) changes().erase(action);
  else changes()[action] = std::move(keys);
}

}  // namespace arete
