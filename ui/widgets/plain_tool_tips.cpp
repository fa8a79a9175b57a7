#include "ui/widgets/plain_tool_tips.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>

namespace unlit::ui {

namespace {

class PlainToolTips : public QObject {
public:
    using QObject::QObject;

    /// Qt polishes the label of a tip before it gets its text.
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Polish && watched->inherits("QTipLabel"))
            if (auto* label = qobject_cast<QLabel*>(watched))
                label->setTextFormat(Qt::PlainText);
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

void keepToolTipsPlain(QApplication& application) {
    application.installEventFilter(new PlainToolTips(&application));
}

} // namespace unlit::ui
