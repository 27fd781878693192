#include "compute/neighbours/knn/spatial_tree_impl.cuh"

namespace arete::cuda {

template std::unique_ptr<SpatialTree<double>> makeTreeOf<double, 6>(const DevicePointSet<double>&, const CodeFrame<double>&, const StageContext&);
template std::unique_ptr<SpatialTree<double>> makeTreeOf<double, 8>(const DevicePointSet<double>&, const CodeFrame<double>&, const StageContext&);
template std::unique_ptr<SpatialTree<double>> makeTreeOf<double, 16>(const DevicePointSet<double>&, const CodeFrame<double>&, const StageContext&);

}  // namespace arete::cuda
