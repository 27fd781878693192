// What columns are called: words of names, and which of them are coordinates.
#include "compute/core/coordinate_names.h"

#include <gtest/gtest.h>

namespace arete {
namespace {

using Names = std::vector<std::string>;
using Columns = std::vector<size_t>;

Columns found(const Names& names) {
  const std::vector<NamedPlace> places = namedPlaces(names);
  return places.empty() ? Columns() : places.front().columns;
}

TEST(CoordinateNames, ANameIsSplitIntoWordsAtSignsDigitsAndCapitals) {
  EXPECT_EQ(wordsOf("decimalLatitude"), (Names{"decimal", "latitude"}));
  EXPECT_EQ(wordsOf("GPSLatitude"), (Names{"gps", "latitude"}));
  EXPECT_EQ(wordsOf("lat_wgs84"), (Names{"lat", "wgs", "84"}));
  EXPECT_EQ(wordsOf("Longitude (deg)"), (Names{"longitude", "deg"}));
  EXPECT_EQ(wordsOf("location-long"), (Names{"location", "long"}));
  EXPECT_EQ(wordsOf("X_UTM"), (Names{"x", "utm"}));
  EXPECT_EQ(wordsOf("GEO-LÄNGE"), (Names{"geo", "länge"}));
  EXPECT_EQ(wordsOf("punktÖst"), (Names{"punkt", "öst"}));
  EXPECT_TRUE(wordsOf("").empty());
}

TEST(CoordinateNames, OneWordOfALongerNameIsEnoughInAnyOrder) {
  EXPECT_EQ(found({"event-id", "timestamp", "location-long", "location-lat"}), (Columns{2, 3}));
  EXPECT_EQ(found({"gps_latitude", "gps_longitude"}), (Columns{1, 0}));
  EXPECT_EQ(found({"id", "pickup_longitude", "pickup_latitude"}), (Columns{1, 2}));
  EXPECT_EQ(found({"decimalLatitude", "decimalLongitude", "species"}), (Columns{1, 0}));
  EXPECT_EQ(found({"Longitude_E", "Latitude_N"}), (Columns{0, 1}));
  EXPECT_EQ(found({"ra_deg", "dec_deg", "flux"}), (Columns{0, 1}));
  EXPECT_EQ(found({"RA_ICRS", "DE_ICRS"}), (Columns{0, 1}));
  EXPECT_EQ(found({"easting_m", "northing_m", "elevation_m"}), (Columns{0, 1, 2}));
  EXPECT_EQ(found({"position.z", "position.x", "position.y"}), (Columns{1, 2, 0}));
  EXPECT_EQ(found({"longitud", "latitud"}), (Columns{0, 1}));
  EXPECT_EQ(found({"Rechtswert", "Hochwert"}), (Columns{0, 1}));
}

TEST(CoordinateNames, OtherLanguagesAndShortWordsNameThemToo) {
  EXPECT_EQ(found({"Breitengrad", "Längengrad"}), (Columns{1, 0}));
  EXPECT_EQ(found({"id", "BREITENGRAD_WGS84", "LÄNGENGRAD_WGS84"}), (Columns{2, 1}));
  EXPECT_EQ(found({"Breite", "Länge", "Höhe"}), (Columns{1, 0}));
  EXPECT_EQ(found({"geogr. Breite", "geogr. Länge"}), (Columns{1, 0}));
  EXPECT_EQ(found({"lat°", "lon°"}), (Columns{1, 0}));
  EXPECT_EQ(found({"nom", "nord", "est"}), (Columns{2, 1}));
  EXPECT_EQ(found({"norte", "este", "cota"}), (Columns{1, 0, 2}));
  EXPECT_EQ(found({"UTM_N", "UTM_E"}), (Columns{1, 0}));
  EXPECT_EQ(namedDegrees("Längengrad", "Breitengrad"), NamedDegrees::onEarth);
  EXPECT_EQ(namedDegrees("este", "norte"), NamedDegrees::none);
}

TEST(CoordinateNames, ShortWordsGiveWayToPlainNames) {
  EXPECT_EQ(found({"y_est", "x_est"}), (Columns{1, 0})) << "estimated";
  EXPECT_EQ(found({"y_n", "x_n"}), (Columns{1, 0}));
  EXPECT_EQ(found({"Länge", "Breite", "x_m", "y_m"}), (Columns{2, 3})) << "length and width of what lies there";
}

TEST(CoordinateNames, OnTheGroundAnyWordForHeightIsTheThird) {
  EXPECT_EQ(found({"PtID", "North", "East", "Elev"}), (Columns{2, 1, 3}));
  EXPECT_EQ(found({"Rechtswert", "Hochwert", "Höhe (m)"}), (Columns{0, 1, 2}));
  EXPECT_EQ(found({"Easting_m", "Northing_m", "Elev_m"}), (Columns{0, 1, 2}));
  EXPECT_EQ(found({"E", "N", "HÖHE"}), (Columns{0, 1, 2}));
  EXPECT_EQ(found({"lon", "lat", "alt"}), (Columns{0, 1})) << "in another unit";
}

TEST(CoordinateNames, WhatIsNoPlaceIsNone) {
  EXPECT_TRUE(found({"lon_error", "lat_error", "value"}).empty());
  EXPECT_TRUE(found({"vel_x", "vel_y", "vel_z"}).empty());
  EXPECT_TRUE(found({"normal_x", "normal_y"}).empty());
  EXPECT_TRUE(found({"id", "value"}).empty());
  EXPECT_TRUE(found({"lonlat", "depth"}).empty());
  EXPECT_EQ(found({"x_error", "x", "y_error", "y"}), (Columns{1, 3}));
}

TEST(CoordinateNames, TheOtherWordsTellWhichNamesGoTogether) {
  const std::vector<NamedPlace> places = namedPlaces(Names{"start_lat", "start_lon", "end_lat", "end_lon"});
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0].columns, (Columns{1, 0}));
  EXPECT_EQ(places[1].columns, (Columns{3, 2}));
  EXPECT_EQ(found({"start_lat", "end_lat", "end_lon"}), (Columns{2, 1}));
}

TEST(CoordinateNames, WholeNamesCountBeforeWords) {
  EXPECT_EQ(found({"gps_lon", "gps_lat", "x", "y", "z"}), (Columns{2, 3, 4}));
  EXPECT_EQ(found({"id", "Z [m]", "X [m]", "Y [m]"}), (Columns{2, 3, 1}));
}

TEST(CoordinateNames, NamesSayWhatTheDegreesAreOf) {
  EXPECT_EQ(namedDegrees("lon", "lat"), NamedDegrees::onEarth);
  EXPECT_EQ(namedDegrees("decimalLongitude", "decimalLatitude"), NamedDegrees::onEarth);
  EXPECT_EQ(namedDegrees("lat", "lon"), NamedDegrees::none) << "x is no latitude";
  EXPECT_EQ(namedDegrees("RA", "DEC"), NamedDegrees::onSky);
  EXPECT_EQ(namedDegrees("lon_rad", "lat_rad"), NamedDegrees::none);
  EXPECT_EQ(namedDegrees("x", "y"), NamedDegrees::none);
}

TEST(CoordinateNames, NumbersOfRowsAreKnownByTheirNames) {
  for (const char* name : {"id", "event-id", "objectid", "OBJECTID", "Unnamed: 0", "trackId", "row"}) EXPECT_TRUE(isNameOfNumber(name)) << name;
  for (const char* name : {"x", "width", "video", "a"}) EXPECT_FALSE(isNameOfNumber(name)) << name;
}

}  // namespace
}  // namespace arete
