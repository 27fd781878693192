#include "compute/neighbours/knn/spatial_tree_impl.cuh"

namespace arete::cuda {

template std::unique_ptr<SpatialTree<float>> makeTreeOf<float, 4>(const DevicePointSet<float>&, const CodeFrame<float>&, const StageContext&);
template std::unique_ptr<SpatialTree<float>> makeTreeOf<float, 6>(const DevicePointSet<float>&, const CodeFrame<float>&, const StageContext&);

}  // namespace arete::cuda
