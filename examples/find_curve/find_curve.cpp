// Finds the curve that a cloud's points lie along, tells about it, and writes it: find_curve CLOUD CURVE [R1]
#include <arete/compute.h>

#include <cstdio>
#include <cstdlib>

namespace compute = arete::compute;

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr, "find_curve CLOUD CURVE [R1]\n");
    return 2;
  }
  const compute::Cloud cloud = compute::read(argv[1]);
  compute::DetectOptions options;
  if (argc > 3) options.r1 = std::atof(argv[3]);

  compute::Steps steps(cloud, options);  // or at once: compute::detect(cloud, options)
  while (steps.next()) {
  }
  const compute::Curve& curve = steps.now();
  std::printf("%u points, R1 %g: %zu chains, length %g, %u steps\n", cloud.size(), curve.r1(), curve.chains().size(), curve.length(), curve.step());
  std::printf("hash %s\n", curve.hash().c_str());
  for (const std::string& warning : compute::write(curve, argv[2])) std::fprintf(stderr, "%s\n", warning.c_str());

  const std::vector<double> chosen = curve.points(), rows = cloud.coordinates();
  const compute::Neighbours near = compute::knn({chosen, curve.dimension()}, {rows, cloud.dimension()}, 1);
  double farthest = 0;
  for (const double distance : near.distances) farthest = distance > farthest ? distance : farthest;
  std::printf("farthest point from the chosen ones: %g\n", farthest);
} catch (const compute::Error& error) {
  std::fprintf(stderr, "find_curve: %s\n", error.what());
  return 1;
}
