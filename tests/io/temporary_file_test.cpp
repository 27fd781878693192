// What a program that is killed while it writes leaves behind: nothing, or what the next one in the folder removes.
#include "compute/files/temporary_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <vector>

#include "compute/core/interrupt.h"
#include "compute/files/atomic_file.h"
#include "tests/io/write_support.h"
#include "tests/support/no_unnamed_files.h"

namespace arete {
namespace {

constexpr int kFiltersForbidden = 77;

/// `work` in a process of its own; an exception ends it with 1.
pid_t start(const std::function<void()>& work, bool unnamed = true) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (!unnamed && !test::refuseUnnamedFiles()) ::_exit(kFiltersForbidden);
  try {
    work();
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(0);
}

int statusOf(pid_t child) {
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

struct TemporaryFileTest : test::TemporaryFolder {
  void writeAndDie() const {
    AtomicFile file(folder / "a.txt");
    file.write(std::string(size_t(1) << 20, 'x'));
    ::raise(SIGKILL);
  }
  void writeWhole(const std::string& name) const {
    AtomicFile file(folder / name);
    file.write("whole");
    static_cast<void>(file.commit());
  }
};

TEST_F(TemporaryFileTest, HasNoNameSoThatAKillLeavesNothing) {
  const int probe = ::open(folder.c_str(), O_TMPFILE | O_RDWR, 0600);
  if (probe < 0) GTEST_SKIP() << "files have names on this file system";
  ::close(probe);
  EXPECT_TRUE(WIFSIGNALED(statusOf(start([&] { writeAndDie(); }))));
  EXPECT_EQ(filesInFolder(), 0u);
}

TEST_F(TemporaryFileTest, WithANameIsRemovedByTheNextProgramInTheFolder) {
  const int status = statusOf(start([&] { writeAndDie(); }, false));
  if (WIFEXITED(status) && WEXITSTATUS(status) == kFiltersForbidden) GTEST_SKIP() << "system calls cannot be filtered here";
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(filesInFolder(), 1u) << "the file was to have a name";
  writeWhole("b.txt");
  EXPECT_EQ(filesInFolder(), 1u);
  EXPECT_EQ(get(folder / "b.txt"), "whole");
}

/// On most file systems the folder has the number of the one before.
TEST_F(TemporaryFileTest, WithANameIsRemovedFromAFolderThatWasMadeAnew) {
  writeWhole("a.txt");
  for (int i = 0; i < 10; ++i) {
    test::fs::remove_all(folder);
    test::fs::create_directory(folder);
    const int status = statusOf(start([&] { writeAndDie(); }, false));
    if (WIFEXITED(status) && WEXITSTATUS(status) == kFiltersForbidden) GTEST_SKIP() << "system calls cannot be filtered here";
    ASSERT_EQ(filesInFolder(), 1u);
    writeWhole("b.txt");
    EXPECT_EQ(filesInFolder(), 1u) << i;
  }
}

TEST_F(TemporaryFileTest, WithANameIsRemovedByTheSecondSignal) {
  put("a.txt", "old");
  int opened[2];
  char byte = 0;
  ASSERT_EQ(::pipe(opened), 0);
  const pid_t child = start(
      [&] {
        const InterruptWatcher interrupts;
        AtomicFile file(folder / "a.txt");
        test::fs::create_directory(folder / "made");
        const HalfWritten made(std::vector<std::string>{put("made.txt", "half").string(), (folder / "made").string()});
        file.write(std::string(size_t(1) << 20, 'x'));
        static_cast<void>(!::write(opened[1], &byte, 1));
        for (;;) ::pause();
      },
      false);
  ::close(opened[1]);
  if (::read(opened[0], &byte, 1) != 1) {
    EXPECT_EQ(WEXITSTATUS(statusOf(child)), kFiltersForbidden);
    GTEST_SKIP() << "system calls cannot be filtered here";
  }
  EXPECT_EQ(filesInFolder(), 4u) << "the file was to have a name";
  ::kill(child, SIGTERM);
  ::usleep(60'000);
  ::kill(child, SIGTERM);
  EXPECT_EQ(WEXITSTATUS(statusOf(child)), InterruptWatcher::kExitCode);
  EXPECT_EQ(filesInFolder(), 1u);
  EXPECT_EQ(get(folder / "a.txt"), "old");
}

TEST_F(TemporaryFileTest, OfALivingProgramStays) {
  int opened[2], goOn[2];
  char byte = 0;
  ASSERT_TRUE(::pipe(opened) == 0 && ::pipe(goOn) == 0);
  const pid_t child = start(
      [&] {
        AtomicFile file(folder / "a.txt");
        if (::write(opened[1], &byte, 1) != 1 || ::read(goOn[0], &byte, 1) != 1) ::_exit(2);
        file.write("late");
        static_cast<void>(file.commit());
      },
      false);
  ::close(opened[1]);
  if (::read(opened[0], &byte, 1) == 1) {
    EXPECT_EQ(filesInFolder(), 1u);
    writeWhole("b.txt");
    EXPECT_EQ(filesInFolder(), 2u);
  }
  EXPECT_EQ(::write(goOn[1], &byte, 1), 1);
  const int status = statusOf(child);
  for (const int end : {opened[0], goOn[0], goOn[1]}) ::close(end);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kFiltersForbidden) GTEST_SKIP() << "system calls cannot be filtered here";
  EXPECT_EQ(status, 0);
  EXPECT_EQ(get(folder / "a.txt"), "late");
}

TEST_F(TemporaryFileTest, NothingElseIsTakenForOne) {
  put(".arete-abcdefg", "too short");
  put(".arete-abcdefghi", "too long");
  put(".arete-Abcdefgh", "not of our letters");
  put("arete-abcdefgh", "not hidden");
  const test::fs::path kept = put("kept", "linked to");
  test::fs::create_directory(folder / ".arete-folder00");
  test::fs::create_symlink(kept, folder / ".arete-link0000");
  ASSERT_EQ(::mkfifo((folder / ".arete-pipe0000").c_str(), 0600), 0);
  const size_t before = filesInFolder();
  writeWhole("a.txt");
  EXPECT_EQ(filesInFolder(), before + 1);
  EXPECT_EQ(get(kept), "linked to");
}

TEST_F(TemporaryFileTest, OfAnotherUserStays) {
  const test::fs::path others = put(".arete-abcdefgh", "x");
  if (::chown(others.c_str(), 65534, 65534) != 0) GTEST_SKIP() << "only root can make a file of another user";
  writeWhole("a.txt");
  EXPECT_TRUE(test::fs::exists(others));
}

/// Each looks through the folder while others are between making their file and locking it.
TEST_F(TemporaryFileTest, ManyProgramsAtOnceAllGetTheirFiles) {
  constexpr int kPrograms = 40;
  std::vector<pid_t> children;
  for (int i = 0; i < kPrograms; ++i) children.push_back(start([&, i] { writeWhole(std::to_string(i)); }, false));
  bool forbidden = false;
  for (const pid_t child : children) {
    const int status = statusOf(child);
    forbidden = forbidden || (WIFEXITED(status) && WEXITSTATUS(status) == kFiltersForbidden);
    if (!forbidden) {
      EXPECT_EQ(status, 0);
    }
  }
  if (forbidden) GTEST_SKIP() << "system calls cannot be filtered here";
  EXPECT_EQ(filesInFolder(), size_t(kPrograms));
  for (int i = 0; i < kPrograms; ++i) EXPECT_EQ(get(folder / std::to_string(i)), "whole");
}

}  // namespace
}  // namespace arete
