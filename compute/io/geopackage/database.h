// A database of SQLite in memory: GeoPackages are made in one and read from one, so that files come and go as those of every other format do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace arete {

/// Errors are those of `fail`: it is given SQLite's words and throws.
class SqliteStatement {
 public:
  SqliteStatement(SqliteStatement&&) noexcept = default;
  ~SqliteStatement();

  SqliteStatement& bind(int place, int64_t value);  ///< places count from 1
  SqliteStatement& bind(int place, double value);
  SqliteStatement& bind(int place, std::string_view text);
  SqliteStatement& bind(int place, std::span<const std::byte> bytes);
  SqliteStatement& bindNull(int place);
  /// Whether there is a row. After the last one the statement can be bound and run again.
  bool step();
  /// For statements without rows.
  void run() { step(); }

  // Of the row; columns count from 0. Until the next step.
  int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  std::span<const std::byte> bytes(int column) const;

 private:
  friend class SqliteDatabase;
  struct End {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqliteStatement(const class SqliteDatabase& database, sqlite3_stmt* statement) : database_(&database), statement_(statement) {}
  void check(int result) const;

  const class SqliteDatabase* database_;
  std::unique_ptr<sqlite3_stmt, End> statement_;
};

class SqliteDatabase {
 public:
  /// An empty one. `what` could not be done with `where`, where something fails: Error(badInput) of a file that is read, else Error(internal);
  /// Error(outOfMemory).
  SqliteDatabase(std::string_view what, std::string_view where);
  /// That of a file's bytes, which stay where they are; nothing can be written to it, and nothing in its schema is trusted.
  SqliteDatabase(std::string_view what, std::string_view where, std::span<const std::byte> file);
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;
  ~SqliteDatabase();

  void execute(const char* statements);
  SqliteStatement prepare(std::string_view statement) const;
  /// The file that this database would be: `use` is given its bytes.
  template <class F>
  void useBytes(F&& use) const {
    const Bytes bytes = serialised();
    use(std::span(bytes.begin.get(), bytes.count));
  }

 private:
  friend class SqliteStatement;
  struct Free {
    void operator()(std::byte* bytes) const;
  };
  struct Bytes {
    std::unique_ptr<std::byte, Free> begin;
    size_t count = 0;
  };
  void open();
  Bytes serialised() const;
  [[noreturn]] void fail(int result) const;

  std::string what_, where_;
  bool reading_ = false;
  sqlite3* database_ = nullptr;
};

}  // namespace arete
