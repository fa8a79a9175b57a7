// The line under the picture of a sequence: play, scrub, what is shown.
#pragma once

#include "ui/pages/infer/sequence_player.h"
#include "ui/widgets/segmented_control.h"

#include <QFrame>
#include <QLabel>
#include <QSlider>
#include <QToolButton>

namespace unlit::ui {

/// Shows a player and tells it what the user wants. Hidden while there is no sequence. GUI thread.
class PlayerBar : public QFrame {
    Q_OBJECT

public:
    /// `player` outlives it.
    explicit PlayerBar(SequencePlayer& player, QWidget* parent = nullptr);

    QSlider& slider() { return *m_slider; }

    QString text() const { return m_text->text(); }

signals:
    /// The user has chosen a frame.
    void moved();

private:
    void refresh();

    SequencePlayer& m_player;
    QToolButton* m_play;
    QSlider* m_slider;
    QLabel* m_text;
    SegmentedControl* m_shown;
};

} // namespace unlit::ui
