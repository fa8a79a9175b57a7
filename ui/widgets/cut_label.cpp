#include "ui/widgets/cut_label.h"

#include <QPainter>
#include <QStyle>

namespace unlit::ui {

CutLabel::CutLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QString CutLabel::shown() const {
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

/// The style's own colours hold for a label that paints itself: it is polished before.
void CutLabel::paintEvent(QPaintEvent* event) {
    const QString words = shown();
    if (words == text()) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    const Qt::Alignment place = QStyle::visualAlignment(layoutDirection(), alignment());
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(place), palette(), isEnabled(),
                          words, foregroundRole());
}

CutLabel* makeCutLabel(const char* role, QWidget* parent) {
    auto* label = new CutLabel(parent);
    label->setProperty("role", QString::fromLatin1(role));
    return label;
}

} // namespace unlit::ui
