#include "app/cli/read_in_order.h"

#include "app/cli/read_flags.h"
#include "compute/filter/apply.h"

namespace arete::cli {

CloudFile readFor(const OutputFlags& output, std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter,
                  std::stop_token stop) {
  if (output.assignment().empty() || filter.order == PointOrder::file) return readWithProgress(files, options, filter, std::move(stop));
  Filter rules = filter, order;
  rules.order = PointOrder::file, order.order = filter.order;
  CloudFile file = readWithProgress(files, options, rules, stop);
  ThreadPool threads(options.threads);
  PointList rows = takenPoints(file.cloud, order, threads, stop);
  file.cloud = pointsOf(file.cloud, rows, threads, stop);
  output.setRows(std::move(rows));
  return file;
}

}  // namespace arete::cli
