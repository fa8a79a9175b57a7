// The line above a run: its name, how it does, and what can be done with it now.
#pragma once

#include "ui/train/extend_menu.h"

#include <QFrame>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

namespace unlit::ui {

enum class RunTone { Quiet, Good, Busy, Bad };

/// What can be done with the run on show.
enum class RunVerbs {
    None,    ///< there is none
    Own,     ///< this program trains it
    Steered, ///< another process does, and can be asked
    Watched, ///< another process does, and cannot
    Resting, ///< nobody does
};

struct RunBarState {
    QString name;
    QString status; ///< "running", "paused", …
    RunTone tone = RunTone::Quiet;
    QString facts;  ///< "iter 12 480 of 50 000 · epoch 14 · 1.9 it/s · 5 h 29 min left"
    QString note{}; ///< more about the status, for the tool tip
    RunVerbs verbs = RunVerbs::None;
    bool isPaused = false;
    bool isEnding = false;  ///< asked to stop: nothing else can be asked
    bool isReady = true;    ///< false while there is no folder yet: only the stop can be asked
    bool canResume = false; ///< it has steps left
    bool canExtend = false;
    bool hasCheckpoint = false;     ///< that Infer can use, or will have on request
    bool canShowOwn = false;        ///< another run is under way in this program
    std::filesystem::path folder{}; ///< of the run on show; "" = none
    double baseRate = 0;            ///< that the schedule multiplies; 0 = not known
    double currentRate = 0;         ///< of the last step; 0 = not known
};

/// GUI thread.
class RunBar : public QFrame {
    Q_OBJECT

public:
    explicit RunBar(QWidget* parent = nullptr);

    void show(const RunBarState& state);

    /// Of the menu that opens a run.
    void setRecent(const QStringList& folders) { m_recent = folders; }

    /// The field for the further steps, for the learning rate.
    ExtendMenu& extendMenu() { return *m_extendMenu; }

    ValueMenu& rateMenu() { return *m_rateMenu; }

    void askExtend();
    void askRate();

    const RunBarState& state() const { return m_state; }

    /// "Pause", "Resume", …: null for a button that is not on show.
    QPushButton* button(const QString& text) const;

signals:
    void pauseAsked();
    void goOnAsked();
    void validateAsked();
    void saveAsked();
    void stopAsked();
    void resumeAsked();
    /// With other settings.
    void changesAsked();
    void extendAsked(std::int64_t steps, unlit::config::ExtendedSchedule schedule);
    /// Above 0.
    void rateAsked(double rate);
    void useAsked();
    void checkpointsAsked();
    void folderAsked();
    void openAsked();
    void recentAsked(const QString& folder);
    void ownAsked();
    void detachAsked();
    void histogramsAsked();

private:
    QPushButton* addButton(const QString& text, const QString& toolTip, void (RunBar::*asked)());
    void showButtons();
    /// It trains, and can be asked.
    bool isGoing() const;
    void fillMore();

    RunBarState m_state;
    QStringList m_recent;
    QLabel* m_name;
    QLabel* m_dot;
    QLabel* m_status;
    QLabel* m_facts;
    QPushButton* m_pause;
    QPushButton* m_goOn;
    QPushButton* m_validate;
    QPushButton* m_save;
    QPushButton* m_stop;
    QPushButton* m_resume;
    QPushButton* m_extend;
    QPushButton* m_more;
    QMenu* m_moreMenu;
    ExtendMenu* m_extendMenu;
    ValueMenu* m_rateMenu;
};

} // namespace unlit::ui
