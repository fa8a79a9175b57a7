#include "ui/pages/infer/player_bar.h"

#include "ui/kit/text.h"
#include "ui/theme/icon.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

namespace unlit::ui {

PlayerBar::PlayerBar(SequencePlayer& player, QWidget* parent)
    : QFrame(parent), m_player(player), m_play(new QToolButton(this)),
      m_slider(new QSlider(Qt::Horizontal, this)), m_text(new QLabel(this)),
      m_shown(new SegmentedControl(this)) {
    setObjectName(QStringLiteral("playerBar"));
    setFixedHeight(44);
    m_play->setObjectName(QStringLiteral("iconButton"));
    m_play->setAccessibleName(tr("Play"));
    m_slider->setAccessibleName(tr("Frame"));
    m_slider->setToolTip(tr("Frame of the sequence; Left and Right go to the next one"));
    m_slider->setPageStep(10);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setProperty("role", QStringLiteral("status"));
    m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_shown->setItems({tr("Albedo"), tr("Input")}, {tr("Play what the frames were made into"),
                                                    tr("Play the frames themselves")});
    m_shown->setAccessibleName(tr("What is played"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 0, 10, 0);
    row->setSpacing(10);
    row->addWidget(m_play);
    row->addWidget(m_slider, 1);
    row->addWidget(m_text);
    row->addWidget(m_shown);
    connect(m_play, &QToolButton::clicked, this, [this] {
        m_player.toggle();
        emit moved();
    });
    connect(m_slider, &QSlider::valueChanged, this, [this](int frame) {
        m_player.show(frame);
        emit moved();
    });
    connect(m_shown, &SegmentedControl::chosen, this, [this](int index) {
        m_player.setShown(index == 0 ? FrameShown::Albedo : FrameShown::Input);
    });
    connect(&m_player, &SequencePlayer::changed, this, &PlayerBar::refresh);
    refresh();
}

void PlayerBar::refresh() {
    setVisible(m_player.count() > 0);
    if (m_player.count() == 0)
        return;
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, m_player.count() - 1);
    m_slider->setValue(m_player.current());
    m_play->setIcon(
        themedIcon(m_player.isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
    m_play->setToolTip(m_player.isPlaying() ? tr("Pause (Shift+Space)") : tr("Play (Shift+Space)"));
    m_play->setAccessibleName(m_player.isPlaying() ? tr("Pause") : tr("Play"));
    m_play->setEnabled(m_player.isPlaying() || m_player.canPlay());
    m_shown->setCurrent(m_player.shown() == FrameShown::Albedo ? 0 : 1);
    const FramePictures& frame = m_player.frame(m_player.current());
    // As wide as the widest: the slider must not move while it plays.
    const QString count = tr("%1 / %2").arg(m_player.count()).arg(m_player.count());
    const QString waits = tr("not done");
    m_text->setMinimumWidth(m_text->fontMetrics().horizontalAdvance(
        frame.targets.empty() ? count + QStringLiteral(" · ") + waits : count));
    QString text = tr("%1 / %2").arg(m_player.current() + 1).arg(m_player.count());
    if (frame.targets.empty())
        text += QStringLiteral(" · ") + waits;
    m_text->setText(text);
    m_text->setToolTip(toQString(frame.input.filename()));
}

} // namespace unlit::ui
