// Files and folders that may not be read, and what is no file: every reader says so once, with what to do.
#include <sys/stat.h>

#include "compute/io/read_cloud.h"
#include "compute/io/read_curve.h"
#include "compute/io/session_file.h"
#include "tests/io/write_support.h"
#include "tests/support/another_user.h"

namespace arete {
namespace {

struct UnreadableFile : test::TemporaryFolder {
  /// What each reader says of a file with its extension in `place`.
  static std::vector<Error> errorsIn(const test::fs::path& place) {
    return {test::errorOf([&] { readCloud(place / "a.xyz"); }), test::errorOf([&] { previewText(place / "a.xyz"); }),
            test::errorOf([&] { readCurve(place / "a.csv"); }), test::errorOf([&] { readSession(place / "a.arete"); })};
  }
  void putAll() const {
    for (const char* name : {"a.xyz", "a.csv", "a.arete"}) put(name, "1 2 3\n");
  }
};

TEST_F(UnreadableFile, IsRefusedWithTheReasonOfTheSystem) {
  putAll();
  for (const char* name : {"a.xyz", "a.csv", "a.arete"}) ASSERT_EQ(::chmod((folder / name).c_str(), 0), 0);
  ASSERT_EQ(::chmod(folder.c_str(), 0755), 0);
  const test::AnotherUser user;
  if (!user.isStopped()) GTEST_SKIP() << "root may read everything and cannot become another user here";
  for (const Error& error : errorsIn(folder)) {
    EXPECT_EQ(error.kind(), ErrorKind::io) << error.what();
    EXPECT_EQ(error.reason(), "Permission denied") << error.what();
    EXPECT_NE(error.hint(), "") << error.what();
  }
}

TEST_F(UnreadableFile, InAFolderThatMayNotBeEnteredIsNotCalledMissing) {
  putAll();
  ASSERT_EQ(::chmod(folder.c_str(), 0), 0);
  const test::AnotherUser user;
  if (!user.isStopped()) GTEST_SKIP() << "root may read everything and cannot become another user here";
  for (const Error& error : errorsIn(folder)) {
    EXPECT_EQ(error.kind(), ErrorKind::io) << error.what();
    EXPECT_EQ(error.reason(), "Permission denied") << error.what();
  }
}

TEST_F(UnreadableFile, ThatIsMissingOrAFolderIsSaidToBeSo) {
  for (const Error& error : errorsIn(folder)) {
    EXPECT_EQ(error.kind(), ErrorKind::io) << error.what();
    EXPECT_NE(error.reason(), "Permission denied") << error.what();
    EXPECT_NE(error.reason().find("o such file"), std::string::npos) << error.what();
  }
  for (const char* name : {"a.xyz", "a.csv", "a.arete"}) test::fs::create_directory(folder / name);
  for (const Error& error : errorsIn(folder)) EXPECT_NE(error.reason().find("file"), std::string::npos) << error.what();
}

}  // namespace
}  // namespace arete
