#include "ui/data/pair_delegate.h"

#include "core/data/doctor/finding.h"
#include "ui/data/pair_list_model.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kMarginPx = 8;
constexpr int kLinePx = 17;
constexpr int kBadgePx = 18;
constexpr int kUsualWidthPx = 220; // of a cell: two halves of about a hundred pixels

/// Where the parts of a cell lie.
struct CellParts {
    explicit CellParts(const QRect& cell)
        : picture(cell.left() + kMarginPx, cell.top() + kMarginPx, halfOf(cell.width()) * 2,
                  halfOf(cell.width())),
          name(picture.left(), picture.bottom() + 5, picture.width(), kLinePx),
          fault(picture.left(), name.bottom(), picture.width(), kLinePx) {}

    static int halfOf(int cellWidth) { return (cellWidth - 2 * kMarginPx) / 2; }

    QRect picture;
    QRect name;
    QRect fault;
};

QColor colorOf(int severity, const ThemeTokens& tokens) {
    switch (static_cast<data::Severity>(severity)) {
    case data::Severity::Error:
        return tokens.bad;
    case data::Severity::Warning:
        return tokens.accent;
    case data::Severity::Note:
        return tokens.info;
    }
    return tokens.secondary;
}

void paintPicture(QPainter& painter, const QRect& place, const QModelIndex& index,
                  const ThemeTokens& tokens) {
    const auto image = index.data(PairListModel::ThumbnailRole).value<QImage>();
    if (!image.isNull()) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(place, image);
        return;
    }
    const bool isBroken = !index.data(PairListModel::ProblemRole).toString().isEmpty();
    QColor back = isBroken ? tokens.bad : tokens.secondary;
    back.setAlpha(28);
    painter.fillRect(place, back);
    const QString name = isBroken ? QStringLiteral("warning") : QStringLiteral("infer");
    const QPixmap sign = tintedIcon(name, isBroken ? tokens.bad : tokens.disabled, 20,
                                    painter.device()->devicePixelRatioF());
    painter.drawPixmap(place.center() - QPoint(10, 10), sign);
}

void paintBadge(QPainter& painter, const QRect& picture, const QString& text,
                const ThemeTokens& tokens) {
    painter.setFont(interfaceFont(11));
    const int width = painter.fontMetrics().horizontalAdvance(text) + 12;
    const QRect plate(picture.left() + 6, picture.top() + 6, width, kBadgePx);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.overlay);
    painter.drawRoundedRect(plate, 4, 4);
    painter.setPen(tokens.overlayText);
    painter.drawText(plate, Qt::AlignCenter, text);
}

void paintFault(QPainter& painter, const QRect& line, const QModelIndex& index,
                const ThemeTokens& tokens) {
    const int severity = index.data(PairListModel::SeverityRole).toInt();
    if (severity < 0)
        return;
    const QColor color = colorOf(severity, tokens);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QPointF(line.left() + 4, line.center().y() + 0.5), 3.5, 3.5);
    painter.setFont(interfaceFont(11));
    painter.setPen(tokens.secondary);
    const QRect words = line.adjusted(13, 0, 0, 0);
    painter.drawText(
        words, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(index.data(PairListModel::FaultRole).toString(),
                                         Qt::ElideRight, words.width()));
}

} // namespace

QSize PairDelegate::cellSizeFor(int width) {
    const int columns = std::max(1, (width + kUsualWidthPx / 4) / kUsualWidthPx);
    const int cell = width / columns;
    return {cell, CellParts::halfOf(cell) + 2 * kLinePx + 2 * kMarginPx + 4};
}

void PairDelegate::setCellSize(const QSize& size) {
    m_size = size;
}

QSize PairDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return m_size;
}

void PairDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const ThemeTokens& tokens = themeTokens(option.palette);
    const CellParts parts(option.rect);
    const auto part = static_cast<PairPart>(index.data(PairListModel::PartRole).toInt());
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->setRenderHint(QPainter::Antialiasing);
        const bool hasFocus = option.state.testFlag(QStyle::State_Active);
        painter->setPen(QPen(hasFocus ? tokens.accent : tokens.border, 1.2));
        painter->setBrush(tokens.raised);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6);
    }
    painter->setOpacity(part == PairPart::Quarantine ? 0.35 : 1);
    paintPicture(*painter, parts.picture, index, tokens);
    painter->setOpacity(1);
    if (part == PairPart::Quarantine)
        paintBadge(*painter, parts.picture, tr("quarantine"), tokens);
    else if (part == PairPart::Validation)
        paintBadge(*painter, parts.picture, tr("validation"), tokens);
    painter->setFont(interfaceFont(12));
    painter->setPen(part == PairPart::Quarantine ? tokens.secondary : tokens.text);
    painter->drawText(parts.name, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle,
                                                        parts.name.width()));
    paintFault(*painter, parts.fault, index, tokens);
    painter->restore();
}

} // namespace unlit::ui
