#include "compute/neighbours/knn/spatial_tree_impl.cuh"

namespace arete::cuda {

template std::unique_ptr<SpatialTree<float>> makeTreeOf<float, 8>(const DevicePointSet<float>&, const CodeFrame<float>&, const StageContext&);
template std::unique_ptr<SpatialTree<float>> makeTreeOf<float, 16>(const DevicePointSet<float>&, const CodeFrame<float>&, const StageContext&);

}  // namespace arete::cuda
