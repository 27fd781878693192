"""Clouds around known networks, for scripts/measure-networks: the same seed gives the same cloud."""
import bisect, heapq, math, random

from tube_clouds import neuron, on_sphere

SIGMA = 2.17  # of clouds that are dense, over all axes


def along(rng, truth, count, sigma, weights=None):
    """Points evenly (or by weights) along segments, with normal noise on each axis."""
    lengths = weights or [math.dist(a, b) for a, b in truth]
    points = []
    for a, b in rng.choices(truth, lengths, k=count):
        t = rng.random()
        points.append(tuple(x + (y - x) * t + rng.gauss(0, sigma) for x, y in zip(a, b)))
    return points


def strewn(rng, points, count, beyond=5):
    low = [min(p[k] for p in points) - beyond for k in range(len(points[0]))]
    high = [max(p[k] for p in points) + beyond for k in range(len(points[0]))]
    return [tuple(rng.uniform(l, h) for l, h in zip(low, high)) for _ in range(count)]


def star(directions, length=100):
    return [((0.0,) * len(d), tuple(length * x for x in d)) for d in directions]


def at(degrees):
    return (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


def ring(x, radius, pieces=90):
    places = [(x + radius * math.cos(2 * math.pi * i / pieces), radius * math.sin(2 * math.pi * i / pieces)) for i in range(pieces)]
    return list(zip(places, places[1:] + places[:1]))


def shape(rng, truth, background, count=20000):
    points = along(rng, truth, count, SIGMA / math.sqrt(len(truth[0][0])))
    points += strewn(rng, points, int(background * count))
    rng.shuffle(points)
    return len(truth[0][0]), points, truth, SIGMA / 2


def crossing(rng, background):
    first, angle = rng.uniform(0, 360), rng.uniform(55, 90)
    return shape(rng, star([at(first), at(first + angle), at(first + 180), at(first + angle + 180)]), background)


def fork(rng, background):
    first = rng.uniform(0, 360)
    return shape(rng, star([at(first), at(first + rng.uniform(100, 130)), at(first + rng.uniform(230, 260))]), background)


def circles(rng, background):
    one, other = rng.uniform(50, 70), rng.uniform(50, 70)
    return shape(rng, ring(0, one) + ring(one + other, other), background)


def arms(rng, background):
    turn = rng.uniform(0, 120)
    flat = [at(turn + k * 120 + rng.uniform(-10, 10)) + (rng.uniform(0.2, 0.4),) for k in range(3)]
    return shape(rng, star(flat + [(0.0, 0.0, -1.0)]), background)


def sky(rng):
    """Somewhere on a sixth of the sphere."""
    while True:
        place = on_sphere([rng.gauss(0, 1) for _ in range(3)])
        if place[0] > 0 and place[1] > 0 and -0.1 < place[2] < 0.9:
            return place


def web(rng, background, clusters=40, count=12000, sigma=0.01, pieces=12):
    """Filaments from each cluster to the three nearest, along great circles."""
    places = [sky(rng) for _ in range(clusters)]
    ways = {tuple(sorted((a, b))) for a in range(clusters) for b in sorted(range(clusters), key=lambda b: math.dist(places[a], places[b]))[1:4]}
    truth = []
    for a, b in sorted(ways):
        steps = [on_sphere([x + (y - x) * i / pieces for x, y in zip(places[a], places[b])]) for i in range(pieces + 1)]
        truth += zip(steps, steps[1:])
    points = [on_sphere(p) for p in along(rng, truth, count, sigma)] + [sky(rng) for _ in range(int(background * count))]
    rng.shuffle(points)
    return 3, points, truth, 2 * sigma


def lattice(rng, n, block, jitter):
    return {(i, j): (block * i + rng.gauss(0, jitter), block * j + rng.gauss(0, jitter)) for i in range(n) for j in range(n)}


def streets(rng, background, n=6, block=90, count=15000, sigma=3.5):
    """Between the crossings of n by n streets, each of another density."""
    corners = lattice(rng, n, block, 0.08 * block)
    truth = [(corners[c], corners[d]) for c in corners for d in ((c[0] + 1, c[1]), (c[0], c[1] + 1)) if d in corners]
    points = along(rng, truth, count, sigma, [math.dist(a, b) * math.exp(rng.gauss(0, 0.7)) for a, b in truth])
    points += strewn(rng, points, int(background * count), 20)
    rng.shuffle(points)
    return 2, points, truth, 8


def few(rng):
    """A circle of a hundred points."""
    truth = ring(0, 60)
    return 2, along(rng, truth, 100, SIGMA / math.sqrt(2)), truth, 3


def widths(rng):
    """Three curves that cross, along which the noise swells from 2 to 7 and back, in a little background."""
    phase, truth, points = [rng.uniform(0, 6) for _ in range(3)], [], []
    shapes = [lambda x: (x, 120 * math.sin(x / 90 + phase[0])), lambda x: (x, 120 * math.sin(x / 110 + phase[1]) + 40),
              lambda x: (420 + 260 * math.cos(x / 160 + phase[2]), 260 * math.sin(x / 160 + phase[2]))]
    for number, shape_of in enumerate(shapes):
        places = [shape_of(1000 * i / 300) for i in range(301)]
        pieces, length = list(zip(places, places[1:])), [0.0]
        for a, b in pieces:
            length.append(length[-1] + math.dist(a, b))
        for _ in range(3000):
            s = rng.uniform(0, length[-1])
            i = min(len(pieces) - 1, bisect.bisect(length, s) - 1)
            (a, b), t = pieces[i], (s - length[i]) / (length[i + 1] - length[i])
            sigma = 2 + 2.5 * (1 + math.sin(s / 200 + number))
            points.append(tuple(x + (y - x) * t + rng.gauss(0, sigma) for x, y in zip(a, b)))
        truth += pieces
    points += strewn(rng, points, 450, 0)
    rng.shuffle(points)
    return 2, points, truth, 5


def spiral(rng, dimension):
    """The thesis's, on a cone in space; even by its angle, so ever sparser outwards."""
    end, growth, noise = rng.uniform(21, 24), 11.31, 4.17

    def place(t):
        return (growth * t * math.cos(t), growth * t * math.sin(t), growth * t)[:dimension]
    points = [tuple(x + rng.gauss(0, noise / math.sqrt(dimension)) for x in place(rng.uniform(0, end))) for _ in range(100000)]
    places = [place(end * i / 4000) for i in range(4001)]
    return dimension, points, list(zip(places, places[1:])), noise / 2


def fixes(rng, way, sigma, spacing):
    """Along a way of corners, one after each `spacing(i)`, i the piece of the way."""
    ends = [0.0]
    for a, b in zip(way, way[1:]):
        ends.append(ends[-1] + math.dist(a, b))
    place, points = rng.random() * spacing(0), []
    while place < ends[-1]:
        i = min(len(way) - 2, bisect.bisect(ends, place) - 1)
        t = (place - ends[i]) / (ends[i + 1] - ends[i])
        points.append(tuple(x + (y - x) * t + rng.gauss(0, sigma) for x, y in zip(way[i], way[i + 1])))
        place += spacing(i)
    return points


def walk(rng, corners, steps):
    """A route that mostly goes straight on."""
    route, ahead = [rng.choice(sorted(corners))], rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
    while len(route) < steps:
        if rng.random() < 0.25:
            ahead = rng.choice([(ahead[1], ahead[0]), (-ahead[1], -ahead[0])])
        onward = (route[-1][0] + ahead[0], route[-1][1] + ahead[1])
        if onward in corners:
            route.append(onward)
        else:
            ahead = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
    return route


def travelled(route):
    return {(min(a, b), max(a, b)) for a, b in zip(route, route[1:])}


def tracks(rng):
    """Buses on routes through streets: a fix each 150 to 300 units, blocks of 120, up to 16 runs of a route."""
    corners, used, points = lattice(rng, 12, 120, 18), set(), []
    for _ in range(26):
        route = walk(rng, corners, 28)
        used |= travelled(route)
        for _ in range(rng.choice([2, 4, 8, 16])):
            points += fixes(rng, [corners[c] for c in route], 5, lambda _: rng.uniform(150, 300))
    rng.shuffle(points)
    return 2, points, [(corners[a], corners[b]) for a, b in sorted(used)], 10


def town(rng):
    """Cars with a fix about each 30 s, faster on every fifth street; the truth is what at least three fixes lie on."""
    n, block, sigma = 40, 130, 8
    corners, used, points = lattice(rng, n, block, 0.12 * block), set(), []
    shut = {(c, d) for c in sorted(corners) for d in ((c[0] + 1, c[1]), (c[0], c[1] + 1)) if d in corners and not fast(c, d) and rng.random() < 0.2}
    for _ in range(220):
        route = errand(rng, corners, shut, rng.choice(sorted(corners)), rng.choice(sorted(corners)))
        used |= travelled(route)
        speeds = [speed(a, b) for a, b in zip(route, route[1:])]
        for _ in range(rng.choice([1, 2, 4]) if speeds else 0):
            points += fixes(rng, [corners[c] for c in route], sigma, lambda i: speeds[i] * 30 * rng.uniform(0.8, 1.2))
    rng.shuffle(points)
    return 2, points, seen([(corners[a], corners[b]) for a, b in sorted(used)], points, 2.5 * sigma), 20


def fast(a, b):
    return (a[0] == b[0] and a[0] % 5 == 0) or (a[1] == b[1] and a[1] % 5 == 0)


def speed(a, b):
    return 14 if fast(a, b) else 7


def errand(rng, corners, shut, start, goal):
    """The fastest way, as far as its driver knows: by Dijkstra's rule. Empty where there is none."""
    known, before, front = {start: 0.0}, {}, [(0.0, start)]
    while front and front[0][1] != goal:
        time, place = heapq.heappop(front)
        if time > known[place]:
            continue
        for onward in ((place[0] + d[0], place[1] + d[1]) for d in ((1, 0), (-1, 0), (0, 1), (0, -1))):
            if onward not in corners or (min(place, onward), max(place, onward)) in shut:
                continue
            later = time + math.dist(corners[place], corners[onward]) / speed(place, onward) * rng.uniform(1, 1.6)
            if later < known.get(onward, math.inf):
                known[onward], before[onward] = later, place
                heapq.heappush(front, (later, onward))
    if not front:
        return []
    route = [goal]
    while route[-1] != start:
        route.append(before[route[-1]])
    return route


def seen(truth, points, within):
    cells = {}
    for p in points:
        cells.setdefault((int(p[0] // 50), int(p[1] // 50)), []).append(p)
    kept = []
    for a, b in truth:
        length, found = math.dist(a, b), set()
        for step in range(int(length / 20) + 1):
            x, y = (a[0] + (b[0] - a[0]) * step * 20 / length) // 50, (a[1] + (b[1] - a[1]) * step * 20 / length) // 50
            for p in (p for i in (-1, 0, 1) for j in (-1, 0, 1) for p in cells.get((int(x) + i, int(y) + j), [])):
                t = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length / length
                if 0 <= t <= 1 and abs((p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0])) / length < within:
                    found.add(p)
        if len(found) >= 3:
            kept.append((a, b))
    return kept


# Wires: places across the line and above the ground, with a share of the density; span, how many, sag; points a unit; noise; how far a line turns at a
# pylon; width of gaps there; further gaps per 1000 units and wire, and their width.
TOWER = [(-4.1, 14, 1), (-3.5, 20.5, 1), (-2.9, 27, 1), (-2.7, 35.5, .35), (3.3, 35.5, .35), (3.7, 27, 1), (4.2, 20.5, 1), (4.7, 14, 1)]
LINES = {
    "wireA": (TOWER, 230, 2.4, 6.5, 6, .05, 12, (1, 3), 4, (2, 6)),
    "wireB": ([(-1, 10, 1), (0, 10, 1), (1, 10, 1)], 60, 6, 1.2, 4, .04, 8, (.3, 1), 6, (1, 4)),
    "wireC": ([(s * (3 + 3 * k), 12 + 4 * h, 1) for s in (-1, 1) for h in range(3) for k in range(2)], 250, 2.3, 7, 2.5, .06, 20, (1, 4), 6, (2, 8)),
    "wireD": ([(-3, 9, 1), (-1.5, 9, 1), (0, 9, 1), (1.5, 9, 1), (3, 9, 1), (0, 12, .4)], 110, 4.3, 2.5, 1.5, .08, 10, (.5, 2), 8, (2, 6)),
    "wireE": (TOWER, 230, 2.4, 6.5, 1.2, .05, 12, (1, 5), 10, (3, 12)),
}


def wires(rng, kind):
    across, span, spans, sag, density, noise, turn, pylon_gap, gaps, gap = LINES[kind]
    pylons, directions, azimuth = [(0.0, 0.0, 0.0)], [], rng.uniform(0, 2 * math.pi)
    for _ in range(math.ceil(spans) + 2):
        directions.append(azimuth)
        length = span * rng.uniform(.85, 1.15)
        x, y, _ = pylons[-1]
        pylons.append((x + length * math.cos(azimuth), y + length * math.sin(azimuth), rng.uniform(-1.5, 1.5)))
        azimuth += math.radians(rng.uniform(-turn, turn))
    begin, points, truth = span * rng.uniform(.3, .6), [], []
    for number, (off, high, share) in enumerate(across):
        line, kinks = conductor(pylons, directions, off, high, sag, span)
        first, last = begin + rng.uniform(0, 1), begin + span * spans + rng.uniform(0, 1)
        holes = [(s - w / 2, s + w / 2) for s in kinks for w in [rng.uniform(*pylon_gap)]]
        holes += [(s, s + rng.uniform(*gap)) for s in (rng.uniform(first, last) for _ in range(round(gaps * span * spans / 1000)))]
        truth += pieces(line, first, last, number)
        points += pulses(rng, line, first, last, holes, density * share, noise)
    points += clutter(rng, pylons, truth, across, sag, int(.03 * len(points)))
    rng.shuffle(points)
    return 3, points, truth, 0.5


def conductor(pylons, directions, off, high, sag, span):
    """Its places with their lengths along it, and where along it hangs from pylons."""
    hung = []
    for k, (x, y, z) in enumerate(pylons[:-1]):
        before = directions[max(0, k - 1)]
        azimuth = math.atan2(math.sin(before) + math.sin(directions[k]), math.cos(before) + math.cos(directions[k]))
        hung.append((x - off * math.sin(azimuth), y + off * math.cos(azimuth), z + high))
    line, kinks, length = [(0.0, hung[0])], [], 0.0
    for a, b in zip(hung, hung[1:]):
        flat = math.dist(a[:2], b[:2])
        steps, deep = max(1, int(flat)), sag * (flat / span) ** 2
        for i in range(1, steps + 1):
            t = i / steps
            place = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t - 4 * deep * t * (1 - t))
            length += math.dist(place, line[-1][1])
            line.append((length, place))
        kinks.append(length)
    return line, kinks


def place_on(line, s):
    i = min(len(line) - 2, max(0, bisect.bisect(line, (s,)) - 1))
    (s0, a), (s1, b) = line[i], line[i + 1]
    return tuple(x + (y - x) * (s - s0) / (s1 - s0) for x, y in zip(a, b))


def pieces(line, first, last, number):
    stops = [first + i for i in range(int(last - first) + 1)] + [last]
    places = [place_on(line, s) for s in stops]
    return [(a, b, number) for a, b in zip(places, places[1:]) if a != b]


def pulses(rng, line, first, last, holes, density, noise):
    """A scanner's lines cross the wire each 0.3 to 0.8 units, each leaving a few points; how many changes slowly."""
    points, s, phase = [], first, rng.uniform(0, 6)
    while s < last:
        step = rng.uniform(.3, .8)
        wanted = density * step * (1 + .4 * math.sin(s / 25 + phase))
        count, rest = 0, rng.random()
        while rest > math.exp(-wanted):
            count, rest = count + 1, rest * rng.random()
        for _ in range(count):
            place = s + rng.uniform(-.12, .12)
            if first < place < last and not any(a < place < b for a, b in holes):
                points.append(tuple(x + rng.gauss(0, noise) for x in place_on(line, place)))
        s += step
    return points


def clutter(rng, pylons, truth, across, sag, count):
    """Masts, arms above wires, and trees below them."""
    near = [p for p in pylons if any(math.dist(p[:2], a[:2]) < 12 for a, *_ in truth)]
    top, points = max(h for _, h, _ in across), []
    for _ in range(count // 2 if near else 0):
        x, y, z = rng.choice(near)
        points.append((x + rng.gauss(0, .5), y + rng.gauss(0, .5), z + rng.uniform(.3 * top, top + 1)))
    while len(points) < count:
        a = rng.choice(truth)[0]
        centre, wide = (a[0] + rng.gauss(0, 3), a[1] + rng.gauss(0, 3), rng.uniform(2, min(h for _, h, _ in across) - sag - 1)), rng.uniform(.25, .75)
        points += [tuple(x + rng.gauss(0, wide) for x in centre) for _ in range(rng.randrange(5, 30))]
    return points


KINDS = {
    "x": lambda rng: crossing(rng, 0), "y": lambda rng: fork(rng, 0), "circles": lambda rng: circles(rng, 0),
    "x+20": lambda rng: crossing(rng, .2), "y+20": lambda rng: fork(rng, .2), "circles+20": lambda rng: circles(rng, .2),
    "lattice": lambda rng: streets(rng, 0, 4, 120, 12000, 4), "streets+20": lambda rng: streets(rng, .2), "circle100": few, "widths": widths,
    "spiral2d": lambda rng: spiral(rng, 2), "spiral3d": lambda rng: spiral(rng, 3), "tracks": tracks, "town": town,
    "arms": lambda rng: arms(rng, 0), "arms+20": lambda rng: arms(rng, .2),
    "neuron": neuron,
    "web": lambda rng: web(rng, 0), "web+20": lambda rng: web(rng, .2), "web+50": lambda rng: web(rng, .5), "web+100": lambda rng: web(rng, 1),
    **{kind: lambda rng, kind=kind: wires(rng, kind) for kind in LINES},
}
GOALS = {"x": ".997 / .994", "y": ".997 / .994", "circles": ".997 / .994", "x+20": ".993 / .989", "y+20": ".993 / .989", "circles+20": ".993 / .989",
         "lattice": "1.000 / .979",
         "streets+20": ".98 / .92", "circle100": ".964 / .917", "widths": ".975 / .758", "spiral2d": "1.000 / .998", "spiral3d": "1.000 / .998", "tracks": ".90 / .75", "town": ".87 / .75", "arms": "1 / exact", "arms+20": ".97 / .95",
         "wireA": ".99, 90 % whole", "wireB": ".99, 90 % whole", "wireC": ".99, 90 % whole", "wireD": ".97, 90 % whole", "wireE": ".97, 90 % whole"}


def cloud(kind, seed):
    """Dimension, points, truth, tolerance."""
    return KINDS[kind](random.Random(f"{kind} {seed}"))
