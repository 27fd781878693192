#include "compute/neighbours/knn/contract.h"

#include "compute/core/counted_time.h"
#include "compute/core/error.h"

namespace arete {

const ParamInfo kVocabularyChildrenParam{.id = "vocabulary_children",
                                         .label = "Children (K)",
                                         .unit = "",
                                         .kind = ParamKind::integer,
                                         .minimum = 2,
                                         .maximum = 64,
                                         .defaultValue = 8,
                                         .help = "Means by which the points of a node are divided."};
const ParamInfo kVocabularyLevelsParam{.id = "vocabulary_levels",
                                       .label = "Levels (L)",
                                       .unit = "",
                                       .kind = ParamKind::integer,
                                       .minimum = 1,
                                       .maximum = 16,
                                       .defaultValue = 5,
                                       .help = "Levels of division: there are at most K to the power of L leaves."};
const ParamInfo kVocabularyProbesParam{.id = "vocabulary_probes",
                                       .label = "Leaves looked at",
                                       .unit = "",
                                       .kind = ParamKind::integer,
                                       .minimum = 1,
                                       .maximum = 4096,
                                       .defaultValue = 8,
                                       .help = "Leaves that a query looks through, nearest means first: more find more of the true neighbours."};

const ParamInfo kLeafCapacityParam{.id = "leaf_capacity",
                                   .label = "Points in a leaf",
                                   .unit = "",
                                   .kind = ParamKind::integer,
                                   .minimum = 64,
                                   .maximum = 1 << 24,
                                   .defaultValue = 1 << 16,
                                   .help = "At most; smaller leaves cost more reading and boxes, larger ones more sorting and memory.",
                                   .logarithmic = true};
const ParamInfo kMaxMemoryParam{.id = "max_memory",
                                .label = "Memory",
                                .unit = "MB",
                                .kind = ParamKind::integer,
                                .minimum = 32,
                                .maximum = 1 << 22,
                                .defaultValue = 1024,
                                .help = "For building and searching; the rest of the cloud stays on the disk.",
                                .logarithmic = true};
const ParamInfo kDeviceMemoryParam{.id = "device_memory",
                                   .label = "Memory of the GPU",
                                   .unit = "MB",
                                   .kind = ParamKind::integer,
                                   .minimum = 0,
                                   .maximum = 1 << 22,
                                   .defaultValue = 0,
                                   .help = "At most; what it does not hold passes through it.",
                                   .zeroText = "most of what is free"};

namespace {

[[noreturn]] void refuse(const std::string& reason, std::string_view hint) {
  throw Error(ErrorKind::wrongUse, "cannot search neighbours", "", reason, hint);
}

PointsShape shapeOf(const PointArray& points) { return {points.size(), points.dimension(), points.scalar()}; }

}  // namespace

void checkKnnQuery(const PointsShape& reference, const PointsShape& queries, uint32_t neighbours, bool excludeSelf, uint32_t mostNeighbours) {
  const std::string k = std::to_string(neighbours), n = std::to_string(reference.size);
  if (queries.dimension != reference.dimension)
    refuse("queries have " + std::to_string(queries.dimension) + " coordinates, reference points " + std::to_string(reference.dimension),
           "give points of the same space");
  if (queries.scalar != reference.scalar) refuse("queries and reference have coordinates of different types", "convert one of them");
  if (neighbours == 0) refuse("k is 0", "give 1 or more");
  if (neighbours > mostNeighbours)
    refuse("k is " + k + ", and this version finds at most " + std::to_string(mostNeighbours),
           mostNeighbours < kMostNeighbours ? "ask for fewer, or use another version, such as a backend's 'best'" : "ask for fewer");
  if (neighbours > reference.size) refuse("k is " + k + ", but there are only " + n + " reference points", "ask for fewer");
  if (excludeSelf && queries.size != reference.size) refuse("queries can leave themselves out only when they are the reference", "");
  if (excludeSelf && neighbours == reference.size)
    refuse("k is " + k + ", but without itself a point has only " + std::to_string(reference.size - 1) + " others", "ask for fewer");
}

Neighbours KnnSearcher::query(const KnnQuery& query, const StageContext& context) {
  const CountedWatch watch;
  checkKnnQuery(shapeOf(reference_), shapeOf(query.points), query.k, query.excludeSelf, mostNeighbours_);
  context.checkStop();
  Neighbours found;
  found.queries = query.points.size();
  found.k = query.k;
  const size_t size = size_t(found.queries) * found.k;
  found.indices.reserve(size * query.indexRoom);
  found.indices.resize(size);
  withScalarType(reference_.scalar(), [&]<class T>() { found.squaredDistances.emplace<LargeVector<T>>().resize(size); });
  if (found.queries > 0) search(query, found, context);

  KnnTimes& times = found.times;
  times.total = watch.milliseconds();
  if (times.query == 0) times.query = times.total - times.build - times.transfer;
  times.transfer += spent_.transfer;
  times.build += spent_.build;
  times.total += spent_.total;
  spent_ = {};
  return found;
}

std::unique_ptr<KnnSearcher> makeSearcher(KnnFunction version, const KnnInput& input, const StageContext& context) {
  const CountedWatch watch;
  std::unique_ptr<KnnSearcher> searcher = version(input, context);
  KnnTimes& spent = searcher->spent_;
  spent.total = watch.milliseconds();
  if (spent.build == 0 && spent.transfer == 0) spent.build = spent.total;
  return searcher;
}

Neighbours nearestNeighbours(KnnFunction version, const KnnInput& input, const KnnQuery& query, const StageContext& context) {
  return makeSearcher(version, input, context)->query(query, context);
}

}  // namespace arete
