/* The library for C, and for all that calls C: R, Julia, Rust, Fortran. C99; C++ may include it too. docs/library-c.md

   Handles are opaque. Each is freed once by its ..._free, which takes NULL too. Functions that may fail return a code, ARETE_OK = 0, and take an
   `arete_error **error` last: where it is not NULL, *error becomes the error, which the caller frees, or NULL. Where a function fails, nothing else
   that it was to fill is changed. Options are an array of strings "name=value" with NULL at its end, or NULL. Text is UTF-8. */
#ifndef ARETE_ARETE_H
#define ARETE_ARETE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ARETE_C_API __attribute__((visibility("default")))

/* What is at fault: as Fault of the C++ library, plus one. */
typedef enum arete_code {
  ARETE_OK = 0,
  ARETE_BAD_INPUT = 1,     /* the data */
  ARETE_WRONG_USE = 2,     /* the way a function was called */
  ARETE_IO = 3,            /* a file or disk */
  ARETE_OUT_OF_MEMORY = 4, /* too little memory */
  ARETE_DEVICE_LOST = 5,   /* a GPU that answers nothing more until the program is started again */
  ARETE_INTERNAL = 6,      /* the library */
  ARETE_CANCELLED = 7      /* nothing: arete_stop_request() ended the work */
} arete_code;

typedef struct arete_error arete_error;
typedef struct arete_stop arete_stop;
typedef struct arete_cloud arete_cloud;
typedef struct arete_curve arete_curve;
typedef struct arete_neighbours arete_neighbours;

/* The version of the library that the program runs with, "0.2.0". */
ARETE_C_API const char* arete_version(void);

/* The code, and what failed, where, why and what to do, in one text that lives as long as the error. Of NULL: ARETE_OK and "". */
ARETE_C_API arete_code arete_error_code(const arete_error* error);
ARETE_C_API const char* arete_error_text(const arete_error* error);
ARETE_C_API void arete_error_free(arete_error* error);

/* Ends work that was given it, from any thread, as a rule within 100 ms. NULL where memory is out. One may be given to several calls, and is freed
   after them. */
ARETE_C_API arete_stop* arete_stop_new(void);
ARETE_C_API void arete_stop_request(arete_stop* stop);
ARETE_C_API void arete_stop_free(arete_stop* stop);

/* Reads a cloud; the content decides the format. Options: columns (x,y,z by name or by number from 1), where (a condition), track-column, crs,
   threads. stop may be NULL. */
ARETE_C_API arete_code arete_read(const char* path, const char* const* options, arete_stop* stop, arete_cloud** cloud, arete_error** error);
/* A cloud of `points` rows of `dimension` coordinates, row after row, all finite. They are copied. */
ARETE_C_API arete_code arete_cloud_from(const double* rows, size_t points, int dimension, arete_cloud** cloud, arete_error** error);
ARETE_C_API void arete_cloud_free(arete_cloud* cloud);

/* Clouds never change; any number of threads may use one. Of NULL all numbers are 0, all texts NULL. */
ARETE_C_API size_t arete_cloud_size(const arete_cloud* cloud);
ARETE_C_API int arete_cloud_dimension(const arete_cloud* cloud);
/* The coordinate system as the file names it, or "". */
ARETE_C_API const char* arete_cloud_crs(const arete_cloud* cloud);
/* How many sentences say what the reader found odd, and each; NULL beyond. */
ARETE_C_API size_t arete_cloud_warnings(const arete_cloud* cloud);
ARETE_C_API const char* arete_cloud_warning(const arete_cloud* cloud, size_t index);
/* How many attributes points have, and the name of each; NULL beyond. */
ARETE_C_API size_t arete_cloud_attributes(const arete_cloud* cloud);
ARETE_C_API const char* arete_cloud_attribute_name(const arete_cloud* cloud, size_t index);
/* Fills size · dimension coordinates, in the units of the file. `room`: how many numbers fit; ARETE_WRONG_USE where these are too few. */
ARETE_C_API arete_code arete_cloud_coordinates(const arete_cloud* cloud, double* rows, size_t room, arete_error** error);
/* Fills size values of an attribute; NaN where the file has none. */
ARETE_C_API arete_code arete_cloud_attribute(const arete_cloud* cloud, const char* name, double* values, size_t room, arete_error** error);

/* Finds the curve. Options: backend (auto, cpu, cuda), version (an id; may be given for each stage), and every parameter of `arete-cli detect` by its
   flag without dashes in front: r1, r2, curve (chains, network), threads, tolerance ... */
ARETE_C_API arete_code arete_detect(const arete_cloud* cloud, const char* const* options, arete_stop* stop, arete_curve** curve, arete_error** error);
ARETE_C_API void arete_curve_free(arete_curve* curve);

/* Curves never change; any number of threads may use one. Indices are of its points, from 0. Of NULL all numbers are 0, all texts NULL. */
ARETE_C_API size_t arete_curve_size(const arete_curve* curve);
ARETE_C_API int arete_curve_dimension(const arete_curve* curve);
ARETE_C_API double arete_curve_length(const arete_curve* curve);
ARETE_C_API double arete_curve_r1(const arete_curve* curve);
/* SHA-256 of the bits of points and edges, in hex. */
ARETE_C_API const char* arete_curve_hash(const arete_curve* curve);
ARETE_C_API size_t arete_curve_edges(const arete_curve* curve);
ARETE_C_API size_t arete_curve_chains(const arete_curve* curve);
/* How many indices a chain has; 0 beyond the last one. */
ARETE_C_API size_t arete_curve_chain_size(const arete_curve* curve, size_t chain);
/* Fills size · dimension coordinates in the units of the cloud; 2 · edges indices; chain_size indices, of which a closed one repeats its first. */
ARETE_C_API arete_code arete_curve_points(const arete_curve* curve, double* rows, size_t room, arete_error** error);
ARETE_C_API arete_code arete_curve_edge_list(const arete_curve* curve, uint32_t* pairs, size_t room, arete_error** error);
ARETE_C_API arete_code arete_curve_chain(const arete_curve* curve, size_t chain, uint32_t* indices, size_t room, arete_error** error);

/* Writes a curve, whole or not at all. Options: format (an id; else by the path's extension), crs, swc-loops (refuse, cut). */
ARETE_C_API arete_code arete_write(const arete_curve* curve, const char* path, const char* const* options, arete_stop* stop, arete_error** error);

/* The k nearest of `count` reference rows for each of `query_count` rows, nearest first, equally near ones by index: fills query_count · k indices
   and as many distances; either may be NULL. Where queries is NULL, query_count is 0 and the queries are the reference, each row without itself.
   Options: backend, threads, version. */
ARETE_C_API arete_code arete_knn(const double* reference, size_t count, const double* queries, size_t query_count, int dimension, uint32_t k,
                                 const char* const* options, arete_stop* stop, uint32_t* indices, double* distances, arete_error** error);

/* All reference rows that are no farther than the radius, which is >= 0, from each of `query_count` rows, nearest first, equally near ones by index.
   The same arguments otherwise; `version` is one of within. */
ARETE_C_API arete_code arete_within(const double* reference, size_t count, const double* queries, size_t query_count, int dimension, double radius,
                                    const char* const* options, arete_stop* stop, arete_neighbours** found, arete_error** error);
ARETE_C_API void arete_neighbours_free(arete_neighbours* found);
/* How many neighbours all queries have together; 0 of NULL. */
ARETE_C_API size_t arete_neighbours_size(const arete_neighbours* found);
/* Fills one number more than there are queries: the neighbours of query i lie from starts[i] to starts[i + 1]. */
ARETE_C_API arete_code arete_neighbours_starts(const arete_neighbours* found, uint64_t* starts, size_t room, arete_error** error);
/* Fills size indices of reference rows, size distances. */
ARETE_C_API arete_code arete_neighbours_indices(const arete_neighbours* found, uint32_t* indices, size_t room, arete_error** error);
ARETE_C_API arete_code arete_neighbours_distances(const arete_neighbours* found, double* distances, size_t room, arete_error** error);

#ifdef __cplusplus
}
#endif

#endif
