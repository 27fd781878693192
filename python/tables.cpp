#include "python/tables.h"

#include "python/errors.h"

namespace arete::python {

static py::object valueOf(const ResultValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return py::float_(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return textOf(*text);
  return py::none();
}

py::dict columnsOf(const ResultTable& table) {
  py::dict columns;
  for (size_t k = 0; k < table.columns.size(); ++k) {
    py::list values;
    for (const auto& row : table.rows) values.append(valueOf(row[k]));
    columns[textOf(table.columns[k].id)] = values;
  }
  return columns;
}

py::dict unitsOf(const ResultTable& table) {
  py::dict units;
  for (const ResultColumn& column : table.columns) units[textOf(column.id)] = textOf(column.unit);
  return units;
}

}  // namespace arete::python
