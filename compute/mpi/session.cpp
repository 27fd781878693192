#include "compute/mpi/session.h"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace arete::mpi {

using Clock = std::chrono::steady_clock;

namespace {

constexpr int kFailureTag = 1;

uint32_t rankIn(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return uint32_t(rank);
}

uint32_t sizeOf(MPI_Comm comm) {
  int size = 1;
  MPI_Comm_size(comm, &size);
  return uint32_t(size);
}

/// What lies in a pipe to the launcher when all ranks are ended may be lost: MPICH's closes it unread, in 1 of 20 aborts.
void waitUntilRead(int pipe) {
  constexpr auto kPatience = std::chrono::seconds(1);
  int left = 0;
  for (const auto until = Clock::now() + kPatience; Clock::now() < until; std::this_thread::sleep_for(std::chrono::milliseconds(1)))
    if (ioctl(pipe, FIONREAD, &left) != 0 || left == 0) return;
}

}  // namespace

Session::Session(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  ranksOfHost_ = sizeOf(host);
  MPI_Comm_free(&host);
}

Session::~Session() { MPI_Finalize(); }

uint32_t Session::rank() const { return rankIn(MPI_COMM_WORLD); }
uint32_t Session::size() const { return sizeOf(MPI_COMM_WORLD); }

std::string Session::host() const {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  return {name.data(), size_t(length)};
}

std::vector<std::string> Session::firstWords(const std::string& own) const {
  constexpr size_t kRoom = 256;
  std::vector<char> all(kRoom * size()), mine(kRoom);
  std::copy_n(own.begin(), std::min(own.size(), kRoom - 1), mine.begin());
  MPI_Allgather(mine.data(), int(kRoom), MPI_CHAR, all.data(), int(kRoom), MPI_CHAR, MPI_COMM_WORLD);
  std::vector<std::string> words;
  for (size_t rank = 0; rank < size(); ++rank) words.emplace_back(&all[rank * kRoom]);
  return words;
}

bool Session::mayTellFailure() const {
  constexpr auto kMoment = std::chrono::milliseconds(300);
  const uint32_t own = rank();
  static const int kNothing = 0;
  for (uint32_t to = own + 1; to < size(); ++to) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(&kNothing, 0, MPI_INT, int(to), kFailureTag, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
  }
  for (const auto until = Clock::now() + kMoment; Clock::now() < until; std::this_thread::sleep_for(std::chrono::milliseconds(2))) {
    int found = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, kFailureTag, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    if (found != 0) return false;
  }
  return true;
}

void Session::abort(int code) const {
  for (const int pipe : {STDOUT_FILENO, STDERR_FILENO}) waitUntilRead(pipe);
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace arete::mpi
