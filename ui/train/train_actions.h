// What can be done on the Train page, by name and key: menus and the command palette read this.
#pragma once

#include "ui/train/own_processes.h"
#include "ui/train/recipe_sweep.h"
#include "ui/train/resume_form.h"
#include "ui/train/run_bar.h"
#include "ui/train/run_folders.h"
#include "ui/train/run_hand.h"
#include "ui/train/run_starts.h"
#include "ui/train/train_views.h"

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>

#include <functional>

namespace unlit::ui {

/// The parts that do what is asked for. The page owns them, and they outlive the actions.
struct TrainDuties {
    RunBar& bar;
    RunHand& hand;
    RunStarts& starts;
    ResumeForm& resumeForm;
    RunFolders& folders;
    OwnProcesses& processes;
    RecipeSweep& sweep;
    TrainViews& views;
    MessageBar& message;
};

/// Actions belong to the page; buttons of the bar ask for the same. GUI thread.
class TrainActions : public QObject {
    Q_OBJECT

public:
    TrainActions(const TrainParts& parts, const TrainDuties& duties);

    const QList<QAction*>& all() const { return m_all; }

signals:
    void runAsked(const std::filesystem::path& run);

private:
    void add(const QString& text, const QKeySequence& key, const std::function<void()>& act);
    void addVerbs();
    void addFurther();
    void addFolders();
    void addViews();
    void connectBar();
    void connectResumes();
    void askChanges();
    void exportLoss(const QString& kind);

    TrainParts m_parts;
    TrainDuties m_do;
    QList<QAction*> m_all;
};

} // namespace unlit::ui
