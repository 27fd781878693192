#include "compute/io/read/las_crs.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "compute/crs/about_crs.h"

namespace arete {

namespace {

constexpr uint16_t kWktRecord = 2112, kKeysRecord = 34735, kTextsRecord = 34737;

/// What the records say of it.
struct CrsRecords {
  std::string wkt, wktOfLibrary;  ///< of the specification; as libLAS wrote it before there was one
  std::map<uint16_t, uint16_t> keys;
  std::string citation;  ///< how the file calls its system
  std::vector<std::byte> directory, texts;
};

template <class T>
T numberAt(std::span<const std::byte> bytes, size_t at) {
  T value{};
  if (at + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

void take(const Source& source, const LasRecord& record, CrsRecords& records) {
  const bool projection = record.user == "LASF_Projection";
  if (!projection && record.user != "liblas") return;
  if (record.id != kWktRecord && (!projection || (record.id != kKeysRecord && record.id != kTextsRecord))) return;
  const std::vector<std::byte> bytes = lasRecordBytes(source, record);
  if (record.id == kKeysRecord) records.directory = bytes;
  else if (record.id == kTextsRecord) records.texts = bytes;
  else (projection ? records.wkt : records.wktOfLibrary) = std::string(paddedText({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

/// Keys with a number of their own, and the words for the whole system.
void readKeys(CrsRecords& records) {
  constexpr uint16_t kCitation = 1026, kProjectedCitation = 3073;
  constexpr size_t kKey_bytes = 8;
  const std::span<const std::byte> directory = records.directory;
  const uint16_t count = numberAt<uint16_t>(directory, 6);
  for (size_t i = 1; i <= count && (i + 1) * kKey_bytes <= directory.size(); ++i) {
    const auto field = [&](size_t k) { return numberAt<uint16_t>(directory, i * kKey_bytes + 2 * k); };
    if (field(1) == 0) records.keys.emplace(field(0), field(3));
    if ((field(0) == kCitation || field(0) == kProjectedCitation) && field(1) == kTextsRecord && records.citation.empty()) {
      const std::string_view texts(reinterpret_cast<const char*>(records.texts.data()), records.texts.size());
      if (field(3) < texts.size()) records.citation = paddedText(texts.substr(field(3), field(2)));
      records.citation.erase(std::min(records.citation.find('|'), records.citation.size()));
    }
  }
}

/// The number of a system that the keys give; nothing where they describe one by parameters, or none.
std::optional<uint16_t> numberOf(const CrsRecords& records, uint16_t key) {
  constexpr uint16_t kUndefined = 0, kUserDefined = 32767;
  const auto found = records.keys.find(key);
  if (found == records.keys.end() || found->second == kUndefined || found->second == kUserDefined) return {};
  return found->second;
}

bool isUnderstood(const Crs& crs) {
  try {
    return projMissing().empty() && aboutCrs(crs).isMap;
  } catch (const Error&) {
    return false;
  }
}

/// With heights of which only the unit is named. Plain metres beside metres need no words.
Crs withHeightUnit(const Crs& ground, std::optional<uint16_t> unit) {
  struct Unit {
    uint16_t number;
    std::string_view name, metres;
  };
  constexpr Unit kUnits[] = {{9001, "metre", "1"}, {9002, "foot", "0.3048"}, {9003, "US survey foot", "0.304800609601219"}};
  const auto found = std::ranges::find(kUnits, unit.value_or(0), &Unit::number);
  if (found == std::end(kUnits) || !isUnderstood(ground)) return ground;
  const CrsAbout about = aboutCrs(ground);
  if (about.wkt.empty() || (found->number == kUnits[0].number && (about.degrees || about.metres == 1))) return ground;
  const std::string name(found->name);
  const Crs both = {"COMPD_CS[\"" + about.name + ", heights in " + name + "\"," + about.wkt + ",VERT_CS[\"heights in " + name +
                    "\",VERT_DATUM[\"unknown\",2005],UNIT[\"" + name + "\"," + std::string(found->metres) + "],AXIS[\"Up\",UP]]]"};
  return isUnderstood(both) ? both : ground;
}

/// By the numbers of EPSG, whose list the keys share.
LasCrs fromKeys(const CrsRecords& records) {
  constexpr uint16_t kModel = 1024, kGeographic = 2048, kProjected = 3072, kVertical = 4096, kVerticalUnit = 4099, kGeographicModel = 2;
  constexpr uint16_t kFirstEllipsoid = 5001, kLastEllipsoid = 5035;  // heights above one of these are no system of EPSG
  const auto model = records.keys.find(kModel);
  const bool degrees = model != records.keys.end() && model->second == kGeographicModel;
  const auto ground = degrees ? numberOf(records, kGeographic) : numberOf(records, kProjected);
  if (!ground) return {};
  const Crs alone = {"EPSG:" + std::to_string(*ground)};
  const auto heights = numberOf(records, kVertical);
  if (heights && (*heights < kFirstEllipsoid || *heights > kLastEllipsoid)) {
    const Crs both = {alone.definition + '+' + std::to_string(*heights)};
    if (isUnderstood(both)) return {both, {}};
  }
  return {withHeightUnit(alone, numberOf(records, kVerticalUnit)), {}};
}

}  // namespace

LasCrs lasCrs(const Source& source, const LasHeader& header) {
  constexpr uint64_t kEncodingAt = 6;
  constexpr uint16_t kWktBit = 1 << 4;
  CrsRecords records;
  for (const LasRecord& record : lasRecords(source, header)) take(source, record, records);
  forEachExtendedRecord(source, header, [&](const LasRecord& record) { take(source, record, records); });
  const bool saysWkt = (numberAt<uint16_t>(source.head(), kEncodingAt) & kWktBit) != 0;
  if (saysWkt && !records.wkt.empty()) return {{records.wkt}, {}};
  readKeys(records);
  LasCrs result = fromKeys(records);
  if (result.crs.known()) return result;
  for (const std::string& wkt : {records.wkt, records.wktOfLibrary})
    if (!wkt.empty()) return {{wkt}, {}};
  if (!records.keys.empty())
    result.warning = "The file gives its coordinate system" + (records.citation.empty() ? "" : " (" + arete::quoted(records.citation) + ")") +
                     " by parameters, not by its number, which is not read; --crs gives it.";
  return result;
}

}  // namespace arete
