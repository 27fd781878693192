#include "compute/io/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "compute/core/checksum.h"
#include "compute/core/error.h"
#include "compute/files/atomic_file.h"
#include "compute/files/disk_file.h"
#include "compute/io/input_identity.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

constexpr uint64_t kMagic = 0x3170636574657261;  // "aretecp1"
constexpr std::string_view kCannotResume = "cannot go on from this checkpoint";

struct Header {
  uint64_t magic = kMagic;
  uint32_t scalar = 0, dimension = 0;
  uint64_t points = 0;  // of the cloud
  uint32_t distancesInRange = 0, inputs = 0, settings = 0, steps = 0, chosen = 0, unused = 0;
};
static_assert(sizeof(Header) == 48);

struct Step {
  std::array<char, 16> stage{};  // its id
  uint64_t lookedAt = 0;
  double milliseconds = 0, device_ms = 0;
  uint32_t round = 0, inRound = 0, chosen = 0, moved = 0, removed = 0, unused = 0;
};
static_assert(sizeof(Step) == 64);

class Writer {
 public:
  explicit Writer(const fs::path& path) : file_(path) {}

  void put(std::span<const std::byte> bytes) {
    file_.write(bytes);
    sum_.add(bytes);
  }
  template <class T>
  void putAll(std::span<const T> values) {
    put(std::as_bytes(values));
  }
  void putText(std::string text) {
    const auto size = uint32_t(text.size());
    text.resize((text.size() + 3) / 4 * 4);
    putAll(std::span(&size, 1));
    putAll(std::span<const char>(text));
  }
  bool commit() {
    const uint64_t sum = sum_.value();
    file_.write(std::as_bytes(std::span(&sum, 1)));
    return file_.commit();
  }

 private:
  AtomicFile file_;
  Checksum sum_;
};

class Reader {
 public:
  explicit Reader(const fs::path& path) : file_(DiskFile::openToRead(path)), left_(file_.size()) {}

  [[noreturn]] void refuse(std::string_view reason) const {
    throw Error(ErrorKind::badInput, kCannotResume, file_.path().string() + ", byte " + std::to_string(at_), reason, "start the detection anew");
  }
  /// Nothing is allocated for what the file cannot hold.
  void expect(uint64_t count, uint64_t bytes) const {
    if (count > left_ / bytes) refuse("it ends too early");
  }
  void get(std::span<std::byte> bytes) {
    expect(bytes.size(), 1);
    file_.read(at_, bytes);
    sum_.add(bytes);
    at_ += bytes.size(), left_ -= bytes.size();
  }
  template <class T>
  void getAll(std::span<T> values) {
    get(std::as_writable_bytes(values));
  }
  template <class T>
  T getOne() {
    T value;
    getAll(std::span(&value, 1));
    return value;
  }
  std::string getText() {
    const auto size = getOne<uint32_t>();
    expect((uint64_t(size) + 3) / 4, 4);
    std::string text((size_t(size) + 3) / 4 * 4, '\0');
    getAll(std::span<char>(text));
    text.resize(size);
    return text;
  }
  void finish() {
    const uint64_t expected = sum_.value();
    if (getOne<uint64_t>() != expected || left_ != 0) refuse("its checksum differs: it is damaged");
  }

 private:
  DiskFile file_;
  uint64_t at_ = 0, left_;
  Checksum sum_;
};

Step written(const StepRecord& record) {
  Step step{.stage = {},
            .lookedAt = record.lookedAt,
            .milliseconds = record.milliseconds,
            .device_ms = record.device_ms,
            .round = record.round,
            .inRound = record.inRound,
            .chosen = record.chosen,
            .moved = record.moved,
            .removed = record.removed};
  name(record.stage).copy(step.stage.data(), step.stage.size());
  return step;
}

StepRecord readStep(Reader& reader) {
  const auto step = reader.getOne<Step>();
  const std::string_view id(step.stage.data(), size_t(std::ranges::find(step.stage, '\0') - step.stage.begin()));
  const auto stage = std::ranges::find(kStages, id, [](Stage each) { return name(each); });
  if (stage == kStages.end()) reader.refuse("a step is of no known stage");
  for (const double time : {step.milliseconds, step.device_ms})
    if (!(time >= 0 && std::isfinite(time))) reader.refuse("a step's time is no number");
  return {.stage = *stage,
          .round = step.round,
          .inRound = step.inRound,
          .chosen = step.chosen,
          .moved = step.moved,
          .removed = step.removed,
          .lookedAt = step.lookedAt,
          .milliseconds = step.milliseconds,
          .device_ms = step.device_ms};
}

void readFinite(Reader& reader, std::span<double> values) {
  reader.getAll(values);
  for (const double value : values)
    if (!std::isfinite(value)) reader.refuse("a coordinate of the cloud's bounds is not finite");
}

CloudFacts readFacts(Reader& reader, const Header& header) {
  CloudFacts facts{.count = header.points,
                   .dimension = int(header.dimension),
                   .scalar = Scalar(header.scalar),
                   .origin = {},
                   .bounds = {},
                   .distancesInRange = header.distancesInRange == 1,
                   .scale = {}};
  for (auto* each : {&facts.origin, &facts.bounds.minimum, &facts.bounds.maximum}) readFinite(reader, std::span(*each).first(header.dimension));
  for (size_t k = 0; k < header.dimension; ++k)
    if (facts.bounds.minimum[k] > facts.bounds.maximum[k]) reader.refuse("the cloud's bounds are upside down");
  facts.scale = makeFixedScale(facts);
  return facts;
}

template <class T>
ChosenState readState(Reader& reader, const Header& header) {
  reader.expect(header.chosen, sizeof(uint64_t) + header.dimension * sizeof(T));
  std::vector<uint64_t> origin(header.chosen);
  reader.getAll(std::span(origin));
  std::vector<uint64_t> sorted = origin;
  std::ranges::sort(sorted);
  if ((!sorted.empty() && sorted.back() >= header.points) || std::ranges::adjacent_find(sorted) != sorted.end())
    reader.refuse("two chosen points come from one point, or from none");
  PointArray points(Scalar(header.scalar), int(header.dimension), header.chosen);
  auto& places = points.elements<T>();
  reader.getAll(std::span<T>(places.data(), places.size()));
  for (const T coordinate : places)
    if (!std::isfinite(coordinate)) reader.refuse("the coordinate of a chosen point is not finite");
  return {.points = std::move(points), .origin = std::move(origin)};
}

}  // namespace

std::vector<std::string> writeCheckpoint(const fs::path& path, const Checkpoint& checkpoint) {
  const CloudFacts& facts = checkpoint.facts;
  const auto d = size_t(facts.dimension);
  Writer writer(path);
  const Header header{.scalar = uint32_t(facts.scalar),
                      .dimension = uint32_t(d),
                      .points = facts.count,
                      .distancesInRange = facts.distancesInRange,
                      .inputs = uint32_t(checkpoint.input.size()),
                      .settings = uint32_t(checkpoint.settings.size()),
                      .steps = uint32_t(checkpoint.history.size()),
                      .chosen = checkpoint.state.points->size()};
  writer.putAll(std::span(&header, 1));
  for (const auto* each : {&facts.origin, &facts.bounds.minimum, &facts.bounds.maximum}) writer.putAll(std::span(*each).first(d));
  for (const auto* texts : {&checkpoint.input, &checkpoint.settings})
    for (const std::string& text : *texts) writer.putText(text);
  for (const StepRecord& record : checkpoint.history) {
    const Step step = written(record);
    writer.putAll(std::span(&step, 1));
  }
  writer.putAll(std::span(*checkpoint.state.origin));
  withScalarType(facts.scalar, [&]<class T>() {
    const auto& places = checkpoint.state.points->elements<T>();
    writer.putAll(std::span<const T>(places.data(), places.size()));
  });
  if (!writer.commit()) return {std::string(kNotDurable)};
  return {};
}

Checkpoint readCheckpoint(const fs::path& path) {
  Reader reader(path);
  const auto header = reader.getOne<Header>();
  if (header.magic != kMagic) reader.refuse("it is no checkpoint of this version of the program");
  if (header.scalar > uint32_t(Scalar::float64) || header.dimension < 1 || header.dimension > kMaxDimension || header.distancesInRange > 1)
    reader.refuse("it is damaged");
  Checkpoint checkpoint{.facts = readFacts(reader, header), .input = {}, .settings = {}, .history = {}, .state = {}};
  reader.expect(uint64_t(header.inputs) + header.settings, sizeof(uint32_t));
  for (uint32_t i = 0; i < header.inputs; ++i) checkpoint.input.push_back(reader.getText());
  for (uint32_t i = 0; i < header.settings; ++i) checkpoint.settings.push_back(reader.getText());
  reader.expect(header.steps, sizeof(Step));
  for (uint32_t i = 0; i < header.steps; ++i) checkpoint.history.push_back(readStep(reader));
  checkpoint.state = withScalarType(Scalar(header.scalar), [&]<class T>() { return readState<T>(reader, header); });
  reader.finish();
  return checkpoint;
}

bool CheckpointFolder::any() const {
  std::error_code ignored;
  return std::ranges::any_of(files_, [&](const fs::path& file) { return fs::exists(file, ignored); });
}

std::optional<Checkpoint> CheckpointFolder::newest(std::vector<std::string>& warnings) {
  std::optional<Checkpoint> best;
  std::optional<Error> damaged;
  for (size_t i = 0; i < files_.size(); ++i) {
    std::error_code ignored;
    if (!fs::exists(files_[i], ignored)) continue;
    try {
      Checkpoint found = readCheckpoint(files_[i]);
      if (best && best->history.size() >= found.history.size()) continue;
      best = std::move(found);
      next_ = 1 - i;
    } catch (const Error& error) {
      damaged = error;
    }
  }
  if (damaged && !best) throw *damaged;
  if (damaged) warnings.emplace_back(damaged->what());
  return best;
}

std::vector<std::string> CheckpointFolder::write(const Checkpoint& checkpoint) {
  std::vector<std::string> warnings = writeCheckpoint(files_[next_], checkpoint);
  next_ = 1 - next_;
  return warnings;
}

void CheckpointFolder::remove() const {
  std::error_code ignored;
  for (const fs::path& file : files_) fs::remove(file, ignored);
}

void checkSameInput(const Checkpoint& checkpoint, const std::vector<std::string>& input, std::span<const fs::path> files) {
  checkSameInput({.cannot = kCannotResume, .made = "it was begun", .all = checkpoint.input}, input, files);
}

}  // namespace arete
