#include "app/window/runtime_folder.h"

#include <QFile>

namespace arete {

RuntimeFolder::RuntimeFolder() {
  static constexpr const char* kVariable = "XDG_RUNTIME_DIR";
  if (qEnvironmentVariableIsEmpty(kVariable) && own_.emplace().isValid()) qputenv(kVariable, QFile::encodeName(own_->path()));
}

}  // namespace arete
