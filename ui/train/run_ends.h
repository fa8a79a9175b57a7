// Says how runs end: on the page, and to a user who looks elsewhere.
#pragma once

#include "ui/train/desktop_notice.h"
#include "ui/train/train_parts.h"

#include <QObject>

namespace unlit::ui {

/// Of runs of other processes it tells those that went wrong while they were on show. The buttons
/// of its messages are signals. GUI thread.
class RunEnds : public QObject {
    Q_OBJECT

public:
    explicit RunEnds(const TrainParts& parts);

    /// Of the job of this program that has just ended.
    void tell(const TrainEnd& end);

    DesktopNotice& desktop() { return m_desktop; }

signals:
    // What the user chose, for the run on show.
    void resumeAsked();
    void extendAsked();
    void useAsked();
    void rollBackAsked();
    void forkAsked();

private:
    struct Words {
        MessageBar::Kind kind = MessageBar::Kind::Good;
        QString text; ///< empty: there is nothing to say
        QString hint{};
        RunMessage::Choices choices{};
    };

    Words wordsOf(const TrainEnd& end);
    MessageBar::Choice choice(const QString& text, void (RunEnds::*asked)());
    RunMessage::Choices waysOn();
    void takeRead(bool wasAlive);

    TrainParts m_parts;
    DesktopNotice m_desktop;
};

} // namespace unlit::ui
