// The folder for sockets that XDG_RUNTIME_DIR names, where there is none: over ssh, in a container. Qt would make one in /tmp, which stays, and say
// so.
#pragma once

#include <optional>

#include <QTemporaryDir>

namespace arete {

/// One per program, before Qt is started. A folder that it has made goes with it.
class RuntimeFolder {
 public:
  RuntimeFolder();
  void remove() { own_.reset(); }  ///< where the program ends without its destructors

 private:
  std::optional<QTemporaryDir> own_;
};

}  // namespace arete
