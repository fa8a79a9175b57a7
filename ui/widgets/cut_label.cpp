#include "ui/widgets/cut_label.h"

#include <QPainter>
#include <QStyle>

namespace unlit::ui {

CutLabel::CutLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QString CutLabel::shown() const {
    const int room = contentsRect().width();
    if (!wordWrap())
        return fontMetrics().elidedText(text(), m_cut, room);
    QStringList words = text().split(u' ');
    for (QString& word : words)
        word = fontMetrics().elidedText(word, m_cut, room);
    return words.join(u' ');
}

void CutLabel::setCut(Qt::TextElideMode cut) {
    m_cut = cut;
    update();
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
    const int flags = static_cast<int>(place) | (wordWrap() ? Qt::TextWordWrap : 0);
    style()->drawItemText(&painter, contentsRect(), flags, palette(), isEnabled(), words,
                          foregroundRole());
}

CutLabel* makeCutLabel(const char* role, QWidget* parent) {
    auto* label = new CutLabel(parent);
    label->setProperty("role", QString::fromLatin1(role));
    return label;
}

} // namespace unlit::ui
