#include "compute/mine/teaching.h"

#include <arete/version.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <utility>

#include "compute/core/counted_time.h"
#include "compute/mine/worker_words.h"

namespace arete::mine {

namespace {

using Clock = std::chrono::steady_clock;

/// Adds the wall time of a scope, less the function's, to what is not counted.
class Uncounted {
 public:
  explicit Uncounted(const double& counted) : counted_(counted) {}
  Uncounted(const Uncounted&) = delete;
  Uncounted& operator=(const Uncounted&) = delete;
  ~Uncounted() { uncountedTime_ms() += std::chrono::duration<double, std::milli>(Clock::now() - start_).count() - counted_; }

 private:
  const double& counted_;
  Clock::time_point start_ = Clock::now();
};

template <class T>
void copyPoints(const PointsView<T>& view, Layout layout, T* to) {
  const auto d = size_t(view.dimension);
  const size_t perPoint = layout == Layout::row ? d : 1, perAxis = layout == Layout::row ? 1 : view.count;
  for (size_t i = 0; i < view.count; ++i)
    for (size_t k = 0; k < d; ++k) to[i * perPoint + k * perAxis] = view.at(i, int(k));
}

bool hasFlags(TeachingStage stage) { return stage == TeachingStage::choose || stage == TeachingStage::decimate; }

}  // namespace

TeachingSession::TeachingSession(std::shared_ptr<const UserVersion> version, const PointArray& points, const ParamValues& params,
                                 const std::stop_token& stop)
    : version_(std::move(version)) {
  const double none = 0;
  const Uncounted uncounted(none);
  const bool isFloat = points.scalar() == Scalar::float32;
  if (isFloat ? !version_->takesFloats : !version_->takesDoubles)
    throw Error(ErrorKind::wrongUse, "cannot use the version", version_->file,
                std::string("it takes no ") + (isFloat ? "float" : "double") + " coordinates, which this cloud has",
                "declare it with ARETE_DECLARE_VERSION, for both types");
  worker_ = version_->takeWorker(stop);
  Control& control = worker_->control();
  control.isDouble = !isFloat, control.dimension = uint32_t(points.dimension());
  const std::vector<double> values = version_->valuesOf(params);
  std::ranges::copy(values, control.parameters);
  count_ = points.size();
  control.bytes[size_t(Slot::others)] = 0;
  write(Slot::points, points, stop);
}

TeachingSession::~TeachingSession() {
  if (worker_) version_->giveBack(std::move(worker_));
}

void TeachingSession::write(Slot slot, const PointArray& points, const std::stop_token& stop) {
  withScalarType(points.scalar(), [&]<class T>() {
    const size_t bytes = size_t(points.size()) * size_t(points.dimension()) * sizeof(T);
    copyPoints(points.view<T>(), version_->layout, reinterpret_cast<T*>(worker_->input(slot, bytes, stop)));
  });
}

TeachingNumbers TeachingSession::ask(const TeachingQuestion& question, const std::stop_token& stop) {
  milliseconds_ = 0;
  const Uncounted uncounted(milliseconds_);
  if (!worker_) throw Error(ErrorKind::badInput, "your version failed", version_->file, "it has failed before");
  const TeachingStage stage = version_->teachingStage;
  try {
    Control& control = worker_->control();
    const uint32_t others = question.others != nullptr ? question.others->size() : 0;
    control.n = count_, control.m = stage == TeachingStage::decimate ? count_ : others;
    control.k = question.k, control.radius = question.radius, control.threads = uint32_t(question.threads);
    if (question.others != nullptr) write(Slot::others, *question.others, stop);
    const size_t elements = stage == TeachingStage::knn ? size_t(others) * question.k : count_;
    const WorkerAnswer answer = worker_->call(elements * (hasFlags(stage) ? 1 : sizeof(uint32_t)), stop);
    TeachingNumbers numbers = numbersOf(answer.bytes, question);
    milliseconds_ = std::max(0.0, answer.milliseconds);
    return numbers;
  } catch (...) {
    worker_.reset();
    throw;
  }
}

void TeachingSession::refuse(size_t at, uint32_t number, const std::string& allowed) const {
  const bool isUnwritten = number == (hasFlags(version_->teachingStage) ? kUnwritten : kUnwritten * 0x01010101u);
  const std::string element = std::string(nameOf(version_->teachingStage, Slot::answer)) + "[" + std::to_string(at) + "]";
  throw Error(ErrorKind::badInput, "your version failed", version_->file,
              isUnwritten ? "it did not write " + element : element + " is " + std::to_string(number) + ", where " + allowed + " is expected",
              isUnwritten ? "every element of the answer must be written" : "");
}

TeachingNumbers TeachingSession::numbersOf(std::span<const std::byte> bytes, const TeachingQuestion& question) const {
  TeachingNumbers numbers;
  if (hasFlags(version_->teachingStage)) {
    numbers.resize(bytes.size());
    for (size_t i = 0; i < numbers.size(); ++i)
      if ((numbers[i] = uint32_t(bytes[i])) > 1) refuse(i, numbers[i], "0 or 1");
    return numbers;
  }
  numbers.resize(bytes.size() / sizeof(uint32_t));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  const bool isEvolve = version_->teachingStage == TeachingStage::evolve;
  const uint32_t limit = isEvolve ? question.others->size() : count_;
  for (size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] >= limit && !(isEvolve && numbers[i] == ARETE_NONE))
      refuse(i, numbers[i], "a number below " + std::to_string(limit) + (isEvolve ? ", or ARETE_NONE," : ""));
  return numbers;
}

std::vector<uint32_t> flagged(const TeachingNumbers& flags) {
  std::vector<uint32_t> indices;
  for (uint32_t i = 0; i < flags.size(); ++i)
    if (flags[i] != 0) indices.push_back(i);
  return indices;
}

}  // namespace arete::mine
