#include "compute/mine/user_rows.h"

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>
#include <utility>

#include "compute/catalog/add_version.h"
#include "compute/chains/evolve/assigned_sums.h"
#include "compute/core/distance.h"
#include "compute/mine/teaching.h"

namespace arete::mine {

namespace {

constexpr size_t kMostUserVersions = 64;

/// What a row of the catalogue points to: it stays, as others hold rows of before.
struct UserRow {
  std::shared_ptr<const UserVersion> version;
  std::vector<const ParamInfo*> parameters;
  std::string label, shows;
};

std::mutex mutex;
std::deque<UserRow>& rows() {
  static std::deque<UserRow> all;
  return all;
}

/// A row holds a plain function, so each id has one of its own, which knows its number: of the newest version of that id.
std::vector<std::shared_ptr<const UserVersion>>& newest() {
  static std::vector<std::shared_ptr<const UserVersion>> all;
  return all;
}

std::shared_ptr<const UserVersion> versionAt(size_t number) {
  const std::lock_guard lock(mutex);
  return newest()[number];
}

/// The number of its id. A version in whose place it comes rests from now on. Called with the mutex.
size_t numberOf(const std::shared_ptr<const UserVersion>& version) {
  auto& all = newest();
  const auto same = std::ranges::find(all, version->id, [](const auto& each) { return each->id; });
  if (same == all.end() && all.size() == kMostUserVersions)
    throw Error(ErrorKind::wrongUse, "cannot add a version", version->file, "there are " + std::to_string(kMostUserVersions) + " already",
                "start the program again");
  if (same == all.end()) return all.push_back(version), all.size() - 1;
  if (*same != version) (*same)->rest();
  *same = version;
  return size_t(same - all.begin());
}

int threadsOf(const StageContext& context) { return context.device.threads().size(); }

/// Asks the version which chosen point each point belongs to; sums and moves are those of row 0.
template <class T>
class UserEvolver final : public Evolver {
 public:
  UserEvolver(std::shared_ptr<const UserVersion> version, const EvolveInput& in, const StageContext& context)
      : cloud_(in.cloud), r1_(in.r1), rule_(in), session_(std::move(version), in.cloud.points(), in.params, context.stop) {}

  void reset(const PointArray& chosen, const StageContext&) override { chosen_ = chosen.withLayout(Layout::row); }
  PointArray chosen() const override { return chosen_; }

  EvolveStep step(const StageContext& context) override {
    const TeachingNumbers nearest = ask(context);
    const auto sums = cpu::sumsOf<T>(cloud_, chosen_.size(), rule_.scale(), context, true, [&](size_t i) { return nearest[i]; });
    return {rule_.move(sums, chosen_), cloud_.size()};
  }

  std::vector<uint32_t> assignment(const StageContext& context) override {
    const TeachingNumbers nearest = ask(context);
    return {nearest.begin(), nearest.end()};
  }

 private:
  TeachingNumbers ask(const StageContext& context) {
    return session_.ask({.others = &chosen_, .radius = r1_, .threads = threadsOf(context)}, context.stop);
  }

  const PointCloud cloud_;
  const double r1_;
  const cpu::MeanRule<T> rule_;
  TeachingSession session_;
  PointArray chosen_;
};

/// Asks for indices; distances are those of every version.
class UserSearcher final : public KnnSearcher {
 public:
  UserSearcher(std::shared_ptr<const UserVersion> version, const KnnInput& in, const StageContext& context)
      : KnnSearcher(in), session_(std::move(version), in.reference, in.params, context.stop) {}

 protected:
  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    const uint32_t asked = query.k + (query.excludeSelf ? 1 : 0);
    const TeachingNumbers numbers = session_.ask({.others = &query.points, .k = asked, .threads = threadsOf(context)}, context.stop);
    withScalarType(reference_.scalar(), [&]<class T>() {
      const PointsView<T> points = query.points.view<T>(), references = reference_.view<T>();
      for (uint32_t i = 0; i < found.queries; ++i) {
        const std::span<const uint32_t> row(&numbers[size_t(i) * asked], asked);
        size_t at = size_t(i) * query.k;
        for (const size_t end = at + query.k; const uint32_t index : row) {
          if ((query.excludeSelf && index == i) || at == end) continue;
          found.indices[at] = index;
          found.squared<T>()[at++] = shared::squaredDistance(points.point(i), points.coordinateStride, references.point(index),
                                                             references.coordinateStride, points.dimension);
        }
      }
    });
    found.times.query = session_.milliseconds();
  }

 private:
  TeachingSession session_;
};

template <size_t number>
std::vector<uint32_t> choose(const ChooseInput& in, const StageContext& context) {
  TeachingSession session(versionAt(number), in.cloud.points(), in.params, context.stop);
  return flagged(session.ask({.radius = in.r1, .threads = threadsOf(context)}, context.stop));
}

template <size_t number>
std::unique_ptr<Evolver> evolve(const EvolveInput& in, const StageContext& context) {
  return withScalarType(in.cloud.scalar(),
                        [&]<class T>() -> std::unique_ptr<Evolver> { return std::make_unique<UserEvolver<T>>(versionAt(number), in, context); });
}

template <size_t number>
std::vector<uint32_t> decimate(const DecimateInput& in, const StageContext& context) {
  if (in.chosen.empty()) return {};
  TeachingSession session(versionAt(number), in.chosen, in.params, context.stop);
  return flagged(session.ask({.radius = in.r2, .threads = threadsOf(context)}, context.stop));
}

template <size_t number>
std::unique_ptr<KnnSearcher> knn(const KnnInput& in, const StageContext& context) {
  return std::make_unique<UserSearcher>(versionAt(number), in, context);
}

struct FunctionsOfRow {
  ChooseFunction choose;
  EvolveFunction evolve;
  DecimateFunction decimate;
  KnnFunction knn;
};

template <size_t... number>
constexpr std::array<FunctionsOfRow, sizeof...(number)> functionsOf(std::index_sequence<number...>) {
  return {FunctionsOfRow{&choose<number>, &evolve<number>, &decimate<number>, &knn<number>}...};
}
constexpr auto kFunctions = functionsOf(std::make_index_sequence<kMostUserVersions>());

VersionFunction functionOf(TeachingStage stage, size_t number) {
  switch (stage) {
    case TeachingStage::choose: return kFunctions[number].choose;
    case TeachingStage::decimate: return kFunctions[number].decimate;
    case TeachingStage::knn: return kFunctions[number].knn;
    case TeachingStage::evolve: break;
  }
  return kFunctions[number].evolve;
}

}  // namespace

const Version& addUserVersion(std::shared_ptr<const UserVersion> version) {
  const std::lock_guard lock(mutex);
  const size_t number = numberOf(version);
  UserRow& row = rows().emplace_back(UserRow{version, {}, version->name + " (yours)", {}});
  if (version->stage == Stage::evolve) row.parameters = {&kToleranceParam, &kMoveRuleParam};
  row.parameters.insert(row.parameters.end(), version->parameters.begin(), version->parameters.end());
  row.shows = version->head.empty() ? "A version from " + version->file + ", which has no comment at its head." : version->head;
  return addVersion({.id = version->id,
                     .exact = false,
                     .forStudy = true,
                     .label = row.label,
                     .shows = row.shows,
                     .source = version->file,
                     .parameters = row.parameters,
                     .function = functionOf(version->teachingStage, number),
                     .stage = version->stage,
                     .backend = version->backend,
                     .ofUser = true,
                     .text = version->source});
}

/// The newest one whose text this is.
static std::shared_ptr<const UserVersion> newestWith(const std::string UserVersion::*text, std::string_view wanted) {
  const std::lock_guard lock(mutex);
  const auto found = std::ranges::find(newest(), wanted, [text](const auto& each) -> std::string_view { return (*each).*text; });
  return found == newest().end() ? nullptr : *found;
}

std::shared_ptr<const UserVersion> userVersion(std::string_view id) { return newestWith(&UserVersion::id, id); }
std::shared_ptr<const UserVersion> userVersionOfFile(std::string_view file) { return newestWith(&UserVersion::file, file); }

}  // namespace arete::mine
