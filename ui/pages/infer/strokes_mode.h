// Corrections by hand on the Infer page: the mode, where strokes come from, and where they go.
#pragma once

#include "core/session/data/collect_corrections.h"
#include "ui/bridge/background.h"
#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/stroke_desk.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

class QKeyEvent;

namespace unlit::ui {

/// Decides which result strokes are drawn on, and carries them to the queue. GUI thread; training
/// pairs are collected in the background.
class StrokesMode : public QObject {
    Q_OBJECT

public:
    explicit StrokesMode(InferParts& parts);

    /// Where files of strokes are kept that copied commands name.
    void setFolder(const std::filesystem::path& folder) { m_folder = folder; }

    /// Begins to draw strokes on the result on show, or ends it; says why it cannot be.
    void toggle();
    /// Another image is on show, or its result is another one.
    void follow();
    /// Offers the strokes of the image on show to the others of its size.
    void carry();
    void browse();
    /// Of a file of strokes or a side-car, for one image; what does not fit is said.
    void open(QueueItemId id, const std::filesystem::path& file);
    /// A file that has the item's strokes: its side-car where that has them, else one beside the
    /// queue, which is written. Throws Error. Precondition: the item has strokes.
    std::filesystem::path fileFor(const QueueItem& item) const;
    /// Makes training pairs of the corrected results that were saved.
    void browseCorrections();
    /// Keys that mean something else while strokes are drawn. False: not one of them.
    bool takeKey(const QKeyEvent& event);

    StrokeDesk& desk() { return *m_desk; }

signals:
    /// A folder of pairs is to be looked at as a training set.
    void setAsked(const std::filesystem::path& folder);

private:
    void drawOnFrame();
    void refuseUnfinished(const QueueItem& item);
    void offerRun(const QString& text, const QString& hint);
    void beginAwaited();
    void showPreview(QueueItemId id, const std::shared_ptr<const Image>& albedo);
    // strokes_mode_files.cpp
    void tellCarried(const std::vector<QueueItemId>& ids, int changed);
    void collectFrom(const std::vector<std::filesystem::path>& sideCars,
                     const std::filesystem::path& output);

    InferParts& m_parts;
    std::filesystem::path m_folder;
    QueueItemId m_correctNext = 0; ///< strokes are to be drawn on it when it is done
    std::unique_ptr<StrokeDesk> m_desk;
    Background<std::optional<Corrections>> m_collecting{Haste::Later}; // last: joined first
};

} // namespace unlit::ui
