// Everything of the mode in which strokes are drawn on one result: brush, panel, undo, previews.
#pragma once

#include "core/session/infer/correct_by_hand.h"
#include "ui/bridge/background.h"
#include "ui/models/queue_item.h"
#include "ui/pages/infer/stroke_brush.h"
#include "ui/pages/infer/strokes_panel.h"
#include "ui/viewer/image_view.h"

#include <QObject>

#include <map>
#include <memory>
#include <vector>

namespace unlit::ui {

/// Says what the strokes of an image are to be and shows how they would correct it; who applies
/// them is somebody else's matter. Each image has an undo of its own while the program runs. GUI
/// thread; solves in the background, where only the newest strokes count.
class StrokeDesk : public QObject {
    Q_OBJECT

public:
    /// `view` owns the panel and must outlive the desk.
    explicit StrokeDesk(ImageView& view, QObject* parent = nullptr);
    ~StrokeDesk() override;

    /// Precondition: whyNotCorrectable() of the result has nothing to say. `strokes`: those that
    /// the image has; null = none.
    void begin(QueueItemId id, const std::shared_ptr<const InferenceResult>& result,
               const std::shared_ptr<const StrokeSet>& strokes);
    void end();

    bool isActive() const { return m_id != 0; }

    QueueItemId item() const { return m_id; }

    /// The image on the desk has got another result, or strokes from elsewhere.
    void update(const std::shared_ptr<const InferenceResult>& result,
                const std::shared_ptr<const StrokeSet>& strokes);

    bool canUndo() const;
    bool canRedo() const;
    void undo();
    void redo();

    /// Keys of the mode: the brush's size. False: not one of them.
    bool takesKey(int key, Qt::KeyboardModifiers keys) const;
    void pressKey(int key);

    StrokeBrush& brush() { return m_brush; }

    StrokesPanel& panel() { return *m_panel; }

signals:
    /// Null = none is left.
    void strokesEdited(unlit::ui::QueueItemId id,
                       const std::shared_ptr<const unlit::StrokeSet>& strokes);
    /// Small, Linear: the albedo with the strokes as they are now, before its brightness is
    /// changed.
    void previewReady(unlit::ui::QueueItemId id, const std::shared_ptr<const unlit::Image>& albedo);
    void failed(const unlit::Failure& failure);
    /// Undo or redo can do something else than before.
    void historyChanged();
    void othersAsked();

private:
    struct History {
        std::vector<StrokeSet> undo;
        std::vector<StrokeSet> redo;
    };

    void connectPanel();
    void takeBrush();
    void prepare(const std::shared_ptr<const InferenceResult>& result);
    /// Puts it on show, and what was before into the history.
    void edit(const StrokeSet& set);
    void show(const StrokeSet& set);
    void tell(const StrokeSet& set);
    void askPreview();
    void askSpread();
    void takePreview(const StrokePreview& preview);

    ImageView& m_view;
    StrokeBrush m_brush;
    StrokesPanel* m_panel;
    QueueItemId m_id = 0;
    StrokeSet m_set; ///< on show
    std::map<QueueItemId, History> m_histories;
    double m_longerSide = 0; ///< of the picture that the radius was chosen for
    std::shared_ptr<const InferenceResult> m_bare;      ///< that m_correction is of
    std::shared_ptr<const HandCorrection> m_correction; ///< null: being made
    bool m_isSpreadLate = false; ///< the stroke has gone on since its spread was asked for
    // These last: joined while the rest is there.
    Background<std::shared_ptr<const HandCorrection>> m_making;
    Background<StrokePreview> m_previewing;
    Background<Image> m_spreading;
};

} // namespace unlit::ui
