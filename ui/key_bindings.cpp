#include "ui/key_bindings.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "compute/text/translate.h"

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

std::string keyNames(std::string_view keys) {
  static constexpr std::string_view kNames[] = {mark("Ctrl+"), mark("Shift+"), mark("Alt+"), mark("Space"), mark("Left"), mark("Right"),
                                                mark("Up"),    mark("Down"),   mark("Home"), mark("End"),   mark("Esc"),  mark("Tab")};
  std::string names;
  for (size_t at = 0; at < keys.size();) {
    const auto* const name = std::ranges::find_if(kNames, [&](std::string_view each) { return keys.substr(at).starts_with(each); });
    if (name == std::end(kNames)) names += keys[at++];
    else names += tr(*name), at += name->size();
  }
  return names;
}

void setKeys(Action action, std::string keys) {
  if (keys == info(action).shortcut) changes().erase(action);
  else changes()[action] = std::move(keys);
}

}  // namespace arete
