// A machine's state as /proc and /sys tell it, from folders that the tests write.
#include <gtest/gtest.h>

#include "compute/check/machine_state.h"
#include "tests/io/write_support.h"

namespace arete {

struct MachineStateTest : test::TemporaryFolder {
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder / name).parent_path());
    put(name, text);
  }
  MachineState state() const { return machineState(folder); }
};

TEST_F(MachineStateTest, TheFirstCoreNamesTheProcessorAndAllAreCounted) {
  const std::string core = "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: A: B 9\nstepping\t: 2\npower management:\n\n";
  write("proc/cpuinfo", core + "processor\t: 1\nmodel name\t: another\n");
  EXPECT_EQ(state().cpu, "A: B 9");
  EXPECT_EQ(state().kind, "25.1.2");
  EXPECT_EQ(state().cores, 2u);
}

TEST_F(MachineStateTest, ABatteryFeedsTheMachineOnlyWhereNoMainsIsPluggedIn) {
  EXPECT_EQ(state().supply, "");
  write("sys/class/power_supply/BAT0/type", "Battery\n");
  EXPECT_EQ(state().supply, "battery");
  write("sys/class/power_supply/AC/type", "Mains\n");
  write("sys/class/power_supply/AC/online", "0\n");
  EXPECT_EQ(state().supply, "battery");
  write("sys/class/power_supply/AC/online", "1\n");
  EXPECT_EQ(state().supply, "mains");
}

TEST_F(MachineStateTest, WhatTheSystemDoesNotTellIsEmpty) {
  EXPECT_EQ(state().cpu + state().kind + state().governor + state().system, "");
  EXPECT_EQ(state().load, 0);
  write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  write("proc/loadavg", "1.25 0.5 0.1 1/100 4242\n");
  EXPECT_EQ(state().governor, "powersave");
  EXPECT_EQ(state().load, 1.25);
}

}  // namespace arete
