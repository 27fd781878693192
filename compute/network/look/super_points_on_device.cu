#include "compute/network/look/super_points_on_device.cuh"

namespace arete::cuda {

namespace {

/// What is kept: behind a pointer, because a mutex does not move.
struct KeptOnDevice {
  std::shared_ptr<const SuperPointsOnDevice> points;
};

}  // namespace

SuperPointsOnDevice::SuperPointsOnDevice(CudaDevice& device, int dimension, Buffer<shared::Vector3> places, Buffer<int64_t> weights, uint32_t count,
                                         const PlaceBounds& bounds)
    : stream_(device.sharedStream()),
      gpu_(device.index()),
      placesMemory_(std::move(places)),
      weightsMemory_(std::move(weights)),
      places_{placesMemory_.data(), weightsMemory_.data(), count, dimension, bounds} {}

SuperPointsOnDevice::~SuperPointsOnDevice() {
  const OnGpu there(gpu_);
  grids_.reset(), placesMemory_ = {}, weightsMemory_ = {};
}

RowLevels SuperPointsOnDevice::grids(double least, double greatest) const {
  constexpr double kSmaller = 4;  // balls that may be so much smaller than those that the grids were made for, as those of seeds are
  const std::lock_guard lock(mutex_);
  if (!grids_ || grids_->smallest() > kSmaller * least) grids_ = std::make_unique<RowGrids>(least, places_.dimension);
  grids_->need(least, greatest, places_, stream_.get());
  return grids_->levels();
}

std::shared_ptr<const SuperPointsOnDevice> superPointsOnDevice(const SuperPoints& points, CudaDevice& device) {
  const auto suits = [&](const KeptOnDevice& kept) { return kept.points->isOn(device); };
  const auto upload = [&] {
    Buffer<shared::Vector3> places(points.size(), device.stream());
    Buffer<int64_t> weights(points.size(), device.stream());
    places.upload(points.places), weights.upload(points.weights);
    const PlaceBounds bounds = PlaceBounds::of(points.places);
    return KeptOnDevice{
        std::make_shared<const SuperPointsOnDevice>(device, points.dimension, std::move(places), std::move(weights), points.size(), bounds)};
  };
  return points.kept.get<KeptOnDevice>(suits, upload)->points;
}

void keepOnDevice(const SuperPoints& points, CudaDevice& device, Buffer<shared::Vector3> places, Buffer<int64_t> weights, const PlaceBounds& bounds) {
  points.kept.get<KeptOnDevice>([](const KeptOnDevice&) { return false; },
                                [&] {
                                  return KeptOnDevice{std::make_shared<const SuperPointsOnDevice>(device, points.dimension, std::move(places),
                                                                                                  std::move(weights), points.size(), bounds)};
                                });
}

}  // namespace arete::cuda
