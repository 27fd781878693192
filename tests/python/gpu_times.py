"""What it costs to come from a GPU array: detections and searches of a million points that lie on the GPU as tensors of PyTorch, against the same in
NumPy arrays, and how much crosses the bus. Needs PyTorch and a GPU; no test.

  PYTHONPATH=build/release/python python3 tests/python/gpu_times.py [--points 1000000] [--repeat 9]
"""

import argparse
import statistics
import time

import numpy as np
import torch

import arete


def milliseconds(call, repeat):
    call()
    times = []
    for _ in range(repeat):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - begin))
    return statistics.median(times), min(times)


def tell(what, host, device):
    print(f"{what}: NumPy {host[0]:.2f} ms (least {host[1]:.2f}), tensor on the GPU {device[0]:.2f} ms (least {device[1]:.2f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=9)
    given = parser.parse_args()
    for dim in (2, 3):
        points = np.array(arete.generate("spiral", points=given.points, dim=dim, seed=1).points)
        tensor = torch.tensor(points, device="cuda")
        tell(f"cloud(), {given.points} points in {dim}D", *(milliseconds(lambda: arete.cloud(each), given.repeat) for each in (points, tensor)))
        tell(f"detect(), {dim}D", *(milliseconds(lambda: arete.detect(each, r1=8.34), given.repeat) for each in (points, tensor)))
        found = arete.detect(tensor, r1=8.34)
        assert found.hash == arete.detect(points, r1=8.34).hash
        print(f"  of {points.nbytes} bytes {found.cloud.bytes_to_host} came to the host; {len(found.points)} chosen points are left")
        cloud = arete.cloud(tensor)
        cloud.suggest_r1()
        print(f"  with a suggestion of R1: {cloud.bytes_to_host} bytes")
        tell(f"knn(), k = 8, {dim}D", *(milliseconds(lambda: arete.knn(each, k=8), given.repeat) for each in (points, tensor)))


if __name__ == "__main__":
    main()
