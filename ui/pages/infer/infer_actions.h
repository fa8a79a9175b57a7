// What can be done on the Infer page, by name and key, and which buttons of its panels ask for it.
#pragma once

#include "ui/pages/infer/brightness_anchor.h"
#include "ui/pages/infer/chosen_model.h"
#include "ui/pages/infer/image_intake.h"
#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/item_settings.h"
#include "ui/pages/infer/queue_verbs.h"
#include "ui/pages/infer/result_clipboard.h"
#include "ui/pages/infer/result_saver.h"
#include "ui/pages/infer/sequence_stage.h"
#include "ui/pages/infer/shown_item.h"
#include "ui/pages/infer/strokes_mode.h"

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>

#include <functional>

namespace unlit::ui {

/// The parts that do what is asked for. The page owns them, and they outlive those who ask.
struct InferDuties {
    ChosenModel& model;
    ResultSaver& saver;
    QueueVerbs& verbs;
    ImageIntake& intake;
    SequenceStage& sequence;
    BrightnessAnchor& anchor;
    StrokesMode& strokes;
    ResultClipboard& clipboard;
    ItemSettings& own;
    ShownItem& shown;
};

/// Actions belong to the page; menus and the command palette read them. GUI thread.
class InferActions : public QObject {
    Q_OBJECT

public:
    InferActions(InferParts& parts, const InferDuties& duties);

    const QList<QAction*>& all() const { return m_all; }

    const QAction& anchor() const { return *m_anchor; }

    const QAction& strokes() const { return *m_strokes; }

private:
    QAction* add(const QString& text, const QKeySequence& key, const std::function<void()>& act);
    void addFiles();
    void addRuns();
    void addLooks();
    void addQueue();
    void addUndo();
    // infer_buttons.cpp
    void connectQueue();
    void connectViewer();
    void connectSettings();
    void nextStep();

    InferParts& m_parts;
    InferDuties m_do;
    QList<QAction*> m_all;
    QAction* m_anchor = nullptr;
    QAction* m_strokes = nullptr;
};

} // namespace unlit::ui
