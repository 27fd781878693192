"""Type stubs. Made by `python3 -m arete._stubs`; a test compares."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, overload

import numpy as np
from numpy.typing import NDArray

__version__: str

class _OnGpu(Protocol):
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...

class AreteWarning(UserWarning):
    ...

class Clearance:
    distance: NDArray[Any]
    span: NDArray[Any]
    places: dict[str, NDArray[Any]]
    looked: int
    below: int
    own: int
    def __init__(
        self,
        distance: NDArray[Any],
        span: NDArray[Any],
        places: dict[str, NDArray[Any]],
        looked: int,
        below: int,
        own: int,
    ) -> None: ...

class Cloud:
    def __len__(self) -> int: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def points(self) -> NDArray[Any]: ...
    @property
    def scalar(self) -> str: ...
    @property
    def gpu(self) -> int | None: ...
    @property
    def bytes_to_host(self) -> int: ...
    @property
    def origin(self) -> NDArray[Any]: ...
    @property
    def attributes(self) -> dict[str, NDArray[Any]]: ...
    @property
    def crs(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def files(self) -> list[str]: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def filter(self) -> str: ...
    @property
    def points_in_file(self) -> int: ...
    @property
    def non_finite(self) -> int: ...
    @property
    def truth(self) -> Lines | None: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]: ...
    @property
    def __geo_interface__(self) -> dict[str, Any]: ...
    def to_geopandas(self) -> Any: ...
    def suggest_r1(
        self,
        *,
        progress: Any = None,
        curve: Literal['chains', 'network'] | None = None,
        r2: float | None = None,
        threads: int | None = None,
        gpu: int | None = None,
        cloud_layout: Literal['row', 'column'] | None = None,
        max_iterations: int | None = None,
        tile_detection: Literal['whole', 'local', 'hybrid'] | None = None,
        smoothing: Literal['off', 'decimate-then-evolve', 'evolve-then-decimate'] | None = None,
        tracks: Literal['automatic', 'off', 'lines', 'fixes'] | None = None,
        track_gap: float | None = None,
        bootstrap: int | None = None,
        consensus: float | None = None,
        choose: str | None = None,
        evolve: str | None = None,
        decimate: str | None = None,
        order: str | None = None,
        tile: str | None = None,
        radius_version: str | None = None,
        super_points_version: str | None = None,
        fog_version: str | None = None,
        local_radius_version: str | None = None,
        seeds_version: str | None = None,
        wire_lines_version: str | None = None,
        ridge_shift_version: str | None = None,
        thin_version: str | None = None,
        witnesses_version: str | None = None,
        spanner_version: str | None = None,
        wire_strands_version: str | None = None,
        wire_claims_version: str | None = None,
        wire_gaps_version: str | None = None,
        prune_version: str | None = None,
        background_version: str | None = None,
        crest_version: str | None = None,
        bridges_version: str | None = None,
        tree_version: str | None = None,
        junctions_version: str | None = None,
        polish_version: str | None = None,
        refit_version: str | None = None,
        ends_version: str | None = None,
        wire_ends_version: str | None = None,
        twigs_version: str | None = None,
        side_lines_version: str | None = None,
        cross_sections_version: str | None = None,
        backend: Literal['cpu', 'cuda', 'auto'] | None = None,
        parts: int | None = None,
        gpus: int | None = None,
        gpu_parts: int | None = None,
        tolerance: float | None = None,
        move_rule: Literal['tolerance', 'thesis'] | None = None,
        partition: Literal['auto', 'space', 'dealt'] | None = None,
        block_size: Literal['tuned', '64', '128', '256', '512', '1024'] | None = None,
        points_per_thread: Literal['tuned', '1', '2', '4', '8'] | None = None,
        chosen_layout: Literal['row', 'column'] | None = None,
        gpu_exchange: Literal['auto', 'direct', 'copies'] | None = None,
        whole_up_to: int | None = None,
        tile_kind: Literal['local', 'grouped', 'extended'] | None = None,
        tiles_per_axis: int | None = None,
        tiled_axes: int | None = None,
        tile_capacity: int | None = None,
        tile_histogram: Literal['automatic', 'block', 'global'] | None = None,
        tile_division: Literal['automatic', 'rounds', 'buckets'] | None = None,
        profile: Literal['automatic', 'map', 'surface', 'sphere', 'wires'] | None = None,
        test_background: bool | None = None,
        neighbours_wanted: int | None = None,
        radius_cap: float | None = None,
        follow_widths: bool | None = None,
        shortest_loop: float | None = None,
        shortest_branch: float | None = None,
        preset: str | os.PathLike[str] | None = None,
    ) -> float: ...
    def save(self, path: str | os.PathLike[str], *, format: str | None = None, progress: Any = None) -> None: ...
    def show(self, *, most_points: int = 2000000, height: int = 500) -> Page: ...
    def _repr_png_(self) -> bytes | None: ...

class Detection:
    cloud: Cloud
    @property
    def points(self) -> NDArray[Any]: ...
    @property
    def edges(self) -> NDArray[Any]: ...
    @property
    def degrees(self) -> NDArray[Any]: ...
    @property
    def radii(self) -> NDArray[Any] | None: ...
    @property
    def bodies(self) -> dict[str, NDArray[Any]]: ...
    def branches(self, *, as_frame: bool = False) -> Any: ...
    def reroot(self, root: Any) -> Detection: ...
    def prune(
        self,
        *,
        shorter_than: float | None = None,
        order: int | None = None,
        progress: Any = None,
    ) -> Detection: ...
    def heal(self, gap: float, *, progress: Any = None) -> Detection: ...
    def edited(self, edits: list[dict[str, Any]], *, progress: Any = None) -> Detection: ...
    def components(self, *, as_frame: bool = False) -> Any: ...
    @property
    def chains(self) -> list[NDArray[Any]]: ...
    @property
    def closed(self) -> list[bool]: ...
    @property
    def lines(self) -> list[NDArray[Any]]: ...
    @property
    def length(self) -> float: ...
    @property
    def counts(self) -> dict[str, int]: ...
    @property
    def hash(self) -> str: ...
    @property
    def doubt(self) -> str: ...
    @property
    def r1(self) -> float: ...
    @property
    def r2(self) -> float: ...
    @property
    def times(self) -> dict[str, float]: ...
    @property
    def device_times(self) -> dict[str, float]: ...
    @property
    def device(self) -> str: ...
    @property
    def finished(self) -> bool: ...
    @property
    def converged(self) -> bool: ...
    @property
    def is_exact(self) -> bool: ...
    @property
    def step(self) -> int: ...
    @property
    def record(self) -> dict[str, Any]: ...
    @property
    def moved(self) -> NDArray[Any]: ...
    @property
    def previous(self) -> NDArray[Any]: ...
    @property
    def removed(self) -> NDArray[Any]: ...
    @property
    def origins(self) -> NDArray[Any]: ...
    @property
    def assignment(self) -> NDArray[Any] | None: ...
    def on_gpu(self, name: str = 'points', gpu: int | None = None) -> GpuArray: ...
    @property
    def columns(self) -> dict[str, NDArray[Any]]: ...
    @property
    def support(self) -> Support | None: ...
    @property
    def exact(self) -> Detection | None: ...
    @property
    def difference(self) -> dict[str, Any] | None: ...
    def report(self) -> dict[str, Any]: ...
    def quality(
        self,
        reference: Any,
        *,
        progress: Any = None,
        paths: bool = False,
        step: float | None = None,
        tolerance: float | None = None,
        sigma: float | None = None,
        join: float | None = None,
        heal: float | None = None,
    ) -> dict[str, Any]: ...
    def project(self, points: Any = None, *, reach: float | None = None, progress: Any = None) -> Projection: ...
    def spans(self, points: Any = None, *, progress: Any = None, **keywords: Any) -> Spans: ...
    def save(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        crs: str | None = None,
        swc_root: str | None = None,
        swc_loops: str | None = None,
        geojson_crs: str | None = None,
        step: float | None = None,
        progress: Any = None,
    ) -> None: ...
    def show(self, *, most_points: int = 2000000, steps: bool = False, height: int = 500) -> Page: ...
    def save_report(self, path: str | os.PathLike[str]) -> None: ...
    def to_networkx(self, *, simplify: bool = False) -> Any: ...
    @property
    def __geo_interface__(self) -> dict[str, Any]: ...
    def to_geopandas(self) -> Any: ...
    def picture(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        progress: Any = None,
        picture_size: str | None = None,
        scale: float | None = None,
        size_mm: str | None = None,
        dpi: float | None = None,
        white: bool = False,
        transparent: bool = False,
        show: str | Sequence[str] | None = None,
        hide: str | Sequence[str] | None = None,
        beside: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
        colour_by: str | None = None,
        curve_colour: str | None = None,
        colour_map: str | None = None,
        look: str | None = None,
        software_points: bool = False,
        hardware_points: bool = False,
        cuda_points: bool = False,
    ) -> Picture: ...
    def _repr_png_(self) -> bytes | None: ...
    def _repr_svg_(self) -> str | None: ...

class Error(RuntimeError):
    failed: str
    where: str
    reason: str
    hint: str
    kind: str
    def __init__(
        self,
        failed: str,
        where: str = '',
        reason: str = '',
        hint: str = '',
        kind: str = 'wrong_use',
    ) -> None: ...

class Experiment:
    id: str
    title: str
    columns: dict[str, list[Any]]
    units: dict[str, str]
    notes: list[str]
    device: str
    def save(self, folder: str | os.PathLike[str] | None = None) -> list[str]: ...
    def _repr_html_(self) -> str: ...

class GpuArray:
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def gpu(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    def __len__(self) -> int: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: Any = None,
        dl_device: Any = None,
        copy: bool | None = None,
    ) -> Any: ...
    def get(self) -> NDArray[Any]: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]: ...

class Lines(Sequence[NDArray[Any]]):
    @property
    def closed(self) -> list[bool]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, place: Any) -> Any: ...
    def __iter__(self) -> Iterator[NDArray[Any]]: ...
    @property
    def __geo_interface__(self) -> dict[str, Any]: ...

class NearestNeighbors:
    n_neighbors: int
    radius: float
    algorithm: str
    leaf_size: int
    metric: str
    p: float
    metric_params: dict[str, Any] | None
    n_jobs: int | None
    version: str | None
    backend: str | None
    threads: int | None
    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        radius: float = 1.0,
        algorithm: str = 'auto',
        leaf_size: int = 30,
        metric: str = 'minkowski',
        p: float = 2,
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = None,
        version: str | None = None,
        backend: str | None = None,
        threads: int | None = None,
    ) -> None: ...
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> NearestNeighbors: ...
    def fit(self, X: Any, y: Any = None) -> NearestNeighbors: ...
    @overload
    def kneighbors(
        self,
        X: Any = None,
        n_neighbors: int | None = None,
        return_distance: Literal[True] = True,
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def kneighbors(
        self,
        X: Any = None,
        n_neighbors: int | None = None,
        *,
        return_distance: Literal[False],
    ) -> NDArray[Any]: ...
    @overload
    def kneighbors(self, X: Any = None, n_neighbors: int | None = None, return_distance: bool = True) -> Any: ...
    def kneighbors_graph(self, X: Any = None, n_neighbors: int | None = None, mode: str = 'connectivity') -> Any: ...
    @overload
    def radius_neighbors(
        self,
        X: Any = None,
        radius: float | None = None,
        return_distance: Literal[True] = True,
        sort_results: bool = False,
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def radius_neighbors(
        self,
        X: Any = None,
        radius: float | None = None,
        *,
        return_distance: Literal[False],
        sort_results: bool = False,
    ) -> NDArray[Any]: ...
    @overload
    def radius_neighbors(
        self,
        X: Any = None,
        radius: float | None = None,
        return_distance: bool = True,
        sort_results: bool = False,
    ) -> Any: ...
    def radius_neighbors_graph(
        self,
        X: Any = None,
        radius: float | None = None,
        mode: str = 'connectivity',
        sort_results: bool = False,
    ) -> Any: ...
    def transform(self, X: Any) -> Any: ...
    def fit_transform(self, X: Any, y: Any = None) -> Any: ...
    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]: ...

class Page:
    text: str
    height: int
    def __init__(self, text: str, height: int = 500) -> None: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def _repr_html_(self) -> str: ...

class Picture(bytes):
    @property
    def kind(self) -> str: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def _repr_png_(self) -> bytes | None: ...
    def _repr_svg_(self) -> str | None: ...

class Projection:
    reach: float
    mean_distance: float
    beyond: dict[str, Any]
    by_component: list[dict[str, Any]]
    paths: list[dict[str, Any]]
    @property
    def distance(self) -> NDArray[Any]: ...
    @property
    def offset(self) -> NDArray[Any]: ...
    @property
    def arc_length(self) -> NDArray[Any]: ...
    @property
    def path(self) -> NDArray[Any]: ...
    @property
    def component(self) -> NDArray[Any]: ...
    def profile(self, step: float | None = None) -> dict[str, NDArray[Any]]: ...

class Race:
    cloud: Cloud
    title: str
    about: str
    of: str
    notes: list[str]
    racers: list[dict[str, Any]]
    @property
    def columns(self) -> dict[str, list[Any]]: ...
    @property
    def units(self) -> dict[str, str]: ...
    @property
    def detections(self) -> list[Detection]: ...
    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str | None: ...
    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None: ...
    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None: ...
    def to_svg(self, path: str | os.PathLike[str] | None = None) -> str | None: ...
    def _repr_html_(self) -> str: ...

class Spans:
    columns: dict[str, NDArray[Any]]
    pylons: dict[str, NDArray[Any]]
    left_out: int
    crs: str
    def __init__(
        self,
        columns: dict[str, NDArray[Any]],
        pylons: dict[str, NDArray[Any]],
        left_out: int,
        crs: str,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, column: str) -> NDArray[Any]: ...
    def lines(self, off: float = 0.01) -> list[NDArray[Any]]: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...

class Support:
    resamples: int
    node_spread: NDArray[Any]
    edge_spread: NDArray[Any]
    edge_support: NDArray[Any]
    junctions: NDArray[Any]
    confidence: NDArray[Any]
    consensus_share: float
    consensus: NDArray[Any] | None

class Sweep:
    columns: dict[str, list[float]]
    units: dict[str, str]
    def __init__(self, found: tuple[Any, ...], cloud: Cloud) -> None: ...
    @property
    def detections(self) -> list[Detection]: ...
    def to_svg(self, path: str | os.PathLike[str] | None = None) -> str | None: ...
    def _repr_svg_(self) -> str: ...

class Tiles:
    cloud: Cloud
    @property
    def nodes(self) -> NDArray[Any]: ...
    @property
    def bounds(self) -> NDArray[Any]: ...
    @property
    def order(self) -> NDArray[Any]: ...
    @property
    def leaves(self) -> NDArray[Any]: ...
    @property
    def levels(self) -> int: ...
    @property
    def note(self) -> str: ...
    def points_of(self, node: int) -> NDArray[Any]: ...
    def touching(self, leaf: int) -> NDArray[Any] | None: ...
    def surroundings(self, leaf: int) -> NDArray[Any] | None: ...

def animate(
    points: Any,
    *,
    animation: str = 'steps',
    progress: Any = None,
    frames: str | os.PathLike[str] | None = None,
    mp4: str | os.PathLike[str] | None = None,
    fps: float | None = None,
    every_step: int | None = None,
    hold: float | None = None,
    degrees: float | None = None,
    seconds: float | None = None,
    r1: float | None = None,
    r2: float | None = None,
    curve: str | None = None,
    run_to: str | None = None,
    picture_size: str | None = None,
    scale: float | None = None,
    size_mm: str | None = None,
    dpi: float | None = None,
    white: bool = False,
    transparent: bool = False,
    show: str | Sequence[str] | None = None,
    hide: str | Sequence[str] | None = None,
    beside: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    colour_by: str | None = None,
    curve_colour: str | None = None,
    colour_map: str | None = None,
    look: str | None = None,
    gpu: int | None = None,
    bootstrap: int | None = None,
    consensus: float | None = None,
    software_points: bool = False,
    hardware_points: bool = False,
    cuda_points: bool = False,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> int: ...

def bench(
    what: str,
    *,
    points: str | Sequence[str] | None = None,
    dim: str | Sequence[str] | None = None,
    shape: str | None = None,
    seed: int | None = None,
    r1: float | None = None,
    tolerance: float | None = None,
    versions: str | Sequence[str] | None = None,
    version_file: str | Sequence[str] | None = None,
    axis: str | Sequence[str] | None = None,
    backend: Literal['cpu', 'cuda', 'auto'] | None = None,
    repeat: int | None = None,
    threads: int | None = None,
    max_brute_iterations: int | None = None,
    profile: Literal['automatic', 'map', 'surface', 'sphere', 'wires'] | None = None,
    bootstrap: int | None = None,
    tiles_per_axis: int | None = None,
    tiled_axes: int | None = None,
    tile_capacity: int | None = None,
    tile_histogram: Literal['automatic', 'block', 'global'] | None = None,
    tile_division: Literal['automatic', 'rounds', 'buckets'] | None = None,
    max_memory: int | None = None,
    device_memory: int | None = None,
    leaf_capacities: str | Sequence[str] | None = None,
    parts: str | Sequence[str] | None = None,
    gpus: int | None = None,
    gpu_parts: int | None = None,
    gpu_exchange: Literal['auto', 'direct', 'copies'] | None = None,
    cases: str | Sequence[str] | None = None,
    max_seconds: float | None = None,
    cloud: str | None = None,
) -> dict[str, Any]: ...

def bench_draw(
    *,
    points: str | Sequence[str] | None = None,
    size: str | None = None,
    repeat: int | None = None,
    perspective: bool = False,
    frames: bool = False,
    json: bool = False,
) -> str: ...

def clearance(
    points: Any,
    spans: Spans | str | os.PathLike[str],
    *,
    limit: float = 5.0,
    extra_sag: float = 0.0,
    swing: float = 0.0,
    own: float | None = None,
    apart: float = 10.0,
    leave_out: Sequence[int] = (13, 14, 15, 16),
    threads: int = 0,
    progress: Any = None,
) -> Clearance: ...

def cloud(
    points: Any,
    *,
    attributes: Mapping[str, Any] | None = None,
    tracks: Any = None,
    progress: Any = None,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    scalar: str | None = None,
    crs: str | None = None,
) -> Cloud: ...

def command(*arguments: str | os.PathLike[str]) -> str: ...

def convert(
    files: Any,
    output: str | os.PathLike[str],
    *,
    format: str | None = None,
    to_crs: str | None = None,
    progress: Any = None,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> Cloud: ...

def cuda_unavailable() -> str: ...

def curve_formats() -> list[dict[str, str]]: ...

def detect(
    points: Any,
    r1: float | None = None,
    *,
    edits: str | os.PathLike[str] | None = None,
    compare_exact: bool = False,
    assignment: bool = False,
    progress: Any = None,
    curve: Literal['chains', 'network'] | None = None,
    r2: float | None = None,
    threads: int | None = None,
    gpu: int | None = None,
    cloud_layout: Literal['row', 'column'] | None = None,
    max_iterations: int | None = None,
    tile_detection: Literal['whole', 'local', 'hybrid'] | None = None,
    smoothing: Literal['off', 'decimate-then-evolve', 'evolve-then-decimate'] | None = None,
    tracks: Literal['automatic', 'off', 'lines', 'fixes'] | None = None,
    track_gap: float | None = None,
    bootstrap: int | None = None,
    consensus: float | None = None,
    choose: str | None = None,
    evolve: str | None = None,
    decimate: str | None = None,
    order: str | None = None,
    tile: str | None = None,
    radius_version: str | None = None,
    super_points_version: str | None = None,
    fog_version: str | None = None,
    local_radius_version: str | None = None,
    seeds_version: str | None = None,
    wire_lines_version: str | None = None,
    ridge_shift_version: str | None = None,
    thin_version: str | None = None,
    witnesses_version: str | None = None,
    spanner_version: str | None = None,
    wire_strands_version: str | None = None,
    wire_claims_version: str | None = None,
    wire_gaps_version: str | None = None,
    prune_version: str | None = None,
    background_version: str | None = None,
    crest_version: str | None = None,
    bridges_version: str | None = None,
    tree_version: str | None = None,
    junctions_version: str | None = None,
    polish_version: str | None = None,
    refit_version: str | None = None,
    ends_version: str | None = None,
    wire_ends_version: str | None = None,
    twigs_version: str | None = None,
    side_lines_version: str | None = None,
    cross_sections_version: str | None = None,
    backend: Literal['cpu', 'cuda', 'auto'] | None = None,
    parts: int | None = None,
    gpus: int | None = None,
    gpu_parts: int | None = None,
    tolerance: float | None = None,
    move_rule: Literal['tolerance', 'thesis'] | None = None,
    partition: Literal['auto', 'space', 'dealt'] | None = None,
    block_size: Literal['tuned', '64', '128', '256', '512', '1024'] | None = None,
    points_per_thread: Literal['tuned', '1', '2', '4', '8'] | None = None,
    chosen_layout: Literal['row', 'column'] | None = None,
    gpu_exchange: Literal['auto', 'direct', 'copies'] | None = None,
    whole_up_to: int | None = None,
    tile_kind: Literal['local', 'grouped', 'extended'] | None = None,
    tiles_per_axis: int | None = None,
    tiled_axes: int | None = None,
    tile_capacity: int | None = None,
    tile_histogram: Literal['automatic', 'block', 'global'] | None = None,
    tile_division: Literal['automatic', 'rounds', 'buckets'] | None = None,
    profile: Literal['automatic', 'map', 'surface', 'sphere', 'wires'] | None = None,
    test_background: bool | None = None,
    neighbours_wanted: int | None = None,
    radius_cap: float | None = None,
    follow_widths: bool | None = None,
    shortest_loop: float | None = None,
    shortest_branch: float | None = None,
    preset: str | os.PathLike[str] | None = None,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
    max_memory: int | None = None,
    scratch: str | os.PathLike[str] | None = None,
    store: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: str | os.PathLike[str] | None = None,
    checkpoint_every: float | None = None,
) -> Detection: ...

def experiment(
    id: str,
    *,
    scale: float = 1,
    repeat: int = 3,
    seed: int = 1,
    threads: int = 0,
    progress: Any = None,
) -> Experiment: ...

def experiments() -> list[dict[str, str]]: ...

def generate(
    shape: str,
    *,
    scalar: str = 'float',
    progress: Any = None,
    points: int | None = None,
    dim: int | None = None,
    noise: float | None = None,
    seed: int | None = None,
    background: float | None = None,
    outliers: float | None = None,
    gaps: float | None = None,
    gap_count: int | None = None,
    a: float | None = None,
    b: float | None = None,
    length: float | None = None,
    radius: float | None = None,
    separation: float | None = None,
    angle: float | None = None,
    turns: float | None = None,
    pitch: float | None = None,
) -> Cloud: ...

def gpus() -> list[dict[str, object]]: ...

def info(
    *files: str | os.PathLike[str],
    r1: float | None = None,
    max_memory: int | None = None,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> dict[str, Any]: ...

@overload
def knn(  # type: ignore
    reference: _OnGpu,
    query: _OnGpu | None = None,
    k: int = 1,
    *,
    exclude_self: bool = False,
    progress: Any = None,
    version: str | None = None,
    version_file: str | Sequence[str] | None = None,
    backend: Literal['cpu', 'cuda', 'auto'] | None = None,
    threads: int | None = None,
    vocabulary_children: int | None = None,
    vocabulary_levels: int | None = None,
    vocabulary_probes: int | None = None,
    leaf_capacity: int | None = None,
    max_memory: int | None = None,
    device_memory: int | None = None,
    gpus: int | None = None,
    gpu_parts: int | None = None,
    index: str | os.PathLike[str] | None = None,
    rebuild_index: bool = False,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> tuple[GpuArray, GpuArray]: ...
@overload
def knn(
    reference: Any,
    query: Any = None,
    k: int = 1,
    *,
    exclude_self: bool = False,
    progress: Any = None,
    version: str | None = None,
    version_file: str | Sequence[str] | None = None,
    backend: Literal['cpu', 'cuda', 'auto'] | None = None,
    threads: int | None = None,
    vocabulary_children: int | None = None,
    vocabulary_levels: int | None = None,
    vocabulary_probes: int | None = None,
    leaf_capacity: int | None = None,
    max_memory: int | None = None,
    device_memory: int | None = None,
    gpus: int | None = None,
    gpu_parts: int | None = None,
    index: str | os.PathLike[str] | None = None,
    rebuild_index: bool = False,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> tuple[NDArray[np.int64], NDArray[Any]]: ...

def neighbours_within(
    reference: Any,
    radius: float,
    query: Any = None,
    *,
    exclude_self: bool = False,
    version: str | None = None,
    backend: Literal['cpu', 'cuda', 'auto'] | None = None,
    threads: int | None = None,
    progress: Any = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any]]: ...

def project(
    points: Any,
    curve: Any,
    *,
    reach: float | None = None,
    threads: int = 0,
    progress: Any = None,
) -> Projection: ...

def quality(
    curve: Any,
    reference: Any,
    *,
    progress: Any = None,
    paths: bool = False,
    step: float | None = None,
    tolerance: float | None = None,
    sigma: float | None = None,
    join: float | None = None,
    heal: float | None = None,
) -> dict[str, Any]: ...

def race(
    points: Any,
    r1: float | None = None,
    *,
    k: int | None = None,
    version_files: Iterable[Any] = (),
    progress: Any = None,
    versions: str | None = None,
    vary: str | None = None,
    repeat: int | None = None,
    json: bool = False,
    curve: Literal['chains', 'network'] | None = None,
    r2: float | None = None,
    threads: int | None = None,
    gpu: int | None = None,
    cloud_layout: Literal['row', 'column'] | None = None,
    max_iterations: int | None = None,
    tile_detection: Literal['whole', 'local', 'hybrid'] | None = None,
    smoothing: Literal['off', 'decimate-then-evolve', 'evolve-then-decimate'] | None = None,
    tracks: Literal['automatic', 'off', 'lines', 'fixes'] | None = None,
    track_gap: float | None = None,
    bootstrap: int | None = None,
    consensus: float | None = None,
    choose: str | None = None,
    evolve: str | None = None,
    decimate: str | None = None,
    order: str | None = None,
    tile: str | None = None,
    radius_version: str | None = None,
    super_points_version: str | None = None,
    fog_version: str | None = None,
    local_radius_version: str | None = None,
    seeds_version: str | None = None,
    wire_lines_version: str | None = None,
    ridge_shift_version: str | None = None,
    thin_version: str | None = None,
    witnesses_version: str | None = None,
    spanner_version: str | None = None,
    wire_strands_version: str | None = None,
    wire_claims_version: str | None = None,
    wire_gaps_version: str | None = None,
    prune_version: str | None = None,
    background_version: str | None = None,
    crest_version: str | None = None,
    bridges_version: str | None = None,
    tree_version: str | None = None,
    junctions_version: str | None = None,
    polish_version: str | None = None,
    refit_version: str | None = None,
    ends_version: str | None = None,
    wire_ends_version: str | None = None,
    twigs_version: str | None = None,
    side_lines_version: str | None = None,
    cross_sections_version: str | None = None,
    backend: Literal['cpu', 'cuda', 'auto'] | None = None,
    parts: int | None = None,
    gpus: int | None = None,
    gpu_parts: int | None = None,
    tolerance: float | None = None,
    move_rule: Literal['tolerance', 'thesis'] | None = None,
    partition: Literal['auto', 'space', 'dealt'] | None = None,
    block_size: Literal['tuned', '64', '128', '256', '512', '1024'] | None = None,
    points_per_thread: Literal['tuned', '1', '2', '4', '8'] | None = None,
    chosen_layout: Literal['row', 'column'] | None = None,
    gpu_exchange: Literal['auto', 'direct', 'copies'] | None = None,
    whole_up_to: int | None = None,
    tile_kind: Literal['local', 'grouped', 'extended'] | None = None,
    tiles_per_axis: int | None = None,
    tiled_axes: int | None = None,
    tile_capacity: int | None = None,
    tile_histogram: Literal['automatic', 'block', 'global'] | None = None,
    tile_division: Literal['automatic', 'rounds', 'buckets'] | None = None,
    profile: Literal['automatic', 'map', 'surface', 'sphere', 'wires'] | None = None,
    test_background: bool | None = None,
    neighbours_wanted: int | None = None,
    radius_cap: float | None = None,
    follow_widths: bool | None = None,
    shortest_loop: float | None = None,
    shortest_branch: float | None = None,
    vocabulary_children: int | None = None,
    vocabulary_levels: int | None = None,
    vocabulary_probes: int | None = None,
    leaf_capacity: int | None = None,
    max_memory: int | None = None,
    device_memory: int | None = None,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> Race: ...

def read(
    files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    progress: Any = None,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> Cloud: ...

def read_curve(path: str | os.PathLike[str]) -> Lines: ...

def read_spans(path: str | os.PathLike[str]) -> Spans: ...

def render(
    points: Any,
    path: str | os.PathLike[str] | None = None,
    *,
    progress: Any = None,
    r1: float | None = None,
    r2: float | None = None,
    curve: str | None = None,
    run_to: str | None = None,
    picture_size: str | None = None,
    scale: float | None = None,
    size_mm: str | None = None,
    dpi: float | None = None,
    white: bool = False,
    transparent: bool = False,
    show: str | Sequence[str] | None = None,
    hide: str | Sequence[str] | None = None,
    beside: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    colour_by: str | None = None,
    curve_colour: str | None = None,
    colour_map: str | None = None,
    look: str | None = None,
    gpu: int | None = None,
    bootstrap: int | None = None,
    consensus: float | None = None,
    software_points: bool = False,
    hardware_points: bool = False,
    cuda_points: bool = False,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> Picture: ...

def replay(
    session: str | os.PathLike[str],
    *,
    compare_exact: bool = False,
    assignment: bool = False,
    progress: Any = None,
) -> Detection: ...

def shapes() -> list[dict[str, Any]]: ...

def steps(
    points: Any,
    r1: float | None = None,
    *,
    curves: bool = False,
    progress: Any = None,
    curve: Literal['chains', 'network'] | None = None,
    r2: float | None = None,
    threads: int | None = None,
    gpu: int | None = None,
    cloud_layout: Literal['row', 'column'] | None = None,
    max_iterations: int | None = None,
    tile_detection: Literal['whole', 'local', 'hybrid'] | None = None,
    smoothing: Literal['off', 'decimate-then-evolve', 'evolve-then-decimate'] | None = None,
    tracks: Literal['automatic', 'off', 'lines', 'fixes'] | None = None,
    track_gap: float | None = None,
    bootstrap: int | None = None,
    consensus: float | None = None,
    choose: str | None = None,
    evolve: str | None = None,
    decimate: str | None = None,
    order: str | None = None,
    tile: str | None = None,
    radius_version: str | None = None,
    super_points_version: str | None = None,
    fog_version: str | None = None,
    local_radius_version: str | None = None,
    seeds_version: str | None = None,
    wire_lines_version: str | None = None,
    ridge_shift_version: str | None = None,
    thin_version: str | None = None,
    witnesses_version: str | None = None,
    spanner_version: str | None = None,
    wire_strands_version: str | None = None,
    wire_claims_version: str | None = None,
    wire_gaps_version: str | None = None,
    prune_version: str | None = None,
    background_version: str | None = None,
    crest_version: str | None = None,
    bridges_version: str | None = None,
    tree_version: str | None = None,
    junctions_version: str | None = None,
    polish_version: str | None = None,
    refit_version: str | None = None,
    ends_version: str | None = None,
    wire_ends_version: str | None = None,
    twigs_version: str | None = None,
    side_lines_version: str | None = None,
    cross_sections_version: str | None = None,
    backend: Literal['cpu', 'cuda', 'auto'] | None = None,
    parts: int | None = None,
    gpus: int | None = None,
    gpu_parts: int | None = None,
    tolerance: float | None = None,
    move_rule: Literal['tolerance', 'thesis'] | None = None,
    partition: Literal['auto', 'space', 'dealt'] | None = None,
    block_size: Literal['tuned', '64', '128', '256', '512', '1024'] | None = None,
    points_per_thread: Literal['tuned', '1', '2', '4', '8'] | None = None,
    chosen_layout: Literal['row', 'column'] | None = None,
    gpu_exchange: Literal['auto', 'direct', 'copies'] | None = None,
    whole_up_to: int | None = None,
    tile_kind: Literal['local', 'grouped', 'extended'] | None = None,
    tiles_per_axis: int | None = None,
    tiled_axes: int | None = None,
    tile_capacity: int | None = None,
    tile_histogram: Literal['automatic', 'block', 'global'] | None = None,
    tile_division: Literal['automatic', 'rounds', 'buckets'] | None = None,
    profile: Literal['automatic', 'map', 'surface', 'sphere', 'wires'] | None = None,
    test_background: bool | None = None,
    neighbours_wanted: int | None = None,
    radius_cap: float | None = None,
    follow_widths: bool | None = None,
    shortest_loop: float | None = None,
    shortest_branch: float | None = None,
    preset: str | os.PathLike[str] | None = None,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> Iterator[Detection]: ...

def sweep(
    points: Any,
    r1: float | None = None,
    *,
    from_: float | None = None,
    to: float | None = None,
    steps: int | None = None,
    reference: Any = None,
    progress: Any = None,
    json: bool = False,
    preset: str | os.PathLike[str] | None = None,
    curve: Literal['chains', 'network'] | None = None,
    r2: float | None = None,
    threads: int | None = None,
    gpu: int | None = None,
    cloud_layout: Literal['row', 'column'] | None = None,
    max_iterations: int | None = None,
    tile_detection: Literal['whole', 'local', 'hybrid'] | None = None,
    smoothing: Literal['off', 'decimate-then-evolve', 'evolve-then-decimate'] | None = None,
    tracks: Literal['automatic', 'off', 'lines', 'fixes'] | None = None,
    track_gap: float | None = None,
    bootstrap: int | None = None,
    consensus: float | None = None,
    choose: str | None = None,
    evolve: str | None = None,
    decimate: str | None = None,
    order: str | None = None,
    tile: str | None = None,
    radius_version: str | None = None,
    super_points_version: str | None = None,
    fog_version: str | None = None,
    local_radius_version: str | None = None,
    seeds_version: str | None = None,
    wire_lines_version: str | None = None,
    ridge_shift_version: str | None = None,
    thin_version: str | None = None,
    witnesses_version: str | None = None,
    spanner_version: str | None = None,
    wire_strands_version: str | None = None,
    wire_claims_version: str | None = None,
    wire_gaps_version: str | None = None,
    prune_version: str | None = None,
    background_version: str | None = None,
    crest_version: str | None = None,
    bridges_version: str | None = None,
    tree_version: str | None = None,
    junctions_version: str | None = None,
    polish_version: str | None = None,
    refit_version: str | None = None,
    ends_version: str | None = None,
    wire_ends_version: str | None = None,
    twigs_version: str | None = None,
    side_lines_version: str | None = None,
    cross_sections_version: str | None = None,
    backend: Literal['cpu', 'cuda', 'auto'] | None = None,
    parts: int | None = None,
    gpus: int | None = None,
    gpu_parts: int | None = None,
    tolerance: float | None = None,
    move_rule: Literal['tolerance', 'thesis'] | None = None,
    partition: Literal['auto', 'space', 'dealt'] | None = None,
    block_size: Literal['tuned', '64', '128', '256', '512', '1024'] | None = None,
    points_per_thread: Literal['tuned', '1', '2', '4', '8'] | None = None,
    chosen_layout: Literal['row', 'column'] | None = None,
    gpu_exchange: Literal['auto', 'direct', 'copies'] | None = None,
    whole_up_to: int | None = None,
    tile_kind: Literal['local', 'grouped', 'extended'] | None = None,
    tiles_per_axis: int | None = None,
    tiled_axes: int | None = None,
    tile_capacity: int | None = None,
    tile_histogram: Literal['automatic', 'block', 'global'] | None = None,
    tile_division: Literal['automatic', 'rounds', 'buckets'] | None = None,
    profile: Literal['automatic', 'map', 'surface', 'sphere', 'wires'] | None = None,
    test_background: bool | None = None,
    neighbours_wanted: int | None = None,
    radius_cap: float | None = None,
    follow_widths: bool | None = None,
    shortest_loop: float | None = None,
    shortest_branch: float | None = None,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> Sweep: ...

def tiles(
    points: Any,
    r1: float | None = None,
    *,
    progress: Any = None,
    curve: Literal['chains', 'network'] | None = None,
    r2: float | None = None,
    threads: int | None = None,
    gpu: int | None = None,
    cloud_layout: Literal['row', 'column'] | None = None,
    max_iterations: int | None = None,
    tile_detection: Literal['whole', 'local', 'hybrid'] | None = None,
    smoothing: Literal['off', 'decimate-then-evolve', 'evolve-then-decimate'] | None = None,
    tracks: Literal['automatic', 'off', 'lines', 'fixes'] | None = None,
    track_gap: float | None = None,
    bootstrap: int | None = None,
    consensus: float | None = None,
    choose: str | None = None,
    evolve: str | None = None,
    decimate: str | None = None,
    order: str | None = None,
    tile: str | None = None,
    radius_version: str | None = None,
    super_points_version: str | None = None,
    fog_version: str | None = None,
    local_radius_version: str | None = None,
    seeds_version: str | None = None,
    wire_lines_version: str | None = None,
    ridge_shift_version: str | None = None,
    thin_version: str | None = None,
    witnesses_version: str | None = None,
    spanner_version: str | None = None,
    wire_strands_version: str | None = None,
    wire_claims_version: str | None = None,
    wire_gaps_version: str | None = None,
    prune_version: str | None = None,
    background_version: str | None = None,
    crest_version: str | None = None,
    bridges_version: str | None = None,
    tree_version: str | None = None,
    junctions_version: str | None = None,
    polish_version: str | None = None,
    refit_version: str | None = None,
    ends_version: str | None = None,
    wire_ends_version: str | None = None,
    twigs_version: str | None = None,
    side_lines_version: str | None = None,
    cross_sections_version: str | None = None,
    backend: Literal['cpu', 'cuda', 'auto'] | None = None,
    parts: int | None = None,
    gpus: int | None = None,
    gpu_parts: int | None = None,
    tolerance: float | None = None,
    move_rule: Literal['tolerance', 'thesis'] | None = None,
    partition: Literal['auto', 'space', 'dealt'] | None = None,
    block_size: Literal['tuned', '64', '128', '256', '512', '1024'] | None = None,
    points_per_thread: Literal['tuned', '1', '2', '4', '8'] | None = None,
    chosen_layout: Literal['row', 'column'] | None = None,
    gpu_exchange: Literal['auto', 'direct', 'copies'] | None = None,
    whole_up_to: int | None = None,
    tile_kind: Literal['local', 'grouped', 'extended'] | None = None,
    tiles_per_axis: int | None = None,
    tiled_axes: int | None = None,
    tile_capacity: int | None = None,
    tile_histogram: Literal['automatic', 'block', 'global'] | None = None,
    tile_division: Literal['automatic', 'rounds', 'buckets'] | None = None,
    profile: Literal['automatic', 'map', 'surface', 'sphere', 'wires'] | None = None,
    test_background: bool | None = None,
    neighbours_wanted: int | None = None,
    radius_cap: float | None = None,
    follow_widths: bool | None = None,
    shortest_loop: float | None = None,
    shortest_branch: float | None = None,
    preset: str | os.PathLike[str] | None = None,
    where: str | Sequence[str] | None = None,
    class_: str | Sequence[str | float] | None = None,
    box: str | Sequence[str | float] | None = None,
    polygon: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    point_order: str | None = None,
    every: int | None = None,
    thin: float | None = None,
    dim: int | None = None,
    columns: str | Sequence[str | float] | None = None,
    track_column: str | None = None,
    separator: str | None = None,
    decimal_comma: bool = False,
    decimal_point: bool = False,
    skip_lines: int | None = None,
    max_points: int | None = None,
    scalar: str | None = None,
    raw_scalar: str | None = None,
    withheld: bool = False,
    skip_bad_files: bool = False,
    crs: str | None = None,
) -> Tiles: ...

def to_gpu(array: Any, gpu: int = 0) -> GpuArray: ...

def versions() -> list[dict[str, Any]]: ...

def view(
    points: Any,
    detection: Detection | None = None,
    *,
    folder: str | os.PathLike[str] | None = None,
    progress: Any = None,
) -> int: ...

def wires(
    points: Any,
    curve: Any,
    *,
    reach: float = 0.75,
    shortest: float = 20.0,
    bundle: float = 0.6,
    seed: int = 1,
    threads: int = 0,
    progress: Any = None,
) -> Spans: ...
