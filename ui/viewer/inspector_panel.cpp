#include "ui/viewer/inspector_panel.h"

#include "ui/theme/theme.h"

#include <QFontMetricsF>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kLineHeightPx = 17;
constexpr int kValueColumns = 24;
constexpr int kNoteColumns = 14;
constexpr int kLeastNameColumns = 8;
constexpr int kMostNameColumns = 16;

/// Fractions count: a line has forty of them.
double digitWidth() {
    return QFontMetricsF(valueFont()).horizontalAdvance(QStringLiteral("0000000000")) / 10;
}

} // namespace

InspectorPanel::InspectorPanel(QWidget* parent) : OverlayPanel(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(tr("Values under the pointer"));
}

void InspectorPanel::setLines(const QString& title, const std::vector<ReadoutLine>& lines) {
    m_title = title;
    m_lines = lines;
    QStringList words{title};
    for (const ReadoutLine& line : lines)
        words += QStringList{line.name, line.values.simplified(), line.note}.join(u' ').trimmed();
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    update();
}

int InspectorPanel::nameColumns() const {
    int most = kLeastNameColumns;
    for (const ReadoutLine& line : m_lines) {
        if (!line.values.isEmpty()) // without values a line is all name
            most = std::max(most, static_cast<int>(line.name.size()) + 1);
    }
    return std::min(most, kMostNameColumns);
}

QSize InspectorPanel::sizeHint() const {
    const int rows = static_cast<int>(m_lines.size()) + 1;
    int note = kNoteColumns;
    for (const ReadoutLine& line : m_lines)
        note = std::max(note, static_cast<int>(line.note.size()));
    const int columns = nameColumns() + kValueColumns + 1 + note;
    return {static_cast<int>(columns * digitWidth()) + 2 * kPaddingPx,
            rows * kLineHeightPx + 2 * kPaddingPx - 4};
}

void InspectorPanel::paintEvent(QPaintEvent*) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    paintPlate(painter);
    const double digit = digitWidth();
    const auto values = static_cast<int>(kPaddingPx + nameColumns() * digit);
    const auto notes = static_cast<int>(values + (kValueColumns + 1) * digit);
    int y = kPaddingPx - 2;
    const auto text = [&](int x, int width, const QString& words, const QColor& color) {
        painter.setPen(color);
        painter.drawText(QRect(x, y, width, kLineHeightPx), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(words, Qt::ElideRight, width));
    };
    text(kPaddingPx, width() - 2 * kPaddingPx, m_title, tokens.overlayText);
    for (const ReadoutLine& line : m_lines) {
        y += kLineHeightPx;
        if (line.values.isEmpty()) {
            text(kPaddingPx, width() - 2 * kPaddingPx, line.name, tokens.overlayText);
            continue;
        }
        text(kPaddingPx, values - kPaddingPx, line.name, tokens.overlayText);
        text(values, notes - values, line.values, tokens.overlayText);
        text(notes, width() - notes, line.note, tokens.overlaySoft);
    }
}

} // namespace unlit::ui
