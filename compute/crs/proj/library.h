// PROJ, loaded when a coordinate system is first asked for. With it come forty libraries, for grids out of the network among others: loading them
// took 7.5 ms of processor time at the start of every command (measured on 2 cores), and some of them do things of their own before main().
#pragma once

#include <proj.h>
#include <proj_experimental.h>

#include <string>
#include <string_view>

/// Every function of PROJ that is called: F(name). Within namespace arete these names are pointers, which loadProj() sets.
#define ARETE_PROJ_FUNCTIONS(F)                                        \
  F(proj_alter_name)                                                   \
  F(proj_as_wkt)                                                       \
  F(proj_clone)                                                        \
  F(proj_context_create)                                               \
  F(proj_context_destroy)                                              \
  F(proj_context_get_database_path)                                    \
  F(proj_coordoperation_get_accuracy)                                  \
  F(proj_coordoperation_get_grid_used)                                 \
  F(proj_coordoperation_get_grid_used_count)                           \
  F(proj_create)                                                       \
  F(proj_create_compound_crs)                                          \
  F(proj_create_crs_to_crs_from_pj)                                    \
  F(proj_create_operation_factory_context)                             \
  F(proj_create_operations)                                            \
  F(proj_crs_alter_cs_linear_unit)                                     \
  F(proj_crs_demote_to_2D)                                             \
  F(proj_crs_get_coordinate_system)                                    \
  F(proj_crs_get_datum_forced)                                         \
  F(proj_crs_get_sub_crs)                                              \
  F(proj_cs_get_axis_count)                                            \
  F(proj_cs_get_axis_info)                                             \
  F(proj_destroy)                                                      \
  F(proj_get_id_auth_name)                                             \
  F(proj_get_id_code)                                                  \
  F(proj_get_name)                                                     \
  F(proj_get_source_crs)                                               \
  F(proj_get_type)                                                     \
  F(proj_identify)                                                     \
  F(proj_int_list_destroy)                                             \
  F(proj_is_crs)                                                       \
  F(proj_is_equivalent_to_with_ctx)                                    \
  F(proj_list_destroy)                                                 \
  F(proj_list_get)                                                     \
  F(proj_list_get_count)                                               \
  F(proj_log_func)                                                     \
  F(proj_normalize_for_visualization)                                  \
  F(proj_operation_factory_context_destroy)                            \
  F(proj_operation_factory_context_set_allow_ballpark_transformations) \
  F(proj_operation_factory_context_set_area_of_interest)               \
  F(proj_operation_factory_context_set_grid_availability_use)          \
  F(proj_operation_factory_context_set_spatial_criterion)              \
  F(proj_trans_generic)                                                \
  F(proj_trans_get_last_used_operation)

namespace arete {

#define ARETE_DECLARE(name) extern decltype(&::name) name;
ARETE_PROJ_FUNCTIONS(ARETE_DECLARE)
#undef ARETE_DECLARE

namespace proj {

/// Any thread, any number of times. Throws Error(io) on `what` and `where` when the library is not there.
void load(std::string_view what, std::string_view where);

}  // namespace proj

}  // namespace arete
