#include "app/cli/command.h"

namespace arete::cli {

static constexpr Command kCommands[] = {
    {"info", "Shows what is in a point cloud file: points, dimension, bounds, attributes, the reader's warnings, a suggested R1.",
     R"(Examples:
  arete-cli info cloud.ply
  arete-cli info survey.xyz --separator ';' --decimal-comma --columns 2,3,4
  arete-cli info cloud.las --json | jq .bounds
  arete-cli info tiles/*.laz --class ground
  arete-cli info survey.las --r1 1 --max-memory 8G)",
     addInfo},
    {"generate", "Makes a cloud around a known curve; the same seed gives the same bits on every machine.",
     R"(Examples:
  arete-cli generate spiral --points 100000 -o spiral.ply
  arete-cli generate trefoil --points 1e6 --dim 3 --seed 7 -o knot.ply --truth knot-true.csv
  arete-cli generate rings --noise 2.5 --background 0.1 -o rings.xyz)",
     addGenerate},
    {"convert", "Writes a cloud in another format: several files as one, and only the points that a filter keeps.",
     R"(Coordinates keep every bit that the files have, and attributes come along. LAS keeps the scale and the offset of the first file.

Examples:
  arete-cli convert tile.laz -o tile.ply
  arete-cli convert tiles/*.laz --class wire-conductor,14 -o wires.las
  arete-cli convert tile.laz --where "z > 2 && intensity < 4000" --polygon town.geojson --thin 0.5 -o town.npy)",
     addConvert},
    {"detect", "Finds the curve in a point cloud and writes it.",
     R"(Without --r1 the radius is suggested from the cloud. Every exact version and every number of threads gives the same hash.
Exit codes: 0 done, 1 failed, 2 wrong use or refused input, 130 interrupted (Ctrl+C, SIGTERM, SIGHUP, SIGXCPU or SIGALRM; no file is left behind,
and a second one ends it at once).

Examples:
  arete-cli detect cloud.ply --r1 8.34 -o curve.ply
  arete-cli detect gps.csv --columns 2,3 --r1 10 -o roads.geojson --report roads.json
  arete-cli detect spiral.ply --r1 8.34 --reference spiral-true.csv -o curve.dxf --chosen points.csv
  arete-cli detect tiles/*.laz --class wire-conductor --where "z > 2" --r1 0.5 -o wires.geojson
  arete-cli detect tiles/*.laz --r1 0.5 --max-memory 8G --dry-run
  arete-cli detect cloud.xyz --r1 2 --evolve evolve.cpu.brute_force --threads 1 -o curve.csv)",
     addDetect},
    {"knn", "Finds the nearest points of a cloud for every point of another, or of itself.",
     R"(Every exact version gives the same indices and bits. Distances are those between the points as they are kept (see 'arete-cli info').

Examples:
  arete-cli knn scan.las -k 8 --exclude-self -o neighbours.npy --distances distances.npy
  arete-cli knn map.ply walk.csv -k 1 -o nearest.csv
  arete-cli knn scan.las --within 0.5 --exclude-self -o pairs.npy --distances distances.npy --counts density.npy
  arete-cli knn cloud.ply -k 20 --version knn.cpu.v9 --threads 4 -o neighbours.npy)",
     addKnn},
    {"project", "Says where the points of a cloud lie along a curve, and which of them no curve explains.",
     R"(For every point the nearest place on the curve: the distance, in 2D with its side, the arc length along the path, path and component.
With --reach, or with the R1 of a session, also how many points are farther from the curve than that.

Examples:
  arete-cli project cloud.ply curve.ply -o points.csv
  arete-cli project gps.csv roads.geojson --reach 20 -o points.ply --profile profile.csv --plot profile.svg
  arete-cli project cloud.ply work.arete --json | jq .beyond)",
     addProject},
    {"wires", "Finds the spans of power lines, each with its catenary: sag, tension, blow-out and how sure they are.",
     R"(The wires of a network are cut at pylons, and every span gets the catenary that fits its points, in its plane, with a 90 %
band. Conductors are numbered by line, bay, circuit and position; those of a bundle are one phase. Lengths are metres, and z goes up.

Examples:
  arete-cli wires tile.laz --class wire-conductor -o spans.gpkg --table spans.csv
  arete-cli wires tiles/*.laz --class wire-conductor --curve wires.gpkg -o spans.gpkg --smooth spans.dxf
  arete-cli wires tile.laz --class wire-conductor --json | jq '.spans[] | [.bay, .circuit, .position, .sag, .rmse]')",
     addWires},
    {"clearance", "Measures how near points come to wires, and lists the places below a limit.",
     R"(The distance of every point from the nearest catenary, exact, as the wires hang, with more sag, or while they swing. With
--max-memory the points are read block by block. Points of wires and towers are left out by their classes where there are any;
--class chooses others.

Examples:
  arete-cli clearance tile.laz --spans spans.gpkg --limit 5 -o danger.gpkg --table danger.csv
  arete-cli clearance tiles/*.laz --spans spans.gpkg --limit 8 --extra-sag 1.5 --swing 30 --max-memory 256M -o danger.gpkg
  arete-cli clearance tile.laz --spans spans.csv --class high-vegetation --points near.las)",
     addClearance},
    {"sweep", "Detects over a ladder of R1, and says what tells the radii apart.",
     R"(Components, loops, ends, length, the share of the points that the curve does not explain, and with --reference how good it is.
Every row has the hash that 'arete-cli detect' gives for its R1. Of chains the ladder goes from a quarter of R1 to four times it. Of networks it spans
the whole cloud, and R1 is one of the radii; where nothing can be detected at one, a warning says so and the others follow.

Examples:
  arete-cli sweep cloud.ply -o sweep.csv --plot sweep.svg
  arete-cli sweep gps.csv --columns 2,3 --curve network -o sweep.json
  arete-cli sweep gps.csv --columns 2,3 --from 2 --to 50 --steps 12 -o sweep.json
  arete-cli sweep spiral.ply --reference spiral-true.csv --plot sweep.svg)",
     addSweep},
    {"race", "Computes the same in two to four ways, and puts their times, counts and bits side by side.",
     R"(Versions of a stage, backends, layouts, threads or any other parameter that says how. Each takes its turn after the others, so that what else
the machine does falls on all of them. Every step is compared with that of the first: exact versions have the same bits at every one.

Examples:
  arete-cli race cloud.ply --versions evolve=cpu.brute_force,cpu.accelerated --page race.html
  arete-cli race cloud.ply --r1 8 --vary tile-detection=whole,local,hybrid -o race.csv --plot race.svg
  arete-cli race cloud.ply --vary threads=1,2 --repeat 5 -o race.json
  arete-cli race map.csv --versions knn=cpu.v0,cpu.v9,cpu.best -k 4)",
     addRace},
    {"try", "Compiles a version that you wrote, compares its bits with the reference, and times it beside ours.",
     R"(The file has one function and one line that declares it, as <arete/version.h> explains. It runs in a process of its own: whatever it does
there is told, and ends that process alone. Exit codes: 0 the bits are the same, 2 they differ, or the version failed or could not be compiled.

Examples:
  arete-cli try mine.cpp
  arete-cli try mine.cpp cloud.ply --r1 8.34 --page mine.html
  arete-cli try mine.cu cloud.ply --versions cuda.brute_force,cuda.accelerated --repeat 9)",
     addTry},
    {"grade", "Compiles, compares and times every version in a folder, and ranks those that are right.",
     R"(Every file has a process of its own, with limits on time and memory. It is isolated by bubblewrap (Debian: apt install bubblewrap): without a
network, without the sight of home. Where that cannot be done nothing is run, unless --trusted says that the files may see it all.

Examples:
  arete-cli grade class --stage evolve -o page.html --csv marks.csv
  arete-cli grade class --stage knn --cloud cloud.ply -k 4 --time-limit 20
  arete-cli grade class --stage evolve --versions cpu.brute_force --json)",
     addGrade},
    {"quality", "Measures how close a curve is to the true one, both ways, point to segment.",
     R"(Examples:
  arete-cli quality curve.ply --reference spiral-true.csv
  arete-cli quality curve.ply --reference spiral-true.csv --sigma 4.17 --tolerance 2 --json
  arete-cli quality network.geojson --reference streets.segments.txt --tolerance 10 --paths --heal 5)",
     addQuality},
    {"versions", "Lists every version of every stage, and why some cannot run here.",
     R"(With --check it says whether this machine is right: what it is, then for every version whether its answers to small tasks have the bits of the
reference, and how long they took. Send this with a report of a fault. Exit codes: 0 all do, 1 a version differs or fails.

Examples:
  arete-cli versions
  arete-cli versions --check
  arete-cli versions --json | jq -r '.[] | select(.exact) | .id'
  arete-cli versions --markdown > docs/versions.md)",
     addVersions},
    {"bench", "Measures detections, single stages, trees of tiles, neighbour searches and more; checks that the answers agree before it times.",
     R"(Examples:
  arete-cli bench detect --points 100000,1000000 --dim 2,3
  arete-cli bench stages --points 100000 --repeat 5 --markdown
  arete-cli bench tile --points 1e6 --dim 2,3 --tile-capacity 4096
  arete-cli bench detect --points 1e6 --versions evolve.cpu.brute_force --repeat 3 --json
  arete-cli bench found --cloud points.xy.f32 --bootstrap 100
  arete-cli bench knn --cases 6,7,10,1m-k8 --backend cpu
  arete-cli bench project --points 1e6 --dim 2,3
  arete-cli bench clearance --points 1e7
  arete-cli bench radius --points 1e6 --repeat 1
  arete-cli bench drag --cloud points.xy.f32 --r1 8.47
  arete-cli bench cancel --points 1e6,1e7 --repeat 20
  arete-cli bench leaves --points 2e6 --dim 3 --max-memory 48M)",
     addBench},
    {"bench-draw", "Measures how fast points are drawn: by the CUDA rasteriser, or in whole frames by every available way.",
     R"(Examples:
  arete-cli bench-draw --points 1e8,1e9
  arete-cli bench-draw --frames --points 1e6,1e7 --perspective)",
     addBenchDraw},
    {"replay", "Repeats the detection of a saved session (.arete) and says whether the bits are the same.",
     R"(Exit codes as for detect; 1 also when the session knows its result and this run gave another.

Examples:
  arete-cli replay work.arete
  arete-cli replay work.arete -o curve.ply --report report.json)",
     addReplay},
    {"experiment", "Runs one of the thesis's experiments and writes its numbers and plots.",
     R"(Writes ID.csv, ID.json and ID.html, a page that needs nothing but itself. Where the thesis gives figures they stand beside those
of this machine.

Examples:
  arete-cli experiment --list
  arete-cli experiment table-3.1 -o results
  arete-cli experiment fig-4.16 --scale 0.1 --repeat 1 -o results)",
     addExperiment},
    {"render", "Draws a cloud or session into a picture or an animation, without a window or a screen.",
     R"(Draws through EGL: on the GPU where there is one, else on the CPU (Mesa). The picture is that of the window, without the numbers at
its axes; 'arete --offscreen' takes the same flags and writes those too. An animation is many pictures: the steps, a turn of the camera,
or both; nothing is written before the last one is drawn.

Examples:
  arete-cli render cloud.ply -o cloud.png
  arete-cli render cloud.ply --r1 8.34 --run-to end --white --picture-size 3840x2160 --scale 2 -o curve.png
  arete-cli render work.arete --hide axes -o picture.png
  arete-cli render cloud.ply --animation steps --every-step 2 --fps 10 --frames steps
  arete-cli render cloud.laz --animation both --seconds 12 --picture-size 1280x720 --mp4 film.mp4)",
     addRender},
    {"completion", "Prints what a shell needs to complete commands, flags and their values.",
     R"(Examples:
  arete-cli completion bash > ~/.local/share/bash-completion/completions/arete-cli
  arete-cli completion zsh > ~/.zfunc/_arete-cli
  arete-cli completion fish > ~/.config/fish/completions/arete-cli.fish)",
     addCompletion},
    {"help", "Shows the help of a command: 'help detect' is 'detect --help'.",
     R"(Examples:
  arete-cli help
  arete-cli help detect)",
     addHelp},
};

std::span<const Command> commands() { return kCommands; }

}  // namespace arete::cli
