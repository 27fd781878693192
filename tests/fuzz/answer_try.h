// What a try of answers is: a random cloud and a random job, each named by a number, so that an input is "cloud 12 job 7". Two ways to one answer
// must agree on all of it, or refuse it alike.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/error.h"
#include "compute/engine/job.h"
#include "tests/fuzz/random_cloud.h"
#include "tests/fuzz/target.h"

namespace arete::fuzz {

struct AnswerTry {
  uint64_t cloud = 0, job = 0;
  std::optional<std::vector<uint32_t>> kept;  ///< of the cloud's points; else all

  /// Its cloud, with the points that are left.
  RandomCloud points(const CloudWish& wish) const;
};

/// Nothing for what is no try.
std::optional<AnswerTry> tryFrom(std::string_view input);
std::string inputOf(const AnswerTry& which);

std::vector<std::string> firstTries();
/// The next one: both numbers at random.
std::string nextTry(Random& random);
/// The same with fewer points: what is left out is first half of them, then a quarter, and in the end one.
std::vector<std::string> smallerTries(std::string_view input, const CloudWish& wish);
/// Writes the cloud of a try into PATH.csv and says what is in it.
std::string savedTry(std::string_view input, const CloudWish& wish, const std::string& path);

/// What a way to an answer gives: the answer as text, or why it is refused.
struct Outcome {
  std::string text;
  bool refused = false;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Calls fail() for what no cloud and no legal job may cause: internal errors, too little memory, exceptions of others.
[[noreturn]] void failOf(const std::exception& error);
Outcome refusalOf(const Error& error);

template <class Way>
Outcome outcomeOf(const Way& way) {
  try {
    return {way(), false};
  } catch (const Error& error) {
    return refusalOf(error);
  } catch (const std::exception& error) {
    failOf(error);
  }
}

/// Fails with the place where the texts differ first.
void expectSame(const Outcome& expected, const Outcome& found, std::string_view way);

/// Any legal value of a parameter, the default and the ends of its range among them.
double randomValue(const ParamInfo& info, Random& random);
/// Exact versions at random of these stages, of those that can run here, and values for what does not change their answer.
Job randomVersions(Job job, std::span<const Stage> stages, Random& random);
/// Row 0 of these stages.
Job byReferences(Job job, std::span<const Stage> stages);
/// "choose.cpu.parts evolve.cpu.sequential …, parts 7": what a failure says.
std::string wayOf(const Job& job, std::span<const Stage> stages, int threads);

/// 1, 2 or 7 threads; a GPU where one of the job's versions needs it.
Device& deviceOf(const Job& job, int threads);
int randomThreads(Random& random);

/// The points of a cloud in another order.
std::vector<uint32_t> shuffledOrder(uint32_t count, Random& random);

}  // namespace arete::fuzz
