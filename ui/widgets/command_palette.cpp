#include "ui/widgets/command_palette.h"

#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kWidthPx = 520;
constexpr int kRowHeightPx = 34;
constexpr int kRowsShown = 10;
constexpr int kActionRole = Qt::UserRole + 1;
constexpr int kKeyRole = Qt::UserRole + 2;

/// The action's words at the left, its key at the right.
class CommandDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ThemeTokens& tokens = themeTokens(option.palette);
        const QRect row = option.rect.adjusted(4, 1, -4, -1);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(tokens.raised);
            painter->drawRoundedRect(row, 5, 5);
        }
        painter->setFont(interfaceFont());
        painter->setPen(tokens.text);
        const QRect words = row.adjusted(10, 0, -10, 0);
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
        painter->setFont(valueFont());
        painter->setPen(tokens.secondary);
        painter->drawText(words, Qt::AlignRight | Qt::AlignVCenter,
                          index.data(kKeyRole).toString());
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {kWidthPx / 2, kRowHeightPx};
    }
};

QString plainText(const QAction& action) {
    QString text = action.text();
    return text.remove(u'&');
}

} // namespace

CommandPalette::CommandPalette(QWidget* window)
    : QFrame(window), m_search(new QLineEdit(this)), m_list(new QListView(this)) {
    setObjectName(QStringLiteral("palette"));
    m_search->setObjectName(QStringLiteral("paletteSearch"));
    m_search->setPlaceholderText(tr("Type what you want to do"));
    m_search->setAccessibleName(tr("Search actions"));
    m_list->setObjectName(QStringLiteral("commandList"));
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_found.setSourceModel(&m_model);
    m_found.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list->setModel(&m_found);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(m_search);
    column->addWidget(m_list);
    auto* nothing = makeLabel(tr("Nothing here is called that"), "label", this);
    nothing->setAlignment(Qt::AlignCenter);
    nothing->hide();
    column->addWidget(nothing, 1);
    connect(m_search, &QLineEdit::textChanged, this, [this, nothing](const QString& text) {
        m_found.setFilterFixedString(text);
        m_list->setCurrentIndex(m_found.index(0, 0));
        const bool isAny = m_found.rowCount() > 0;
        m_list->setVisible(isAny);
        nothing->setVisible(!isAny);
    });
    connect(m_list, &QListView::clicked, this, [this] { runCurrent(); });
    m_search->installEventFilter(this);
    hide();
}

void CommandPalette::open(const QList<QAction*>& actions) {
    m_model.clear();
    for (QAction* action : actions) {
        if (!action->isEnabled() || !action->isVisible() || action->text().isEmpty())
            continue;
        auto* item = new QStandardItem(plainText(*action));
        item->setData(QVariant::fromValue(QPointer<QAction>(action)), kActionRole);
        item->setData(action->shortcut().toString(QKeySequence::NativeText), kKeyRole);
        m_model.appendRow(item);
    }
    m_search->clear();
    m_found.setFilterFixedString({});
    m_list->setCurrentIndex(m_found.index(0, 0));
    m_focusBefore = QApplication::focusWidget();
    placeOver(*parentWidget());
    show();
    raise();
    m_search->setFocus();
}

void CommandPalette::placeOver(const QWidget& window) {
    const int rows = std::clamp(m_model.rowCount(), 1, kRowsShown);
    const int width = std::min(kWidthPx, window.width() - 32);
    setGeometry((window.width() - width) / 2, 64, width, rows * kRowHeightPx + 60);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut && isVisible())
        hide();
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int row = m_list->currentIndex().row();
    const int last = m_found.rowCount() - 1;
    switch (key->key()) {
    case Qt::Key_Down:
        m_list->setCurrentIndex(m_found.index(row < last ? row + 1 : 0, 0));
        return true;
    case Qt::Key_Up:
        m_list->setCurrentIndex(m_found.index(row > 0 ? row - 1 : last, 0));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Escape:
        close();
        return true;
    default:
        return false;
    }
}

void CommandPalette::runCurrent() {
    const auto action = m_list->currentIndex().data(kActionRole).value<QPointer<QAction>>();
    close();
    if (action)
        action->trigger();
}

void CommandPalette::close() {
    hide();
    if (m_focusBefore != nullptr)
        m_focusBefore->setFocus();
}

} // namespace unlit::ui
