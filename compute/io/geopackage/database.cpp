#include "compute/io/geopackage/database.h"

#include <sqlite3.h>

#include <utility>

#include "compute/core/error.h"

namespace arete {

void SqliteStatement::End::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void SqliteDatabase::Free::operator()(std::byte* bytes) const { sqlite3_free(bytes); }

SqliteStatement::~SqliteStatement() = default;

void SqliteStatement::check(int result) const {
  if (result != SQLITE_OK) database_->fail(result);
}

SqliteStatement& SqliteStatement::bind(int place, int64_t value) { return check(sqlite3_bind_int64(statement_.get(), place, value)), *this; }
SqliteStatement& SqliteStatement::bind(int place, double value) { return check(sqlite3_bind_double(statement_.get(), place, value)), *this; }
SqliteStatement& SqliteStatement::bind(int place, std::string_view text) {
  return check(sqlite3_bind_text64(statement_.get(), place, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8)), *this;
}
SqliteStatement& SqliteStatement::bind(int place, std::span<const std::byte> bytes) {
  return check(sqlite3_bind_blob64(statement_.get(), place, bytes.data(), bytes.size(), SQLITE_TRANSIENT)), *this;
}
SqliteStatement& SqliteStatement::bindNull(int place) { return check(sqlite3_bind_null(statement_.get(), place)), *this; }

bool SqliteStatement::step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) database_->fail(result);
  check(sqlite3_reset(statement_.get()));
  return false;
}

int64_t SqliteStatement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double SqliteStatement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }
std::string SqliteStatement::text(int column) const {
  const unsigned char* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text), size_t(sqlite3_column_bytes(statement_.get(), column))};
}
std::span<const std::byte> SqliteStatement::bytes(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);  // before their number is asked for
  return {static_cast<const std::byte*>(bytes), size_t(sqlite3_column_bytes(statement_.get(), column))};
}

SqliteDatabase::SqliteDatabase(std::string_view what, std::string_view where) : what_(what), where_(where) {
  open();
  execute("PRAGMA journal_mode = OFF");
}

SqliteDatabase::SqliteDatabase(std::string_view what, std::string_view where, std::span<const std::byte> file)
    : what_(what), where_(where), reading_(true) {
  constexpr int kLongestText = 64 << 20, kLongestStatement = 1 << 20, kDeepestExpression = 100;
  open();
  try {
    constexpr std::pair<int, int> kSettings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0}};
    for (const auto& [option, on] : kSettings)
      if (const int result = sqlite3_db_config(database_, option, on, nullptr); result != SQLITE_OK) fail(result);
    sqlite3_limit(database_, SQLITE_LIMIT_LENGTH, kLongestText);
    sqlite3_limit(database_, SQLITE_LIMIT_SQL_LENGTH, kLongestStatement);
    sqlite3_limit(database_, SQLITE_LIMIT_EXPR_DEPTH, kDeepestExpression);
    auto* bytes = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(file.data()));  // READONLY: it stays as it is
    const int result =
        sqlite3_deserialize(database_, "main", bytes, sqlite3_int64(file.size()), sqlite3_int64(file.size()), SQLITE_DESERIALIZE_READONLY);
    if (result != SQLITE_OK) fail(result);
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

void SqliteDatabase::open() {
  const int result = sqlite3_open_v2(":memory:", &database_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  if (result == SQLITE_OK) return;
  sqlite3_close(std::exchange(database_, nullptr));
  throw Error(ErrorKind::outOfMemory, what_, where_, sqlite3_errstr(result), "close other programs");
}

SqliteDatabase::~SqliteDatabase() { sqlite3_close(database_); }

void SqliteDatabase::execute(const char* statements) {
  if (const int result = sqlite3_exec(database_, statements, nullptr, nullptr, nullptr); result != SQLITE_OK) fail(result);
}

SqliteStatement SqliteDatabase::prepare(std::string_view statement) const {
  sqlite3_stmt* prepared = nullptr;
  const int result = sqlite3_prepare_v2(database_, statement.data(), int(statement.size()), &prepared, nullptr);
  if (result != SQLITE_OK) fail(result);
  return {*this, prepared};
}

SqliteDatabase::Bytes SqliteDatabase::serialised() const {
  sqlite3_int64 count = 0;
  auto* bytes = reinterpret_cast<std::byte*>(sqlite3_serialize(database_, "main", &count, 0));
  if (bytes == nullptr) fail(SQLITE_NOMEM);
  return {std::unique_ptr<std::byte, Free>(bytes), size_t(count)};
}

void SqliteDatabase::fail(int result) const {
  if (result == SQLITE_NOMEM)
    throw Error(ErrorKind::outOfMemory, what_, where_, "there is not enough memory for the database", "close other programs");
  const std::string reason = "SQLite says: " + std::string(sqlite3_errmsg(database_));
  throw Error(reading_ ? ErrorKind::badInput : ErrorKind::internal, what_, where_, reason,
              reading_ ? "the file is damaged: fetch or export it again" : "");
}

}  // namespace arete
