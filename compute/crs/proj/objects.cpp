#include "compute/crs/proj/objects.h"

#include "compute/core/error.h"

namespace arete::proj {

Context::Context(Task task) : task_(std::move(task)) {
  load(task_.what, task_.where);
  context_ = proj_context_create();
  if (context_ == nullptr) throw Error(ErrorKind::outOfMemory, task_.what, task_.where, "PROJ has too little memory", "close other programs");
  proj_log_func(context_, this, &Context::listen);
  if (proj_context_get_database_path(context_) != nullptr) return;
  proj_context_destroy(context_);
  throw Error(ErrorKind::io, task_.what, task_.where, "PROJ's database of coordinate systems, proj.db, is missing or cannot be read",
              "install proj-data, or set PROJ_DATA to the folder that has it");
}

Context::~Context() { proj_context_destroy(context_); }

void Context::listen(void* context, int level, const char* text) {
  if (level == PJ_LOG_ERROR) static_cast<Context*>(context)->complaint_ = text;
}

Object Context::crs(const Crs& crs) const {
  complaint_.clear();
  Object object(proj_create(context_, crs.definition.c_str()));
  if (object && proj_is_crs(object.get())) return object;
  constexpr size_t kShown = 60;
  const bool longer = crs.definition.size() > kShown;
  throw Error(ErrorKind::badInput, task_.what, task_.where,
              '"' + crs.definition.substr(0, kShown) + (longer ? "…" : "") + "\" is no coordinate system" +
                  (complaint_.empty() ? "" : " (PROJ says: " + complaint_ + ")"),
              "give one by its number, as in --crs EPSG:28992, or none at all: --crs none");
}

Object Context::onTheGround(Object crs) const {
  for (;;) {
    const PJ_TYPE type = proj_get_type(crs.get());
    Object inner;
    if (type == PJ_TYPE_COMPOUND_CRS) inner.reset(proj_crs_get_sub_crs(context_, crs.get(), 0));
    if (type == PJ_TYPE_BOUND_CRS) {
      // A way to WGS 84 that the file itself gives is part of the system; what is bound may still be compound.
      Object source(proj_get_source_crs(context_, crs.get()));
      if (source && proj_get_type(source.get()) == PJ_TYPE_COMPOUND_CRS) inner = std::move(source);
    }
    if (!inner) return crs;
    crs = std::move(inner);
  }
}

Object Context::ofHeights(Object crs) const {
  if (proj_get_type(crs.get()) == PJ_TYPE_BOUND_CRS) crs.reset(proj_get_source_crs(context_, crs.get()));
  if (!crs || proj_get_type(crs.get()) != PJ_TYPE_COMPOUND_CRS) return {};
  Object heights(proj_crs_get_sub_crs(context_, crs.get(), 1));
  if (heights && proj_get_type(heights.get()) == PJ_TYPE_BOUND_CRS) heights.reset(proj_get_source_crs(context_, heights.get()));
  return heights;
}

}  // namespace arete::proj
