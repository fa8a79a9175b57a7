// One picture, or one sequence of them, in the Infer queue: what it is, how far it has come, what
// came out.
#pragma once

#include "core/base/failure.h"
#include "core/base/job_id.h"
#include "core/events/event.h"
#include "core/image/image_file.h"
#include "core/session/infer/inference_types.h"
#include "ui/settings/infer_settings.h"

#include <QImage>
#include <QSize>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace unlit::ui {

enum class QueueState {
    Waiting,
    Running,
    Done,
    Failed,
    Cancelled,
    Skipped, ///< its files were there already; the last one
};

inline constexpr std::size_t kQueueStates = static_cast<std::size_t>(QueueState::Skipped) + 1;

/// Ids count up and are never used twice; 0 = none.
using QueueItemId = int;

/// One picture of a sequence.
struct QueueFrame {
    std::filesystem::path path;
    QueueState state = QueueState::Waiting;
    JobId job;       ///< of the running or last run
    Failure failure; ///< when Failed
    /// What it was written to, by target, or "layered"; empty unless Done.
    std::map<std::string, std::filesystem::path> outputs;
    double albedoScale = 1; ///< that those have
};

struct QueueItem {
    QueueItemId id = 0;
    std::filesystem::path path;
    InputOptions input;
    std::optional<InferSettings> own; ///< in place of those of all; its model folder is not used
    QueueState state = QueueState::Waiting;

    QSize size;    ///< pixels; empty until the header has been read
    QString layer; ///< as read, or the default; empty for files without layers
    std::optional<ColorSpace> fileSpace; ///< what "as the file says" means; none until it is read
    QString space;                       ///< why the colour space is what it is
    std::vector<LayerInfo> layers;       ///< those of the file that hold colours
    QImage thumbnail;                    ///< null until decoded
    std::shared_ptr<const Image> small;  ///< a small copy of the input, in its own space and range
    double autoEv = 0;                   ///< stops that "auto" takes; 0 for display-encoded files

    JobId job;           ///< of the running or last job
    int members = 1;     ///< that it was asked for
    double fraction = 0; ///< 0..1 while running
    std::optional<double> secondsLeft;
    QString what;                                  ///< "member 2 of 5 · step 3 of 4"
    Failure failure;                               ///< when Failed
    std::shared_ptr<const InferenceResult> result; ///< when Done and still in memory
    double seconds = 0;                            ///< that the last run took; 0 = unknown
    double meanUncertainty = -1;                   ///< of the first target; < 0 = none
    double albedoScale = 1; ///< paint is shown and written so many times as bright; above 0
    /// Corrections by hand, which its result gets or has; null = none.
    std::shared_ptr<const StrokeSet> strokes{};
    std::vector<std::filesystem::path> saved; ///< files written for this result
    std::optional<Failure> unsaved;           ///< why the last attempt to save it failed
    QStringList notes;                        ///< what the run had to say beside its result

    /// Of a sequence, in their order, whose first one `path` is; empty = a picture by itself. Only
    /// the newest frame's result is kept in memory: the others are read from their files.
    std::vector<QueueFrame> frames{};
    std::string pattern{};       ///< "shots/hall.*.exr"
    int resultFrame = -1;        ///< that `result` is of
    bool replacesFrames = false; ///< frames that are done are made again
    double frameSeconds = 0;     ///< that the last frame of this run took; 0 = unknown
    /// `result` was made with other settings, or another model, than the next run would have.
    bool isStale = false;
    std::optional<bool> hasWideSamples; ///< more than 8 bits a sample; unset until it is read
    QStringList maskLayers{}; ///< all layers of the file, those without colours among them
    bool isSaving = false;    ///< it has been asked for, and has not ended
    /// Which of `saved` is what: by target, or "layered"; empty = unknown.
    std::map<std::string, std::filesystem::path> outputs{};
    double outputsScale = 1; ///< that the paint in them has
    /// Written for the same result before `saved`: under other names, or with another brightness.
    std::vector<std::filesystem::path> savedBefore{};

    bool isSequence() const { return !frames.empty(); }

    /// Its result is in memory and nowhere else.
    bool isUnsaved() const {
        return state == QueueState::Done && result && saved.empty() && !isSequence();
    }

    /// `saved` is of another result, or another brightness, from now on.
    void forgetSaved();

    /// "hall.exr", "hall.*.exr".
    std::filesystem::path name() const;
    int framesIn(QueueState which) const;
    /// Null where no frame has this job.
    QueueFrame* frameOf(JobId which);

    /// `jobs`: one, or one a frame.
    void beginRun(const std::vector<JobId>& jobs, int membersAsked);
    void showProgress(JobId of, const Progress& progress);

    /// Forgets how the last run went, but not what came out of it: frames that are done stay so.
    void waitForRun();
    /// Gives the memory of the result back. One that was never saved has to be made again.
    void letGoOfResult();
};

} // namespace unlit::ui
