#include "compute/neighbours/knn/spatial_tree_impl.cuh"

namespace arete::cuda {

template std::unique_ptr<SpatialTree<double>> makeTreeOf<double, 2>(const DevicePointSet<double>&, const CodeFrame<double>&, const StageContext&);
template std::unique_ptr<SpatialTree<double>> makeTreeOf<double, 3>(const DevicePointSet<double>&, const CodeFrame<double>&, const StageContext&);
template std::unique_ptr<SpatialTree<double>> makeTreeOf<double, 4>(const DevicePointSet<double>&, const CodeFrame<double>&, const StageContext&);

}  // namespace arete::cuda
