#include "app/cli/curve_options.h"

namespace arete::cli {

void addCurveOptions(CommandApp& app, const char* group, const std::shared_ptr<CurveOptions>& options) {
  app.add_option_function<std::string>(
         "--swc-root", [options](const std::string& text) { options->swcRoot = swcRootFrom(text); },
         "SWC: where it begins: a node's number, or a place (x,y or x,y,z) and so the node nearest to it. Otherwise the soma, a ball more than twice "
         "as "
         "thick as any end, or the thickest end.")
      ->type_name("ROOT")
      ->group(group);
  app.add_option_function<std::string>(
         "--swc-loops", [options](const std::string& text) { options->swcCutsLoops = swcCutsLoopsFrom(text); },
         "SWC, which holds trees only: refuse a curve with loops (default refuse), or cut each loop where it is weakest: the edge that fewest "
         "resamples support, or else the longest one, becomes a comment, which arete reads.")
      ->type_name("CHOICE")
      ->check(CLI::IsMember({"refuse", "cut", "open"}))
      ->group(group);
  app.add_option_function<double>(
         "--curve-step", [options](double step) { options->step = step; },
         "Write lines in even steps of about this length, in units of the cloud. Ends and junctions stay; the nodes between them are others.")
      ->type_name("DISTANCE")
      ->check(CLI::PositiveNumber)
      ->group(group);
  app.add_option_function<std::string>(
         "--geojson-crs", [options](const std::string& text) { options->geojsonKeepsCrs = text == "keep"; },
         "GeoJSON: wgs84 turns coordinates into longitude and latitude where the cloud's system is known, as RFC 7946 wants (default wgs84); keep "
         "leaves them as they are.")
      ->type_name("SYSTEM")
      ->check(CLI::IsMember({"wgs84", "keep"}))
      ->group(group);
}

}  // namespace arete::cli
