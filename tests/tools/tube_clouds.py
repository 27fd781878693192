"""Trees of tubes that touch each other, as the surfaces of neurons do, for network_clouds.py."""
import math


def on_sphere(place):
    length = math.hypot(*place)
    return tuple(x / length for x in place)


class Tubes:
    """Axes of tubes, each with the branch that it belongs to, to keep others from running into them."""
    def __init__(self, cell=200):
        self.cell, self.cells = cell, {}

    def add(self, place, radius, branch):
        self.cells.setdefault(tuple(int(x // self.cell) for x in place), []).append((place, radius, branch))

    def near(self, place):
        home = tuple(int(x // self.cell) for x in place)
        for step in ((i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)):
            yield from self.cells.get(tuple(h + s for h, s in zip(home, step)), ())


def turned(rng, direction, by):
    return on_sphere([x + rng.gauss(0, by) for x in direction])


def neuron(rng, length=45000, arbour=1300, step=25):
    """A tree of tubes, of which points lie on the surface, as evenly as a mesh has them: a trunk, then branches in a ball so small that they touch each
    other everywhere, though none grows into another; and on all of them twigs as long as two or three trunks are wide."""
    tubes, truth, growing, branches = Tubes(), [], [((-5000.0, -5000.0, -5000.0), on_sphere((1, 1, 1)), 75.0, 9500.0, -1)], 0
    grown = 0.0
    while grown < length:
        if not growing:  # all others have met a tube
            place, _, radius, parent = rng.choice(sorted(truth, key=lambda each: math.hypot(*each[0]))[:200])
            growing.append((place, on_sphere([rng.gauss(0, 1) for _ in range(3)]), max(35.0, 0.8 * radius), rng.expovariate(1 / 900), parent))
        place, direction, radius, left, parent = growing.pop(rng.randrange(len(growing)))
        branch, since = branches, 0.0
        branches += 1
        while left > 0:
            for _ in range(12):
                onward = turned(rng, direction, 0.12)
                if math.hypot(*place) > arbour:
                    homewards = 0.25 if parent >= 0 else 0.1
                    onward = on_sphere([d - homewards * x / math.hypot(*place) for d, x in zip(onward, place)])
                there = tuple(x + step * d for x, d in zip(place, onward))
                if all(other == branch or since < (250 if other == parent else 75) or math.dist(there, axis) > radius + wide for axis, wide, other in tubes.near(there)):
                    break
                direction = turned(rng, direction, 0.6)
            else:
                break
            truth.append((place, there, radius, branch))
            tubes.add(there, radius, branch)
            place, direction, left, since, grown = there, onward, left - step, since + step, grown + step
            if since > 200 and math.hypot(*place) < 1.5 * arbour and rng.random() < step / 450:
                growing.append((place, turned(rng, direction, 0.8), max(35.0, radius * rng.uniform(0.75, 0.95)), rng.expovariate(1 / 900), branch))
            if since > 100 and rng.random() < step / 500:
                growing.append((place, turned(rng, direction, 3), rng.uniform(16, 26), rng.uniform(120, 260), branch))
    return 3, skins(rng, truth, tubes), [(a, b) for a, b, _, _ in truth], 60


def skins(rng, truth, tubes, area=3100):
    """Points on the surface of tubes, about one on so much of it and none near another one or within a tube."""
    taken, points, apart = {}, [], 0.62 * math.sqrt(area)
    areas = [2 * math.pi * radius * math.dist(a, b) for a, b, radius, _ in truth]
    for a, b, radius, branch in rng.choices(truth, areas, k=int(4 * sum(areas) / area)):
        t, way = rng.random(), on_sphere([y - x for x, y in zip(a, b)])
        side = [rng.gauss(0, 1) for _ in range(3)]
        along = sum(x * y for x, y in zip(side, way))
        side = on_sphere([x - along * y for x, y in zip(side, way)])
        point = tuple(x + (y - x) * t + radius * z for x, y, z in zip(a, b, side))
        cell = tuple(int(x // apart) for x in point)
        around = (taken.get((cell[0] + i, cell[1] + j, cell[2] + k), ()) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1))
        if any(math.dist(point, other) < apart for found in around for other in found):
            continue
        if any(other != branch and math.dist(point, axis) < 0.9 * wide for axis, wide, other in tubes.near(point)):
            continue
        taken.setdefault(cell, []).append(point)
        points.append(point)
    rng.shuffle(points)
    return points
