// What the answers about its frames make of a sequence in the queue.
#pragma once

#include "core/events/event.h"
#include "ui/models/queue_item.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::ui {

/// Files of frames that are there.
using FrameFiles = std::map<std::string, std::filesystem::path>;

/// All frames, in their order.
std::vector<std::filesystem::path> framePaths(const QueueItem& sequence);
/// Jobs that have not ended, from the last one on: cancelled in this order none other begins.
std::vector<JobId> openJobs(const QueueItem& sequence);
bool haveFramesEnded(const QueueItem& sequence);

/// The frame of this job, which there is, is made; the sequence shows it.
void takeFrame(QueueItem& sequence, JobId job,
               const std::shared_ptr<const InferenceResult>& result);
/// That frame has come to its end. `written` where it has no result of this run: its files of an
/// earlier one.
void endFrame(QueueItem& sequence, JobId job, const Finished& event,
              const std::optional<FrameFiles>& written);
/// All frames have ended: what that is for the sequence.
void endSequence(QueueItem& sequence);

} // namespace unlit::ui
