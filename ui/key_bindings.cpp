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
  static constexpr std::string_view kNames[] = {mark("Ctrl"), mark("Shift"), mark("Space"), mark("Left"), mark("Right"), mark("Up"),
                                                mark("Down"), mark("Home"),  mark("End"),   mark("Esc"),  mark("Tab"),   mark("Alt")};
  std::string names;
  for (size_t at = 0; at < keys.size();) {
    const size_t end = std::min(keys.find_first_of("+ ,", at + 1), keys.size());  // "+" is a key too
    const std::string_view key = keys.substr(at, end - at);
    names += std::ranges::find(kNames, key) != std::end(kNames) ? tr(key) : key;
    for (at = end; at < keys.size() && (keys[at] == '+' || keys[at] == ' ' || keys[at] == ','); ++at) names += keys[at];
  }
  return names;
}

void setKeys(Action action, std::string keys) {
  if (keys == info(action).shortcut) changes().erase(action);
  else changes()[action] = std::move(keys);
}

}  // namespace arete
