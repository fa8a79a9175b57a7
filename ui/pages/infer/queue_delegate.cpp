#include "ui/pages/infer/queue_delegate.h"

#include "ui/models/inference_queue_model.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"
#include "ui/widgets/shortened_text.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kRowHeightPx = 70;
constexpr int kThumbWidthPx = 54;
constexpr int kThumbHeightPx = 42;
constexpr int kCloseSidePx = 18;
constexpr int kSmallLinePx = 15;
constexpr int kSmallFontPx = 11;
constexpr int kMostErrorLines = 4;

QueueState stateOf(const QModelIndex& index) {
    return static_cast<QueueState>(index.data(InferenceQueueModel::StateRole).toInt());
}

/// Where the parts of a row lie.
struct RowParts {
    explicit RowParts(const QRect& row)
        : thumb(row.left() + 12, row.top() + 13, kThumbWidthPx, kThumbHeightPx),
          words(row.left() + 78, row.top() + 9, row.width() - 78 - 12, row.height() - 14),
          close(row.right() - 8 - kCloseSidePx, row.top() + 8, kCloseSidePx, kCloseSidePx) {}

    QRect line(int number) const {
        return {words.left(), words.top() + 20 + (number - 1) * kSmallLinePx, words.width(),
                kSmallLinePx};
    }

    QRect thumb;
    QRect words;
    QRect close;
};

/// What went wrong and what to do; as much of it as a row has lines for is painted, the tool tip
/// has it all.
QString wholeError(const QModelIndex& index) {
    const QString hint = index.data(InferenceQueueModel::HintRole).toString();
    return QString(index.data(InferenceQueueModel::ErrorRole).toString() + u' ' + hint).trimmed();
}

/// The links under an error sentence: Retry at the left, Show in folder at the right of it.
struct LinkParts {
    LinkParts(const RowParts& parts, const ShortenedText& error) {
        const QFontMetrics metrics(interfaceFont(kSmallFontPx));
        const int top = parts.line(1).top() + error.height + 4;
        retry = QRect(parts.words.left(), top,
                      metrics.horizontalAdvance(QueueDelegate::tr("Retry")), kSmallLinePx);
        folder =
            QRect(retry.right() + 16, top,
                  metrics.horizontalAdvance(QueueDelegate::tr("Show in folder")), kSmallLinePx);
    }

    QRect retry;
    QRect folder;
};

void paintThumbnail(QPainter& painter, const QRect& box, const QImage& image, QueueState state,
                    const ThemeTokens& tokens) {
    painter.setPen(Qt::NoPen);
    if (image.isNull()) {
        QColor back = state == QueueState::Failed ? tokens.bad : tokens.secondary;
        back.setAlpha(38);
        painter.setBrush(back);
        painter.drawRoundedRect(box, 4, 4);
        const bool isFailed = state == QueueState::Failed;
        const QColor color = isFailed ? tokens.bad : tokens.disabled;
        const qreal ratio = painter.device()->devicePixelRatioF();
        const QPixmap sign = tintedIcon(
            isFailed ? QStringLiteral("warning") : QStringLiteral("infer"), color, 18, ratio);
        painter.drawPixmap(box.center() - QPoint(8, 8), sign);
        return;
    }
    // Fill the cell and cut what sticks out: rows of one shape are read faster than bars.
    const double scale = std::max(box.width() / static_cast<double>(image.width()),
                                  box.height() / static_cast<double>(image.height()));
    const QSizeF part(box.width() / scale, box.height() / scale);
    const QRectF from(
        QPointF((image.width() - part.width()) / 2, (image.height() - part.height()) / 2), part);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(QRectF(box), image, from);
}

void paintElided(QPainter& painter, const QRect& box, const QString& text,
                 Qt::TextElideMode mode = Qt::ElideRight) {
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, mode, box.width()));
}

void paintProgress(QPainter& painter, const QRect& words, double fraction,
                   const ThemeTokens& tokens) {
    const QRectF groove(words.left(), words.top() + 52, words.width(), 4);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.hover);
    painter.drawRoundedRect(groove, 2, 2);
    painter.setBrush(tokens.accentFill);
    QRectF done = groove;
    done.setWidth(std::max(4.0, groove.width() * fraction));
    painter.drawRoundedRect(done, 2, 2);
}

void paintError(QPainter& painter, const RowParts& parts, const ShortenedText& error,
                const ThemeTokens& tokens) {
    painter.setFont(interfaceFont(kSmallFontPx));
    painter.setPen(tokens.bad);
    const QRect first = parts.line(1);
    painter.drawText(QRect(first.left(), first.top(), first.width(), error.height),
                     Qt::TextWordWrap, error.text);
    painter.setPen(tokens.accent);
    const LinkParts links(parts, error);
    painter.drawText(links.retry, Qt::AlignVCenter, QueueDelegate::tr("Retry"));
    painter.drawText(links.folder, Qt::AlignVCenter, QueueDelegate::tr("Show in folder"));
}

QColor statusColor(const QModelIndex& index, const ThemeTokens& tokens) {
    if (index.data(InferenceQueueModel::UnsavedRole).toBool())
        return tokens.bad;
    return stateOf(index) == QueueState::Done ? tokens.good : tokens.secondary;
}

/// A small slider: this image has settings of its own.
void paintOwnSign(QPainter& painter, const QRect& words, const ThemeTokens& tokens) {
    const QPoint place(words.right() - 12, words.top() + 4);
    painter.drawPixmap(place, tintedIcon(QStringLiteral("sliders"), tokens.accent, 12,
                                         painter.device()->devicePixelRatioF()));
}

} // namespace

QueueDelegate::QueueDelegate(QObject* parent)
    : QStyledItemDelegate(parent),
      m_errors(std::make_unique<TextShortener>(interfaceFont(kSmallFontPx), kMostErrorLines)) {}

QueueDelegate::~QueueDelegate() = default;

void QueueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const ThemeTokens& tokens = themeTokens(option.palette);
    const RowParts parts(option.rect);
    const QueueState state = stateOf(index);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (isSelected || isHovered) {
        QColor back = tokens.raised;
        if (!isSelected)
            back.setAlpha(110);
        painter->fillRect(option.rect, back);
    }
    if (isSelected && option.state.testFlag(QStyle::State_HasFocus))
        painter->fillRect(QRect(option.rect.topLeft(), QSize(2, option.rect.height())),
                          tokens.accentFill);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      tokens.line);
    const auto picture = index.data(Qt::DecorationRole).value<QImage>();
    paintThumbnail(*painter, parts.thumb, picture, state, tokens);
    if (picture.isNull())
        emit pictureMissed();
    painter->setFont(interfaceFont());
    painter->setPen(tokens.text);
    const bool hasOwn = index.data(InferenceQueueModel::OwnSettingsRole).toBool();
    const int closeRoom = isHovered || hasOwn ? kCloseSidePx : 0;
    if (hasOwn && !isHovered)
        paintOwnSign(*painter, parts.words, tokens);
    paintElided(*painter, QRect(parts.words.topLeft(), QSize(parts.words.width() - closeRoom, 18)),
                index.data().toString(), Qt::ElideMiddle);
    if (state == QueueState::Failed) {
        paintError(*painter, parts, m_errors->shorten(wholeError(index), parts.words.width()),
                   tokens);
    } else {
        painter->setFont(interfaceFont(kSmallFontPx));
        painter->setPen(tokens.secondary);
        paintElided(*painter, parts.line(1),
                    index.data(InferenceQueueModel::DetailRole).toString());
        painter->setPen(statusColor(index, tokens));
        paintElided(*painter, parts.line(2),
                    index.data(InferenceQueueModel::StatusRole).toString());
    }
    if (state == QueueState::Running)
        paintProgress(*painter, parts.words,
                      index.data(InferenceQueueModel::FractionRole).toDouble(), tokens);
    if (isHovered)
        painter->drawPixmap(parts.close.topLeft() + QPoint(2, 2),
                            tintedIcon(QStringLiteral("close"), tokens.secondary, 14,
                                       painter->device()->devicePixelRatioF()));
    painter->restore();
}

QSize QueueDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    int height = kRowHeightPx;
    if (stateOf(index) == QueueState::Failed) {
        const RowParts parts(QRect(0, 0, std::max(option.rect.width(), 160), kRowHeightPx));
        const LinkParts links(parts, m_errors->shorten(wholeError(index), parts.words.width()));
        height = std::max(height, links.retry.bottom() + 10);
    }
    return {120, height};
}

bool QueueDelegate::editorEvent(QEvent* event, QAbstractItemModel*,
                                const QStyleOptionViewItem& option, const QModelIndex& index) {
    if (event->type() != QEvent::MouseButtonRelease)
        return false;
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() != Qt::LeftButton)
        return false;
    const int id = index.data(InferenceQueueModel::IdRole).toInt();
    const QPoint point = mouse->position().toPoint();
    const RowParts parts(option.rect);
    if (parts.close.contains(point)) {
        emit closeClicked(id);
        return true;
    }
    if (stateOf(index) != QueueState::Failed)
        return false;
    const LinkParts links(parts, m_errors->shorten(wholeError(index), parts.words.width()));
    if (links.retry.contains(point))
        emit retryClicked(id);
    else if (links.folder.contains(point))
        emit showInFolderClicked(id);
    else
        return false;
    return true;
}

} // namespace unlit::ui
