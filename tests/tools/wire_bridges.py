"""Which wires a curve covers whole, and where it leads from one to another. The curve is sampled; each sample has the number of the nearest wire
within the tolerance, or none. A bridge: neighbours with two numbers, or a stretch of samples without one that touches several. A wire is whole where
95 % of it lies on one piece of the curve that has no other wire's number."""
import math


class Near:
    """Places in cells, to look for those near another one."""
    def __init__(self, side):
        self.side, self.cells = side, {}

    def cell(self, place):
        return tuple(math.floor(x / self.side) for x in place)

    def add(self, place, value):
        self.cells.setdefault(self.cell(place), []).append(value)

    def around(self, place):
        x, y, z = self.cell(place)
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                for k in (-1, 0, 1):
                    yield from self.cells.get((x + i, y + j, z + k), ())


class Groups:
    def __init__(self, count):
        self.of = list(range(count))

    def find(self, i):
        while self.of[i] != i:
            self.of[i] = i = self.of[self.of[i]]
        return i

    def join(self, i, j):
        self.of[self.find(i)] = self.find(j)


def read_obj(path):
    places, edges = [], []
    for line in open(path):
        fields = line.split()
        if fields[:1] == ["v"]:
            places.append(tuple(float(x) for x in fields[1:4]))
        elif fields[:1] == ["l"]:
            chain = [int(x) - 1 for x in fields[1:]]
            edges += zip(chain, chain[1:])
    return places, edges


def sampled(places, edges, step):
    places, pairs = list(places), []
    for a, b in edges:
        count = max(1, math.ceil(math.dist(places[a], places[b]) / step))
        last = a
        for i in range(1, count):
            places.append(tuple(x + (y - x) * i / count for x, y in zip(places[a], places[b])))
            pairs.append((last, len(places) - 1))
            last = len(places) - 1
        pairs.append((last, b))
    return places, pairs


def to_segment(p, a, b):
    length = math.dist(a, b) ** 2
    t = max(0, min(1, sum((y - x) * (z - x) for x, y, z in zip(a, b, p)) / length)) if length else 0
    return math.dist(p, tuple(x + (y - x) * t for x, y in zip(a, b)))


def measure(path, truth, tolerance):
    places, pairs = sampled(*read_obj(path), tolerance / 4)
    near = Near(2.0)
    for a, b, wire in truth:  # pieces of at most 1
        near.add(tuple((x + y) / 2 for x, y in zip(a, b)), (a, b, int(wire)))

    def wire_at(place):
        best = min(((to_segment(place, a, b), wire) for a, b, wire in near.around(place)), default=(math.inf, -1))
        return best[1] if best[0] <= tolerance else -1

    wires = [wire_at(place) for place in places]
    whole, between = Groups(len(places)), Groups(len(places))
    for a, b in pairs:
        whole.join(a, b)
        if wires[a] < 0 and wires[b] < 0:
            between.join(a, b)
    bridges, touches = 0, {}
    for a, b in pairs:
        if wires[a] >= 0 and wires[b] >= 0:
            bridges += wires[a] != wires[b]
        elif wires[a] >= 0 or wires[b] >= 0:
            off, wire = (a, wires[b]) if wires[a] < 0 else (b, wires[a])
            touches.setdefault(between.find(off), set()).add(wire)
    bridges += sum(len(touched) - 1 for touched in touches.values())
    on, cells = {}, Near(tolerance)
    for i, wire in enumerate(wires):
        if wire >= 0:
            on.setdefault(whole.find(i), set()).add(wire)
            cells.add(places[i], i)
    covered, samples = {}, {}
    for a, b, wire in truth:
        place, wire = tuple((x + y) / 2 for x, y in zip(a, b)), int(wire)
        samples[wire] = samples.get(wire, 0) + 1
        best = min(((math.dist(places[i], place), i) for i in cells.around(place) if wires[i] == wire), default=(math.inf, -1))
        if best[0] <= tolerance:
            key = (wire, whole.find(best[1]))
            covered[key] = covered.get(key, 0) + 1
    complete = {wire for (wire, piece), count in covered.items() if count >= .95 * samples[wire] and len(on[piece]) == 1}
    length = sum(math.dist(a, b) for a, b, _ in truth)
    return {"whole": len(complete), "wires": len(samples), "bridges per km": 1000 * bridges / length}
