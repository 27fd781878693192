// Objects of PROJ with an owner, and what it says when it cannot make one.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "compute/crs/crs.h"
#include "compute/crs/proj/library.h"

namespace arete::proj {

struct EndObject {
  void operator()(PJ* object) const { proj_destroy(object); }
};
using Object = std::unique_ptr<PJ, EndObject>;

/// What `what` could not be done with, in errors.
struct Task {
  std::string what, where;
};

/// PROJ with its database. One thread at a time.
class Context {
 public:
  /// Throws Error(io) when the library or its database is missing.
  explicit Context(Task task);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  PJ_CONTEXT* get() const { return context_; }
  const Task& task() const { return task_; }
  /// A coordinate system. Throws Error(badInput) in PROJ's own words.
  Object crs(const Crs& crs) const;
  /// That of x and y alone.
  Object onTheGround(Object crs) const;
  /// That of heights; null where none is named, or where they belong to a system of three axes.
  Object ofHeights(Object crs) const;
  /// PROJ's last complaint; "" when it had none.
  std::string complaint() const { return complaint_; }

 private:
  static void listen(void* context, int level, const char* text);

  Task task_;
  PJ_CONTEXT* context_ = nullptr;
  mutable std::string complaint_;
};

}  // namespace arete::proj
