// What must never happen to a file: half written, lost, left over.
#include "compute/files/atomic_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <vector>

#include "tests/io/write_support.h"
#include "tests/support/another_user.h"

/// What the program asks of the system, in order: no test can pull the plug, but it can see whether the file was flushed before the rename.
static std::vector<std::string> systemCalls;

extern "C" int fsync(int descriptor) {
  struct stat status {};
  ::fstat(descriptor, &status);
  systemCalls.push_back(S_ISDIR(status.st_mode) ? "fsync folder" : "fsync file of " + std::to_string(status.st_size) + " bytes");
  return int(::syscall(SYS_fsync, descriptor));
}

extern "C" int rename(const char* from, const char* to) noexcept {
  systemCalls.push_back("rename");
  return int(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

namespace arete {
namespace {

struct AtomicFileTest : test::TemporaryFolder {};

TEST_F(AtomicFileTest, IsOnTheDiskBeforeItTakesTheOldOnesPlace) {
  const test::fs::path path = put("a.txt", "old");
  AtomicFile file(path);
  file.write("new text");
  systemCalls.clear();
  EXPECT_TRUE(file.commit());
  EXPECT_EQ(systemCalls, (std::vector<std::string>{"fsync file of 8 bytes", "rename", "fsync folder"}));
}

TEST_F(AtomicFileTest, IsWrittenAtPlacesAndCanStillBeReadWhenItHasItsName) {
  const test::fs::path path = put("a.txt", "old");
  AtomicFile file(path);
  DiskFile places = file.disk();
  places.reserve(12);
  places.write(4, std::as_bytes(std::span("tail", 4)));
  places.write(0, std::as_bytes(std::span("head", 4)));
  EXPECT_EQ(get(path), "old");
  EXPECT_TRUE(file.commit());
  EXPECT_EQ(get(path), std::string("headtail\0\0\0\0", 12));
  std::array<std::byte, 4> read{};
  places.read(4, read);
  EXPECT_EQ(std::memcmp(read.data(), "tail", 4), 0);
  EXPECT_EQ(places.path(), path);
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(AtomicFileTest, WritesWhatItIsGiven) {
  const test::fs::path path = folder / "a.txt";
  AtomicFile file(path);
  std::string expected;
  for (int i = 0; i < 100; ++i) {
    const std::string piece(size_t(1) << (i % 20), char('a' + i % 26));  // smaller and larger than the buffer
    file.write(piece);
    expected += piece;
  }
  EXPECT_FALSE(test::fs::exists(path));
  EXPECT_TRUE(file.commit());
  EXPECT_EQ(get(path), expected);
  EXPECT_EQ(filesInFolder(), 1u);
  EXPECT_THROW(file.write("more"), Error) << "a write after commit must not get lost silently";
  EXPECT_THROW(static_cast<void>(file.commit()), Error);
}

TEST_F(AtomicFileTest, LeavesTheOldFileWhenAnExceptionOrCancelledComesFirst) {
  const test::fs::path path = put("a.txt", "old");
  const auto interrupted = [&](auto exception) {
    AtomicFile file(path);
    file.write(std::string(size_t(1) << 20, 'x'));
    throw exception;
  };
  EXPECT_THROW(interrupted(std::runtime_error("boom")), std::runtime_error);
  EXPECT_THROW(interrupted(Cancelled{}), Cancelled);
  EXPECT_EQ(get(path), "old");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(AtomicFileTest, KeepsThePermissionsOfTheFileItReplaces) {
  const test::fs::path path = put("a.txt", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  AtomicFile file(path);
  file.write("new");
  EXPECT_TRUE(file.commit());
  EXPECT_EQ(get(path), "new");
  EXPECT_EQ(unsigned(test::fs::status(path).permissions()), 0640u);
}

TEST_F(AtomicFileTest, GivesANewFileThePermissionsOfTheUmask) {
  const mode_t before = ::umask(027);
  AtomicFile file(folder / "a.txt");
  EXPECT_TRUE(file.commit());
  ::umask(before);
  EXPECT_EQ(unsigned(test::fs::status(folder / "a.txt").permissions()), 0640u);
}

TEST_F(AtomicFileTest, FollowsALinkInsteadOfReplacingIt) {
  const test::fs::path real = put("real.txt", "old"), link = folder / "link.txt";
  test::fs::create_symlink(real.filename(), link);
  AtomicFile file(link);
  file.write("new");
  EXPECT_TRUE(file.commit());
  EXPECT_TRUE(test::fs::is_symlink(link));
  EXPECT_EQ(get(real), "new");
}

TEST_F(AtomicFileTest, SaysWhyAFolderCannotBeWrittenTo) {
  const Error missing = test::errorOf([&] { AtomicFile(folder / "no" / "a.txt"); });
  EXPECT_EQ(missing.kind(), ErrorKind::io);
  EXPECT_EQ(missing.where(), (folder / "no" / "a.txt").string());
  EXPECT_EQ(missing.reason(), "No such file or directory");
  EXPECT_EQ(missing.hint(), "make the folder first");
  EXPECT_EQ(test::errorOf([&] { AtomicFile file(folder); }).reason(), "Is a directory");
  const test::fs::path notAFolder = put("file", "");
  EXPECT_EQ(test::errorOf([&] { AtomicFile(notAFolder / "a.txt"); }).reason(), "Not a directory");
}

TEST_F(AtomicFileTest, RefusesAFolderAndAFileThatAreWriteProtected) {
  const test::fs::path path = put("a.txt", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  ASSERT_EQ(::chmod(folder.c_str(), 0555), 0);
  const test::AnotherUser user;
  if (!user.isStopped()) GTEST_SKIP() << "root may write everywhere and cannot become another user here";
  const Error file = test::errorOf([&] { AtomicFile(path).write("x"); });
  const Error inFolder = test::errorOf([&] { AtomicFile(folder / "b.txt").write("x"); });
  EXPECT_EQ(file.reason(), "Permission denied");
  EXPECT_EQ(inFolder.reason(), "Permission denied");
  EXPECT_EQ(inFolder.hint(), "choose a folder that you may write to");
  EXPECT_EQ(get(path), "old");
}

TEST_F(AtomicFileTest, LeavesTheOldFileWhenTheDiskTakesOnlyAPart) {
  const test::fs::path path = put("a.txt", "old");
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{100'000, limit.rlim_max};
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Error error = test::errorOf([&] {
    AtomicFile file(path);
    file.write(std::string(1'000'000, 'x'));  // the first write() takes 100 000 bytes, the second none
  });
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_EQ(error.reason(), "File too large");
  EXPECT_EQ(get(path), "old");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(AtomicFileTest, WritesToADeviceDirectlyAndReportsThatItIsFull) {
  if (!test::fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system";
  test::fs::create_symlink("/dev/full", folder / "full.txt");
  const Error error = test::errorOf([&] {
    AtomicFile file(folder / "full.txt");
    file.write("x");
    static_cast<void>(file.commit());
  });
  EXPECT_EQ(error.reason(), "No space left on device");
  EXPECT_EQ(error.hint(), "free some space, or write to another disk");
  EXPECT_TRUE(test::fs::is_character_file("/dev/full"));
}

}  // namespace
}  // namespace arete
