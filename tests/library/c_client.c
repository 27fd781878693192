/* A program in C that uses all of the C interface: c_client CLOUD OUTPUT R1. Prints the hash; 1 and a line for the first thing that is not as it must be. */
#include <arete/arete.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(condition)                                                \
  do {                                                                 \
    if (!(condition)) {                                                \
      fprintf(stderr, "line %d: %s is not so\n", __LINE__, #condition); \
      exit(1);                                                         \
    }                                                                  \
  } while (0)

/* The call failed with this code and a text that has these words. */
static void mustFail(arete_code code, arete_code wanted, arete_error **made, const char *words) {
  const arete_error *const error = *made;
  if (code != wanted || arete_error_code(error) != wanted || strstr(arete_error_text(error), words) == NULL) {
    fprintf(stderr, "code %d, wanted %d: %s (wanted: %s)\n", (int)code, (int)wanted, arete_error_text(error), words);
    exit(1);
  }
  arete_error_free(*made);
  *made = NULL;
}

static void tryErrors(const arete_cloud *cloud) {
  const char *const noOption[] = {"colums=1,2", NULL}, *const noValue[] = {"r1", NULL}, *const noRadius[] = {"r1=-1", NULL},
                    *const noBackend[] = {"backend=quantum", NULL};
  const double bad[] = {0, 0, 1, NAN};
  double few[1];
  arete_error *error = NULL;
  arete_cloud *none = NULL;
  arete_curve *curve = NULL;
  arete_stop *stop = arete_stop_new();
  mustFail(arete_read("no-such.ply", NULL, NULL, &none, &error), ARETE_IO, &error, "no-such.ply");
  mustFail(arete_read(NULL, NULL, NULL, &none, &error), ARETE_WRONG_USE, &error, "path");
  mustFail(arete_read("no-such.ply", noOption, NULL, &none, &error), ARETE_WRONG_USE, &error, "colums");
  mustFail(arete_read("no-such.ply", NULL, NULL, NULL, &error), ARETE_WRONG_USE, &error, "NULL");
  mustFail(arete_cloud_from(bad, 2, 2, &none, &error), ARETE_BAD_INPUT, &error, "finite");
  mustFail(arete_cloud_from(bad, 2, 17, &none, &error), ARETE_WRONG_USE, &error, "17");
  MUST(none == NULL);
  mustFail(arete_detect(NULL, NULL, NULL, &curve, &error), ARETE_WRONG_USE, &error, "cloud");
  mustFail(arete_detect(cloud, noValue, NULL, &curve, &error), ARETE_WRONG_USE, &error, "name=value");
  mustFail(arete_detect(cloud, noRadius, NULL, &curve, &error), ARETE_WRONG_USE, &error, "r1");
  mustFail(arete_detect(cloud, noBackend, NULL, &curve, &error), ARETE_WRONG_USE, &error, "quantum");
  mustFail(arete_cloud_coordinates(cloud, few, 1, &error), ARETE_WRONG_USE, &error, "room");
  mustFail(arete_cloud_attribute(cloud, "none such", few, 1, &error), ARETE_WRONG_USE, &error, "none such");
  MUST(arete_detect(NULL, NULL, NULL, &curve, NULL) == ARETE_WRONG_USE); /* who wants no text gives NULL */
  arete_stop_request(stop);
  mustFail(arete_detect(cloud, NULL, stop, &curve, &error), ARETE_CANCELLED, &error, "cancelled");
  MUST(curve == NULL);
  arete_stop_free(stop);
}

static void tryNeighbours(void) {
  const double rows[] = {0, 0, 1, 0, 5, 0}, asked[] = {4, 0};
  const char *const brute[] = {"version=knn.cpu.v0", "threads=1", NULL};
  uint32_t indices[3] = {9, 9, 9};
  double distances[3];
  arete_error *error = NULL;
  MUST(arete_knn(rows, 3, asked, 1, 2, 2, NULL, NULL, indices, distances, &error) == ARETE_OK && error == NULL);
  MUST(indices[0] == 2 && indices[1] == 1 && distances[0] == 1 && distances[1] == 3);
  MUST(arete_knn(rows, 3, NULL, 0, 2, 1, brute, NULL, indices, NULL, NULL) == ARETE_OK);
  MUST(indices[0] == 1 && indices[1] == 0 && indices[2] == 1);
  mustFail(arete_knn(rows, 3, asked, 1, 2, 4, NULL, NULL, indices, distances, &error), ARETE_WRONG_USE, &error, "4");
}

static void tryBalls(void) {
  const double rows[] = {0, 0, 1, 0, 5, 0}, asked[] = {4, 0};
  const char *const brute[] = {"version=within.cpu.v0", "threads=1", NULL};
  uint64_t starts[4] = {9, 9, 9, 9};
  uint32_t indices[2] = {9, 9};
  double distances[2];
  arete_error *error = NULL;
  arete_neighbours *found = NULL;
  MUST(arete_within(rows, 3, asked, 1, 2, 3, NULL, NULL, &found, &error) == ARETE_OK && error == NULL);
  MUST(arete_neighbours_size(found) == 2 && arete_neighbours_starts(found, starts, 2, NULL) == ARETE_OK && starts[0] == 0 && starts[1] == 2);
  MUST(arete_neighbours_indices(found, indices, 2, NULL) == ARETE_OK && indices[0] == 2 && indices[1] == 1);
  MUST(arete_neighbours_distances(found, distances, 2, NULL) == ARETE_OK && distances[0] == 1 && distances[1] == 3);
  mustFail(arete_neighbours_indices(found, indices, 1, &error), ARETE_WRONG_USE, &error, "room");
  arete_neighbours_free(found);
  MUST(arete_within(rows, 3, NULL, 0, 2, 1, brute, NULL, &found, NULL) == ARETE_OK);
  MUST(arete_neighbours_starts(found, starts, 4, NULL) == ARETE_OK && starts[1] == 1 && starts[2] == 2 && starts[3] == 2);
  arete_neighbours_free(found);
  found = NULL;
  mustFail(arete_within(rows, 3, asked, 1, 2, -1, NULL, NULL, &found, &error), ARETE_WRONG_USE, &error, "radius");
  mustFail(arete_within(rows, 3, asked, 1, 2, 1, NULL, NULL, NULL, &error), ARETE_WRONG_USE, &error, "found");
  MUST(found == NULL && arete_neighbours_size(NULL) == 0);
  arete_neighbours_free(NULL);
}

/* Every index of the curve's lists is one of its points, and its edges are those of its chains. */
static void tryCurve(const arete_curve *curve) {
  const size_t points = arete_curve_size(curve), edges = arete_curve_edges(curve), d = (size_t)arete_curve_dimension(curve);
  double *rows = malloc(points * d * sizeof *rows);
  uint32_t *pairs = malloc(2 * edges * sizeof *pairs), *chain = malloc((points + 1) * sizeof *chain);
  size_t steps = 0, i, c;
  arete_error *error = NULL;
  MUST(points > 1 && edges > 0 && arete_curve_length(curve) > 0);
  MUST(arete_curve_points(curve, rows, points * d, NULL) == ARETE_OK && isfinite(rows[points * d - 1]));
  MUST(arete_curve_edge_list(curve, pairs, 2 * edges, NULL) == ARETE_OK);
  for (i = 0; i < 2 * edges; ++i) MUST(pairs[i] < points);
  for (c = 0; c < arete_curve_chains(curve); ++c) {
    const size_t size = arete_curve_chain_size(curve, c);
    MUST(size >= 2 && size <= points + 1);
    MUST(arete_curve_chain(curve, c, chain, size, NULL) == ARETE_OK);
    for (i = 0; i < size; ++i) MUST(chain[i] < points);
    steps += size - 1;
  }
  MUST(steps == edges);
  MUST(arete_curve_chain_size(curve, c) == 0);
  mustFail(arete_curve_chain(curve, c, chain, points, &error), ARETE_WRONG_USE, &error, "chain");
  free(rows), free(pairs), free(chain);
}

/* The same cloud from memory. */
static arete_cloud *copyOf(const arete_cloud *cloud) {
  const size_t numbers = arete_cloud_size(cloud) * (size_t)arete_cloud_dimension(cloud);
  double *rows = malloc(numbers * sizeof *rows);
  arete_cloud *copy = NULL;
  MUST(arete_cloud_coordinates(cloud, rows, numbers, NULL) == ARETE_OK);
  MUST(arete_cloud_from(rows, arete_cloud_size(cloud), arete_cloud_dimension(cloud), &copy, NULL) == ARETE_OK);
  MUST(arete_cloud_size(copy) == arete_cloud_size(cloud) && arete_cloud_attributes(copy) == 0);
  free(rows);
  return copy;
}

int main(int count, char **words) {
  char r1[64];
  const char *const options[] = {"backend=cpu", r1, "threads=2", NULL}, *const format[] = {"format=obj", NULL};
  arete_error *error = NULL;
  arete_cloud *cloud = NULL, *copy;
  arete_curve *curve = NULL, *again = NULL;
  MUST(count == 4 && strlen(words[3]) < 32);
  sprintf(r1, "r1=%s", words[3]);
  MUST(strncmp(arete_version(), "0.", 2) == 0);
  MUST(arete_error_code(NULL) == ARETE_OK && arete_cloud_size(NULL) == 0 && arete_curve_hash(NULL) == NULL);
  arete_cloud_free(NULL), arete_curve_free(NULL), arete_error_free(NULL), arete_stop_free(NULL);

  MUST(arete_read(words[1], NULL, NULL, &cloud, &error) == ARETE_OK && error == NULL);
  MUST(arete_cloud_warning(cloud, arete_cloud_warnings(cloud)) == NULL && strcmp(arete_cloud_crs(cloud), "") == 0);
  MUST(arete_cloud_attribute_name(cloud, arete_cloud_attributes(cloud)) == NULL);
  MUST(arete_detect(cloud, options, NULL, &curve, &error) == ARETE_OK);
  copy = copyOf(cloud);
  MUST(arete_detect(copy, options, NULL, &again, NULL) == ARETE_OK);
  MUST(strcmp(arete_curve_hash(curve), arete_curve_hash(again)) == 0);
  MUST(arete_write(curve, words[2], format, NULL, &error) == ARETE_OK);
  mustFail(arete_write(curve, "x.none", NULL, NULL, &error), ARETE_WRONG_USE, &error, "none");
  tryErrors(cloud);
  tryCurve(curve);
  tryNeighbours();
  tryBalls();
  printf("%s\n", arete_curve_hash(curve));
  arete_cloud_free(cloud), arete_cloud_free(copy), arete_curve_free(curve), arete_curve_free(again);
  return 0;
}
