"""Points as other libraries keep them come in, and curves go out to programs of maps and graphs."""

import json
import types
import unittest
import warnings

import networkx
import numpy as np

import arete
from support import R1, Case, spiral

XYZ = np.array([[1.0, 2, 3], [4, 5, 6], [7, 8, 9], [1, 1, 1]])


def structured(names=("X", "Y", "Z"), **more):
    """As the arrays of a pipeline of PDAL."""
    array = np.zeros(len(XYZ), [(name, float) for name in names] + [(name, values.dtype) for name, values in more.items()])
    for axis, name in enumerate(names):
        array[name] = XYZ[:, axis]
    for name, values in more.items():
        array[name] = values
    return array


class Las:
    """As laspy.LasData: X is a whole number, x is scaled."""

    def __init__(self):
        self.x, self.y, self.z = XYZ.T
        self.X = (XYZ[:, 0] * 100).astype(int)
        self.point_format = types.SimpleNamespace(dimension_names=["X", "Y", "Z", "intensity", "classification"])
        self.header = types.SimpleNamespace(parse_crs=lambda: types.SimpleNamespace(to_epsg=lambda: 28992))

    def __getitem__(self, name):
        return {"intensity": np.arange(4, dtype=np.uint16), "classification": np.array([2, 6, 2, 2], np.uint8)}[name]


def open3d(**parts):
    empty = {"normals": np.zeros((0, 3)), "colors": np.zeros((0, 3))}
    return types.SimpleNamespace(points=XYZ, has_points=lambda: True, **{**empty, **parts})


class Geo:
    def __init__(self, geo):
        self.__geo_interface__ = geo


class In(Case):
    def test_come_points_of_all_kinds(self):
        given = {
            "structured": structured(),
            "a list of structured": [structured()[:2], structured()[2:]],
            "a record array": structured(("x", "y", "z")).view(np.recarray),
            "laspy": Las(),
            "Open3D": open3d(),
            "Open3D, tensors": types.SimpleNamespace(
                point=types.SimpleNamespace(positions=types.SimpleNamespace(numpy=lambda: XYZ, cpu=lambda: types.SimpleNamespace(numpy=lambda: XYZ)))
            ),
            "trimesh": types.SimpleNamespace(vertices=XYZ, faces=[]),
            "PyVista": types.SimpleNamespace(points=XYZ, lines=[]),
            "a geo interface": Geo({"type": "MultiPoint", "coordinates": XYZ.tolist()}),
            "features": Geo(
                {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": p}} for p in XYZ.tolist()]}
            ),
            "lists": XYZ.tolist(),
        }
        expected = arete.detect(XYZ, r1=2).hash
        for name, points in given.items():
            with self.subTest(name):
                np.testing.assert_array_equal(arete.cloud(points).points, XYZ)
                self.assertEqual(arete.detect(points, r1=2).hash, expected)
                np.testing.assert_array_equal(arete.knn(points, k=2)[0], arete.knn(XYZ, k=2)[0])

    def test_come_with_their_columns_and_their_coordinate_system(self):
        cloud = arete.cloud(Las())
        self.assertEqual((cloud.crs, sorted(cloud.attributes)), ("EPSG:28992", ["classification", "intensity"]))
        self.assertEqual(cloud.attributes["classification"].dtype, np.uint8)
        self.assertEqual(len(arete.cloud(Las(), class_="ground")), 3)
        self.assertEqual(len(arete.cloud(structured(Intensity=np.arange(4)), where="Intensity > 1")), 2)
        self.assertEqual(arete.cloud(open3d(colors=XYZ / 9)).attributes["blue"].tolist(), (XYZ[:, 2] / 9).tolist())
        self.assertEqual(arete.cloud(Las(), crs="EPSG:7415").crs, "EPSG:7415")

    def test_come_with_attributes_that_are_given(self):
        columns = {
            "class": np.array([2, 6, 2, 2]),
            "kept": np.array([True, False, True, True]),
            "half": np.arange(4, dtype=np.float16),
            "swapped": np.arange(4, dtype=">u4"),
            "list": [1, 2, 3, 4],
        }
        cloud = arete.cloud(XYZ, attributes=columns)
        for name, values in columns.items():
            np.testing.assert_array_equal(cloud.attributes[name], values)
        self.assertEqual(len(arete.cloud(XYZ, attributes=columns, where="kept == 1 && list > 1")), 2)
        far = arete.cloud(XYZ + 1e6, attributes=columns)
        np.testing.assert_array_equal(far.attributes["list"], columns["list"])
        cloud.save(self.folder / "cloud.ply")
        np.testing.assert_array_equal(arete.read(self.folder / "cloud.ply").attributes["class"], columns["class"])
        for wrong in ({"a": [1, 2]}, {"a": ["x"] * 4}, {"a": np.zeros((4, 2))}, {"a": np.zeros(4, complex)}):
            self.refused(lambda: arete.cloud(XYZ, attributes=wrong), "a")
        self.refused(lambda: arete.cloud(cloud, attributes=columns), "attributes", kind="wrong_use")

    def test_that_name_no_coordinates_are_refused(self):
        self.refused(lambda: arete.cloud(np.zeros(4, [("a", float), ("b", float)])), "a, b")
        raw = np.zeros(4, [("X", np.int32), ("Y", np.int32), ("Z", np.int32), ("classification", np.uint8)])
        self.refused(lambda: arete.cloud(raw), "scale and offset")
        self.refused(lambda: arete.cloud(Geo({"type": "MultiPoint", "coordinates": []})))

    def test_come_tables_of_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        table = pandas.DataFrame({"id": [7, 8, 9, 10], "y": XYZ[:, 1], "x": XYZ[:, 0], "z": XYZ[:, 2], "name": list("abcd")})
        cloud = arete.cloud(table)
        np.testing.assert_array_equal(cloud.points, XYZ)
        self.assertEqual(cloud.attributes["id"].tolist(), [7, 8, 9, 10])
        np.testing.assert_array_equal(arete.cloud(pandas.DataFrame(XYZ, columns=["a", "b", "c"])).points, XYZ)
        grid = pandas.DataFrame({"id": [7, 8, 9, 10], "Hochwert": XYZ[:, 1], "Rechtswert": XYZ[:, 0], "Höhe": XYZ[:, 2]})
        np.testing.assert_array_equal(arete.cloud(grid).points, XYZ)

    def test_come_tables_that_name_degrees(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        table = pandas.DataFrame({"id": [7, 8, 9, 10], "Latitude": XYZ[:, 1], "gps_longitude": XYZ[:, 0]})
        with self.assertWarnsRegex(arete.AreteWarning, "'gps_longitude' and 'Latitude' are taken as longitude and latitude"):
            cloud = arete.cloud(table)
        np.testing.assert_array_equal(cloud.points, XYZ[:, :2])
        self.assertEqual(cloud.crs, "EPSG:4326")
        self.assertEqual(arete.cloud(table * 1000).crs, "")

    def test_come_geometries_of_geopandas(self):
        try:
            import geopandas
            import shapely.geometry
        except ImportError:
            self.skipTest("geopandas is not installed")
        points = geopandas.GeoSeries(geopandas.points_from_xy(XYZ[:, 0], XYZ[:, 1]), crs=28992)
        frame = geopandas.GeoDataFrame({"speed": [1, 2, 3, 4]}, geometry=points)
        np.testing.assert_array_equal(arete.cloud(points).points, XYZ[:, :2])
        self.assertEqual((arete.cloud(frame).crs, arete.cloud(frame).attributes["speed"].tolist()), ("EPSG:28992", [1, 2, 3, 4]))
        lines = geopandas.GeoSeries([shapely.geometry.LineString(XYZ[:2]), shapely.geometry.LineString(XYZ[2:])], crs=28992)
        np.testing.assert_array_equal(arete.cloud(lines).points, XYZ)
        self.assertEqual(arete.cloud(lines).attributes["track"].tolist(), [1, 1, 2, 2])
        np.testing.assert_array_equal(arete.cloud(shapely.geometry.MultiPoint(XYZ)).points, XYZ)


class Out(Case):
    def setUp(self):
        super().setUp()
        self.found = arete.detect(arete.cloud(spiral(1200), crs="EPSG:28992"), r1=R1, curve="network", bootstrap=3)

    def test_go_arrays_that_are_the_callers(self):
        chains = arete.detect(spiral(), r1=R1, assignment=True, tile_detection="local", tile_capacity=500, compare_exact=True)
        tiles = arete.tiles(spiral(), r1=R1, tile_kind="grouped", tile_capacity=300)
        numbers = [chains.edges, *chains.chains, chains.origins, chains.assignment, chains.difference["missing"], self.found.support.junctions]
        numbers += [tiles.order, tiles.leaves, tiles.touching(0), tiles.points_of(0), tiles.nodes["parent"], self.found.project().path]
        numbers += [self.found.project().component, self.found.degrees, arete.knn(spiral(), k=3)[0]]
        for each in numbers:
            self.assertEqual(each.dtype, np.int64)
        arrays = numbers + [chains.points, chains.moved, chains.previous, chains.removed, *chains.lines, self.found.radii]
        arrays += [*self.found.columns.values()]
        arrays += [self.found.support.edge_support, self.found.support.consensus, self.found.project().distance, arete.knn(spiral(), k=3)[1]]
        arrays += [*self.found.project().profile().values(), tiles.bounds, *arete.generate("spiral", points=9, dim=2).truth]
        for each in arrays:
            if each is not None and each is not tiles.nodes["parent"]:
                self.assertTrue(each.flags.writeable and (each.flags.c_contiguous or each.dtype == np.int64), (each.dtype, each.shape))
        self.assertGreaterEqual((chains.edges[:, 1] - chains.edges[:, 0]).min(), 1)
        self.assertEqual((chains.edges - 1).min(), -1)
        arete.knn(spiral(), k=3)[1].sort()

    def test_go_degrees_and_radii(self):
        self.assertEqual((self.found.degrees == 1).sum(), self.found.counts["ends"])
        self.assertEqual((self.found.degrees > 2).sum(), self.found.counts["junctions"])
        self.assertEqual(self.found.degrees.sum(), 2 * len(self.found.edges))
        np.testing.assert_array_equal(self.found.radii, self.found.bodies["radius"])
        self.assertIsNone(arete.detect(spiral(), r1=R1).radii)

    def test_go_graphs_that_every_writer_takes(self):
        for dim in (2, 3):
            found = arete.detect(spiral(1200, dim=dim), r1=R1, curve="network", bootstrap=3) if dim == 3 else self.found
            for graph in (found.to_networkx(), found.to_networkx(simplify=True), found.to_networkx().copy(), found.to_networkx().subgraph(range(9))):
                for name, read in (("graphml", networkx.read_graphml), ("gexf", networkx.read_gexf), ("gml", networkx.read_gml)):
                    path = self.folder / f"graph.{name}"
                    getattr(networkx, f"write_{name}")(graph, path)
                    again = read(path)
                    self.assertEqual((len(again), again.number_of_edges()), (len(graph), graph.number_of_edges()))
                    node = next(iter(again.nodes))
                    if name == "graphml":
                        self.assertEqual(again.nodes[node]["x"], graph.nodes[int(node)]["x"])
                json.dumps(networkx.node_link_data(graph))
                for write in (networkx.write_edgelist, networkx.write_adjlist, networkx.write_multiline_adjlist, networkx.write_pajek):
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")  # Pajek takes texts only, and says so
                        write(graph, self.folder / "graph.txt")

    def test_go_graphs_with_places_and_ways(self):
        graph = self.found.to_networkx()
        places = networkx.get_node_attributes(graph, "pos")
        self.assertEqual(len(places), len(self.found.points))
        for node, place in places.items():
            self.assertEqual(place, tuple(self.found.points[node].tolist()))
        self.assertEqual(dict(graph.degree), {node: graph.nodes[node]["degree"] for node in graph})
        self.assertEqual(networkx.number_connected_components(graph), len({graph.nodes[node].get("component", f"alone {node}") for node in graph}))
        self.assertEqual(graph.graph["crs"], "EPSG:28992")
        for *_, data in self.found.to_networkx(simplify=True).edges(data=True):
            way = self.found.points[data["chain"]].astype(float)
            self.assertAlmostEqual(np.linalg.norm(np.diff(way, axis=0), axis=1).sum(), data["length"], places=6)
        with self.assertRaises(KeyError):
            graph.nodes[0]["none"]

    def test_has_the_names_of_graphml_files(self):
        self.found.save(self.folder / "curve.graphml")
        own, other = networkx.read_graphml(self.folder / "curve.graphml"), self.found.to_networkx(simplify=True)
        self.assertEqual({int(node) for node in own}, set(other) | {int(node) for node in own if own.degree(node) == 0})
        for node in other:
            self.assertEqual({**own.nodes[str(node)], "pos": None}.keys() - {"pos"}, dict(other.nodes[node]).keys())
            self.assertEqual(own.nodes[str(node)]["component"], other.nodes[node]["component"])

    def test_go_features_to_maps(self):
        geo = json.loads(json.dumps(self.found.__geo_interface__))
        self.assertEqual(len(geo["features"]), len(self.found.chains))
        self.assertEqual(set(geo["features"][0]["properties"]), {"length", "closed", "support"})
        np.testing.assert_allclose(geo["features"][0]["geometry"]["coordinates"], self.found.lines[0])
        self.assertAlmostEqual(sum(each["properties"]["length"] for each in geo["features"]), self.found.length, places=3)
        self.assertEqual(len(self.found.cloud.__geo_interface__["coordinates"]), 1200)
        truth = arete.generate("spiral", points=10, dim=2).truth
        for line, feature in zip(truth, truth.__geo_interface__["features"]):
            self.assertIn(len(feature["geometry"]["coordinates"]) - len(line), (0, 1))

    def test_go_frames_of_geopandas(self):
        try:
            import geopandas  # noqa: F401
        except ImportError:
            self.refused(self.found.to_geopandas, "geopandas", kind="wrong_use")
            self.skipTest("geopandas is not installed")
        frame = self.found.to_geopandas()
        self.assertEqual((len(frame), frame.crs.to_epsg()), (len(self.found.chains), 28992))
        np.testing.assert_allclose(frame.geometry.length, frame["length"], rtol=1e-6)
        cloud = arete.cloud(spiral(50), attributes={"speed": np.arange(50)}).to_geopandas()
        self.assertEqual((len(cloud), cloud["speed"].sum()), (50, 49 * 25))


if __name__ == "__main__":
    unittest.main()
