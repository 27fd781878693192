#include "tests/fuzz/sealed_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "tests/fuzz/target.h"
#include "tests/fuzz/words.h"
#include "tests/support/seal_index.h"

namespace arete::fuzz {

static constexpr size_t kEditBytes = 11, kMostEdits = 16;
static constexpr uint8_t kInHeader = 1, kInTables = 2, kOfFour = 4, kOfEight = 8, kUnsealed = 0x80;  // bits of how

size_t fileOf(std::string_view input, size_t files) { return input.empty() ? 0 : uint8_t(input[0]) % files; }

std::string edited(const SealedFile& file, std::string_view input, const std::function<void(std::string&)>& seal) {
  std::string content = file.content;
  std::string_view edits = input.substr(std::min<size_t>(input.size(), 1));
  bool sealed = true;
  for (size_t i = 0; i < kMostEdits && edits.size() >= kEditBytes; ++i, edits.remove_prefix(kEditBytes)) {
    const std::string edit(edits.substr(0, kEditBytes));
    const auto where = test::valueAt<uint16_t>(edit, 0);
    const auto how = test::valueAt<uint8_t>(edit, 2);
    sealed = sealed && (how & kUnsealed) == 0;
    const size_t at = (how & kInHeader)   ? where % file.headerBytes
                      : (how & kInTables) ? file.tablesAt + where % std::max<size_t>(file.tablesBytes, 1)
                                          : where % file.content.size();
    const auto value = test::valueAt<uint64_t>(edit, 3);
    if (how == kUnsealed) {  // cut off: there may be nothing left to edit
      content.resize(at);
      break;
    }
    if (how & kOfFour) test::setAt(content, at / 4 * 4, uint32_t(value));
    else if (how & kOfEight) test::setAt(content, at / 8 * 8, value);
    else test::setAt(content, at, uint8_t(value));
  }
  if (sealed) seal(content);
  return content;
}

std::vector<std::string> seedsOfEdits(size_t files) {
  std::vector<std::string> inputs;
  for (size_t i = 0; i < files; ++i) inputs.push_back(std::string(1, char(i)));
  std::string edit(kEditBytes, '\0');
  for (const int how : {kInHeader | kOfFour, kInHeader | kOfEight, kInTables | kOfFour, kInTables | kOfEight, int(kOfFour)})
    for (char place = 8; place < 40; place = char(place + 4)) edit[2] = char(how), edit[0] = place, edit[3] = place, inputs.push_back('\0' + edit);
  return inputs;
}

void mutateEdits(std::string& input, size_t files, Random& random) {
  if (input.empty()) input = std::string(1, char(random.below(files)));
  const size_t edits = (input.size() - 1) / kEditBytes;
  const size_t at = 1 + random.below(edits + 1) * kEditBytes;
  if (edits > 0 && random.oneIn(8)) input.erase(std::min(at, 1 + (edits - 1) * kEditBytes), kEditBytes);
  std::string edit(kEditBytes, '\0');
  test::setAt(edit, 0, uint16_t(random()));
  static constexpr uint8_t kHows[] = {
      kInHeader | kOfFour, kInHeader | kOfEight, kInTables | kOfFour, kInTables | kOfEight, kOfFour, 0, kInHeader, kInTables,
      kUnsealed,           kUnsealed | kInTables};
  test::setAt(edit, 2, random.of(kHows));
  test::setAt(edit, 3, awkwardBits(random));
  if (edits < kMostEdits && random.oneIn(2)) input.insert(std::min(at, input.size()), edit);
  else input.replace(std::min(at, input.size()), kEditBytes, edit);
}

DiskFile openedInMemory(std::string_view content) {
  static const int descriptor = ::memfd_create("sealed", MFD_CLOEXEC);
  static const std::string name = "/proc/self/fd/" + std::to_string(descriptor);
  require(descriptor >= 0 && ::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, content.data(), content.size(), 0) == ssize_t(content.size()),
          "no memory for a file");
  return DiskFile::openToRead(name);
}

}  // namespace arete::fuzz
