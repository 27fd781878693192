#include "compute/check/check_versions.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "compute/check/cases.h"
#include "compute/check/limited_run.h"
#include "compute/core/checksum.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"

namespace arete {

namespace {

using Clock = std::chrono::steady_clock;
using Cases = std::vector<StageCase>;

constexpr std::chrono::milliseconds kReferencesLimit{60'000}, kDeviceLimit{60'000};  // a driver translates code at its first start

double millisecondsSince(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

/// A refusal that the row of the catalogue announces.
bool isLimit(const Version& version, const Error& error) { return !version.limit.empty() && error.kind() == ErrorKind::wrongUse; }

/// Gives a version the tasks of its stage.
void answerAll(const Version& version, const Cases& cases, const StageContext& context, CheckedVersion& row) {
  for (const StageCase& each : cases) {
    if (each.stage != version.stage) continue;
    context.checkStop();
    const Clock::time_point start = Clock::now();
    Bits found;
    try {
      found = each.answer(version, context);
    } catch (const Error& error) {
      if (isLimit(version, error)) continue;
      throw;
    }
    row.milliseconds += millisecondsSince(start);
    ++row.asked;
    if (found == each.expected) continue;
    if (row.differ++ == 0) row.first = each.cloud;
  }
}

uint64_t numberOf(const Cases& cases) {
  Checksum sum;
  for (const StageCase& each : cases) sum.add(std::as_bytes(std::span(each.expected)));
  return sum.value();
}

std::string inSeconds(std::chrono::milliseconds time) {
  std::string text = std::to_string(double(time.count()) / 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text + " s";
}

class Check {
 public:
  Check(const CheckWish& wish, const std::stop_token& stop, const CheckNews& news) : wish_(wish), stop_(stop), news_(news) {}

  CheckResult run() {
    tellMachine([&](const MachineFact& fact) {
      if (news_.fact) news_.fact(fact);
    });
    tell(0, "the references");
    askReferences();
    for (const Version& version : wish_.versions) {
      tell(double(result_.rows.size()) / double(wish_.versions.size()), version.id);
      CheckedVersion row{.id = std::string(version.id)};
      check(version, row);
      if (stop_.stop_requested()) throw Cancelled{};
      if (news_.row) news_.row(row);
      result_.rows.push_back(std::move(row));
    }
    result_.seconds = millisecondsSince(start_) / 1000;
    return std::move(result_);
  }

 private:
  /// What computes for a backend. Once it is stuck it is left to its thread.
  struct Place {
    std::shared_ptr<Device> device;
    std::string lost;  ///< why it computes no more; "" while it does
  };

  void tell(double fraction, std::string_view what) const {
    if (news_.progress) news_.progress(fraction, what);
  }

  void askReferences() {
    const auto cases = std::make_shared<Cases>();
    const auto device = std::make_shared<std::unique_ptr<Device>>(makeCpuDevice());
    const std::function<Cases(const StageContext&)> make = wish_.cases ? wish_.cases : casesOfAllStages;
    const LimitedEnd end = runLimited(
        [cases, device, make](std::stop_token stop) {
          *cases = make({**device, std::move(stop), {}});
        },
        kReferencesLimit, stop_);
    if (stop_.stop_requested()) throw Cancelled{};
    if (end != LimitedEnd::done)
      throw Error(ErrorKind::internal, "cannot check this machine", "the references", "they did not answer in " + inSeconds(kReferencesLimit),
                  "end other programs, and try again");
    cases_ = cases;
    result_.references = numberOf(*cases);
  }

  void check(const Version& version, CheckedVersion& row) {
    if (const std::string_view reason = version.unavailable(); !reason.empty()) return notRun(row, reason);
    Place& place = places_[size_t(version.backend)];
    try {
      if (place.lost.empty() && !place.device) start(version.backend, place);
      if (!place.lost.empty()) return notRun(row, place.lost);
      const auto found = std::make_shared<CheckedVersion>(row);  // of the thread alone, until it has ended
      const LimitedEnd end = runLimited(
          [version, found, cases = cases_, device = place.device](std::stop_token stop) {
            device->comeHere();
            answerAll(version, *cases, {*device, std::move(stop), {}}, *found);
          },
          wish_.limit, stop_);
      if (end == LimitedEnd::done) return judge(version, *found, row);
      fail(row, "did not end in " + inSeconds(wish_.limit));
      if (end == LimitedEnd::stuck) leave(version, place);
    } catch (const Error& error) {
      fail(row, error.reason().empty() ? error.failed() : error.reason());
      if (error.kind() == ErrorKind::deviceLost) place.lost = "the GPU was lost to " + row.id;
    } catch (const std::exception& error) {
      fail(row, error.what());
    }
  }

  void start(Backend backend, Place& place) {
    const auto made = std::make_shared<std::shared_ptr<Device>>();
    const LimitedEnd end = runLimited(
        [backend, made](std::stop_token) { *made = backend == Backend::cpu ? makeCpuDevice() : makeCudaDevice(standardGpu()); }, kDeviceLimit, stop_);
    if (end == LimitedEnd::done) place.device = *made;
    else place.lost = "the device did not start in " + inSeconds(kDeviceLimit);
  }

  /// Host threads are made anew; a GPU cannot be. So are the tasks: it may keep others from what belongs to them.
  void leave(const Version& version, Place& place) {
    place.device = {};
    if (version.backend == Backend::cuda) place.lost = "the GPU is still busy with " + std::string(version.id);
    if (!stop_.stop_requested()) askReferences();
  }

  static void judge(const Version& version, const CheckedVersion& found, CheckedVersion& row) {
    row = found;
    if (row.asked == 0) return notRun(row, version.limit.empty() ? "nothing here is about its stage" : version.limit);
    if (!version.exact) row.end = CheckEnd::inexact;
    else if (row.differ > 0) row.end = CheckEnd::different;
  }
  static void notRun(CheckedVersion& row, std::string_view why) { row.end = CheckEnd::notRun, row.why = why; }
  static void fail(CheckedVersion& row, std::string why) { row.end = CheckEnd::error, row.why = std::move(why); }

  const CheckWish& wish_;
  const std::stop_token& stop_;
  const CheckNews& news_;
  const Clock::time_point start_ = Clock::now();
  std::array<Place, 2> places_;         ///< by backend
  std::shared_ptr<const Cases> cases_;  ///< goes first: what versions keep may lie on a GPU
  CheckResult result_;
};

}  // namespace

uint32_t CheckResult::count(CheckEnd end) const { return uint32_t(std::ranges::count(rows, end, &CheckedVersion::end)); }

CheckResult checkVersions(const CheckWish& wish, const std::stop_token& stop, const CheckNews& news) { return Check(wish, stop, news).run(); }

}  // namespace arete
