#include "tests/fuzz/agree.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <vector>

#include "tests/support/e57.h"

namespace arete::fuzz {

namespace {

constexpr uint64_t kMostData = 4096;  // bytes; files that declare more stay cut off

uint64_t numberOf(std::string_view word) {
  uint64_t value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (line.empty()) return words;
    words.push_back(line.substr(0, line.find_first_of(" \t\r")));
    line.remove_prefix(words.back().size());
  }
}

template <class F>
void forEachLine(std::string_view text, F&& use) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    use(wordsOf(line));
  }
}

/// The end of the line that has `word` at the beginning; 0 where there is none.
size_t endOfLine(std::string_view file, std::string_view word) {
  for (size_t at = file.find(word); at != file.npos; at = file.find(word, at + 1))
    if (at == 0 || file[at - 1] == '\n') return std::min(file.find('\n', at), file.size() - 1) + 1;
  return 0;
}

/// Data behind `begin`, cut off or repeated until they are `bytes`.
void resizeData(std::string& file, size_t begin, uint64_t bytes, Random& random) {
  if (bytes > kMostData || begin > file.size()) return;
  const size_t had = file.size() - begin;
  file.resize(begin + bytes);
  for (size_t i = had; i < bytes; ++i) file[begin + i] = had > 0 ? file[begin + i % had] : char(random.below(8));
}

/// Lines behind `begin`, cut off or repeated until they are `lines`.
void resizeLines(std::string& file, size_t begin, uint64_t lines) {
  if (lines > kMostData / 2 || begin > file.size()) return;
  const std::string data = file.substr(begin);
  file.resize(begin);
  size_t at = 0;
  for (uint64_t i = 0; i < lines && file.size() < begin + kMostData; ++i) {
    if (at >= data.size()) at = 0;
    const size_t end = std::min(data.find('\n', at), data.size());
    file.append(data, at, end - at).push_back('\n');
    at = end + 1;
  }
}

uint64_t plyTypeBytes(std::string_view type) {
  if (type.ends_with("64") || type == "double") return 8;
  if (type.ends_with("16") || type.ends_with("short")) return 2;
  if (type.ends_with("8") || type.ends_with("char")) return 1;
  return 4;
}

template <class T>
void put(std::string& file, size_t at, T value) {
  if (at + sizeof value <= file.size()) std::memcpy(file.data() + at, &value, sizeof value);
}

template <class T>
T get(std::string_view file, size_t at) {
  T value = 0;
  if (at + sizeof value <= file.size()) std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

}  // namespace

size_t plyHeaderEnd(std::string_view file) { return endOfLine(file, "end_header"); }
size_t pcdHeaderEnd(std::string_view file) { return endOfLine(file, "DATA"); }

void agreePly(std::string& file, Random& random) {
  const size_t begin = plyHeaderEnd(file);
  uint64_t count = 0, rows = 0, bytes = 0;
  bool lists = false, ascii = false;
  forEachLine(std::string_view(file).substr(0, begin), [&](const auto& words) {
    if (words.size() < 2) return;
    if (words[0] == "format") ascii = words[1] == "ascii";
    if (words[0] == "element" && words.size() > 2) rows += count = std::min(numberOf(words[2]), kMostData);
    if (words[0] == "property") lists = lists || words[1] == "list", bytes += count * plyTypeBytes(words[1]);
  });
  if (begin == 0) return;
  if (ascii) resizeLines(file, begin, rows);
  else if (!lists) resizeData(file, begin, bytes, random);
}

void agreePcd(std::string& file, Random& random) {
  size_t begin = pcdHeaderEnd(file);
  std::vector<std::string> sizes, counts;
  uint64_t points = 0;
  std::string encoding;
  forEachLine(std::string_view(file).substr(0, begin), [&](const auto& words) {
    if (words.size() < 2) return;
    if (words[0] == "SIZE") sizes.assign(words.begin() + 1, words.end());
    if (words[0] == "COUNT") counts.assign(words.begin() + 1, words.end());
    if (words[0] == "POINTS") points = std::min(numberOf(words[1]), kMostData);
    if (words[0] == "DATA") encoding = words[1];
  });
  if (begin == 0) return;
  uint64_t row = 0;
  for (size_t i = 0; i < sizes.size(); ++i)
    row += std::min(numberOf(sizes[i]), kMostData) * (i < counts.size() ? std::min(numberOf(counts[i]), kMostData) : 1);
  if (encoding == "ascii") return resizeLines(file, begin, points);
  if (encoding == "binary") return resizeData(file, begin, row * points, random);
  constexpr size_t kSizes = 8;  // packed and unpacked bytes
  if (file.size() < begin + kSizes) return;
  put(file, begin, uint32_t(file.size() - begin - kSizes));
  put(file, begin + 4, uint32_t(row * points));
}

size_t npyHeaderEnd(std::string_view file) {
  const size_t brace = file.rfind('}', 1024);
  return brace == file.npos ? 0 : brace + 1;
}

void agreeNpy(std::string& file, Random& random) {
  constexpr size_t kShort = 10, kLong = 12;  // bytes before the dictionary, by version
  const size_t begin = file.size() > 6 && file[6] == 1 ? kShort : kLong;
  const size_t end = npyHeaderEnd(file);
  if (end < begin) return;
  const size_t data = end + (end < file.size() && file[end] == '\n' ? 1 : 0);
  if (begin == kShort) put(file, 8, uint16_t(data - begin));
  else put(file, 8, uint32_t(data - begin));
  uint64_t items = 1, bytes = 0;
  const std::string_view header = std::string_view(file).substr(begin, end - begin);
  const size_t shape = header.find("'shape': (");
  if (shape == header.npos) return;
  for (size_t at = shape + 10; at < header.size() && header[at] != ')';) {
    const size_t next = std::min(header.find_first_of(",)", at), header.size());
    const size_t digit = std::min(header.find_first_of("0123456789", at), next);
    if (digit < next) items = std::min(items * std::min(numberOf(header.substr(digit)), kMostData), kMostData);
    at = next + (next < header.size() && header[next] == ',' ? 1 : 0);
  }
  for (size_t at = header.find_first_of("<>|"); at != header.npos; at = header.find_first_of("<>|", at + 1))
    bytes += std::min<uint64_t>(numberOf(header.substr(std::min(at + 2, header.size()))), kMostData);
  resizeData(file, data, items * bytes, random);
}

void agreeLas(std::string& file, Random& random) {
  constexpr size_t kMinorAt = 25, kHeaderSizeAt = 94, kBeginAt = 96, kFormatAt = 104, kLengthAt = 105, kPointsAt = 107, kManyPointsAt = 247;
  static constexpr uint16_t kLengths[] = {20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67};
  if (file.size() < kManyPointsAt) return;
  file[kFormatAt] = char(uint8_t(file[kFormatAt]) % std::size(kLengths));
  if (random.oneIn(2)) put(file, kLengthAt, std::max(get<uint16_t>(file, kLengthAt), kLengths[size_t(file[kFormatAt])]));
  const uint64_t begin = get<uint32_t>(file, kBeginAt), length = get<uint16_t>(file, kLengthAt);
  if (get<uint16_t>(file, kHeaderSizeAt) > begin || begin > file.size() || length == 0) return;
  if (random.oneIn(2)) return resizeData(file, begin, std::min<uint64_t>(get<uint32_t>(file, kPointsAt), kMostData) * length, random);
  const uint64_t points = (file.size() - begin) / length;
  put(file, kPointsAt, uint32_t(points));
  if (file[kMinorAt] >= 4) put(file, kManyPointsAt, points);
}

void agreeLaz(std::string& file, Random& random) {
  constexpr size_t kMinorAt = 25, kBeginAt = 96, kFormatAt = 104, kPointsAt = 107, kManyPointsAt = 247, kTablePosition = 8;
  if (file.size() < kManyPointsAt + kTablePosition) return;
  file[kFormatAt] = char(uint8_t(file[kFormatAt]) | 0x80);
  const uint64_t begin = get<uint32_t>(file, kBeginAt);
  if (begin + kTablePosition >= file.size()) return;
  if (random.oneIn(4)) put(file, begin, uint64_t(0));  // no table: chunk after chunk
  const size_t at = begin + kTablePosition + random.below(file.size() - begin - kTablePosition);
  if (random.oneIn(2)) file[at] = char(random());
  if (random.oneIn(4)) {
    const uint64_t points = random.below(200);
    put(file, kPointsAt, uint32_t(file[kMinorAt] >= 4 ? 0 : points));
    if (file[kMinorAt] >= 4) put(file, kManyPointsAt, points);
  }
}

/// The checksums of all pages; half of the time the length in the header too.
void agreeE57(std::string& file, Random& random) {
  constexpr size_t kLengthAt = 16, kHeader = 48;
  if (file.size() < kHeader) return;
  if (random.oneIn(2)) file.resize((file.size() + test::kE57Page - 1) / test::kE57Page * test::kE57Page);
  if (random.oneIn(2)) put(file, kLengthAt, uint64_t(file.size()));
  test::sealE57(file);
}

void agreeRaw(std::string& file, Random& random) {
  static constexpr size_t kRows[] = {4, 8, 12, 16, 24, 64};
  const size_t row = random.of(kRows);
  file.resize(file.size() / row * row);
}

}  // namespace arete::fuzz
