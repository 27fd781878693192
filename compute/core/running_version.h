// Which version a thread computes with, for what is said when it fails: a kernel that does not end cannot tell.
#pragma once

#include <string_view>

namespace arete {

/// The id of the version whose function this thread asked for last (Version::as); "" before the first.
inline std::string_view& runningVersion() {
  thread_local std::string_view id;
  return id;
}

}  // namespace arete
