// Detections that take long: kept in a folder so that a later call goes on with them, or with their points on disk.
#pragma once

#include <string>
#include <vector>

#include "app/cli/detect_on_disk.h"
#include "python/detection.h"
#include "python/flags.h"
#include "python/working.h"

namespace arete::python {

/// The keywords checkpoint, checkpoint_every, resume, max_memory, scratch and store.
struct LongFlags {
  cli::CheckpointFlags checkpoints;
  cli::MemoryFlags memory;
};

/// Throws Error(wrongUse) like the flags of `arete-cli detect`, and what their guard throws of folders that cannot be written.
LongFlags longFrom(const Arguments& arguments);

/// Before the detection: what is found in the folder, for this job on this cloud. Warnings go to `said`, in the thread of the work.
void prepareKeeping(cli::CheckpointFlags& checkpoints, const Job& job, const Cloud& cloud, std::vector<std::string>& said, Working& working);

/// A detection of files whose points need not fit into memory. `job`: with its edits. Its cloud has no points.
SharedDetection detectOnDisk(const std::vector<std::string>& names, const Reading& reading, Job job, LongFlags& flags, std::vector<std::string>& said,
                             Working& working);

/// How far a detection is, told where somebody hears it.
void tell(Working& working, const Detector& detector);

}  // namespace arete::python
