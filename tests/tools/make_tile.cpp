// A made tile of a survey, for measurements and pictures: make_tile POINTS FORMAT OUT.las|OUT.laz. cmake --build build/release --target make_tile
#include <fstream>
#include <iostream>

#include "tests/support/tile.h"

int main(int count, char** words) {
  if (count != 4) {
    std::cerr << "make_tile POINTS FORMAT OUT: FORMAT is a point format (1, 3, 6, 7), OUT ends in .las or .laz\n";
    return 2;
  }
  const arete::test::TileWish wish{.points = uint32_t(std::stoul(words[1])), .format = std::stoi(words[2])};
  const std::string name = words[3];
  const std::string bytes = name.ends_with(".laz") ? arete::test::lazTile(wish) : arete::test::Tile(wish).las();
  std::ofstream file(name, std::ios::binary);
  file.write(bytes.data(), std::streamsize(bytes.size())).flush();
  if (!file) std::cerr << "cannot write " << name << '\n';
  return file ? 0 : 1;
}
