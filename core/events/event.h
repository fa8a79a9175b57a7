// What sessions tell their listeners: plain values, copyable, without Qt or torch.
#pragma once

#include "core/base/failure.h"
#include "core/base/job_id.h"
#include "core/events/work_stage.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace unlit {

struct InferenceResult; // core/session/infer/inference_types.h

enum class Outcome { Done, Failed, Cancelled };

/// Who asks something of a training run.
enum class AskedBy { Terminal, Window, Signal, TimeLimit, FullDisk, LossSpike };

struct Started {
    std::string title; ///< "hall_0042.exr"
};

struct Progress {
    double fraction = 0;               ///< 0..1, never decreases within a job
    std::optional<double> secondsLeft; ///< unset until it can be estimated
    WorkStage stage;
};

struct InputReady { ///< the picture is decoded and can be shown while the network works
    std::shared_ptr<const InferenceResult> result; ///< prediction still empty
};

/// The members of an ensemble so far; prediction.used.members says how many.
struct PreviewReady {
    std::shared_ptr<const InferenceResult> result;
};

struct ResultReady {
    std::shared_ptr<const InferenceResult> result;
};

struct LogLine {
    enum class Level { Info, Warning };
    Level level = Level::Info;
    std::string text;
};

/// A training run has its folder and is about to go (on).
struct RunOpened {
    std::filesystem::path folder;
    std::int64_t step = 0;       ///< that it goes on from, 0 = it begins
    std::int64_t maxIter = 0;    ///< optimizer steps to do in all; <= 0: as many as its epochs have
    std::string checkpoint = {}; ///< that it goes on from: "latest"; "" = none
    bool isResumed = false;      ///< the run was there before, whether or not it had made a step
};

/// A setting of a run is no longer what it was.
struct SettingChanged {
    std::int64_t step = 0; ///< optimizer steps done with the old value
    std::string key;       ///< "trainer.save_period"
    std::string before;    ///< as a person reads it; "" = not set
    std::string after;
    AskedBy by = AskedBy::Terminal;
};

/// Somebody steps in while a run goes.
struct RunIntervention {
    enum class What { LearningRate, Save, Validation };
    std::int64_t step = 0;
    What what = What::Save;
    AskedBy by = AskedBy::Terminal;
    double from = 0; ///< of LearningRate: the rate that the schedule multiplies, before and after
    double to = 0;
};

/// A training run has left everything on disk.
struct RunClosed {
    std::filesystem::path folder;
    std::int64_t step = 0;
    std::string how;                ///< "complete", "time is up", "stopped"
    AskedBy by = AskedBy::Terminal; ///< of a run that is not complete: who ended it
};

/// Figures of one moment of a training run.
struct ScalarsReady {
    std::int64_t step = 0; ///< optimizer steps done
    std::int64_t epoch = 1;
    std::vector<std::pair<std::string, double>> scalars; ///< "train/loss", "lr", …
};

/// A checkpoint is on disk.
struct CheckpointSaved {
    std::int64_t step = 0;
    std::filesystem::path folder;
    std::uint64_t bytes = 0;
    double seconds = 0;      ///< that writing took
    double pauseSeconds = 0; ///< that training waited for it
};

/// A set was gone through.
struct ValidationDone {
    std::int64_t step = 0;
    std::string dataset;
    std::vector<std::pair<std::string, double>> metrics;
    bool isBest = false; ///< by the main metric, of all so far
};

/// The samples that a run learns worst; the file lists the same.
struct WorstSamples {
    struct Entry {
        std::string sample; ///< name of the picture
        std::int64_t visits = 0;
        double meanLoss = 0;
        double relativeLoss = 0; ///< 1 = as usual for the timesteps that it was seen at
    };

    std::int64_t step = 0;
    std::filesystem::path file;
    std::vector<Entry> entries; ///< the worst first
};

/// Pictures of a set are on disk.
struct PicturesSaved {
    std::int64_t step = 0;
    std::string dataset;
    std::filesystem::path folder;
};

/// A training run holds still with its model loaded, or goes on.
struct TrainingPaused {
    bool isPaused = false;
    std::int64_t step = 0;
    AskedBy by = AskedBy::Terminal;
    std::string waitsFor = {}; ///< of FullDisk: what there is no room for, and where
};

/// There is something the matter with a sample of the training set; told once a sample.
struct BadSample {
    std::int64_t step = 0;
    std::string sample; ///< list, line and file
    std::string what;
    bool isLeftOut = false; ///< all of it; else bad pixels are not learnt from
};

/// Exactly one per job, always its last event.
struct Finished {
    Outcome outcome = Outcome::Done;
    std::optional<Failure> failure; ///< set when outcome is Failed
};

struct Event {
    JobId job;
    std::chrono::system_clock::time_point at;
    std::variant<Started, Progress, InputReady, PreviewReady, ResultReady, LogLine, RunOpened,
                 RunClosed, ScalarsReady, CheckpointSaved, ValidationDone, WorstSamples,
                 PicturesSaved, TrainingPaused, BadSample, SettingChanged, RunIntervention,
                 Finished>
        body;
};

} // namespace unlit
