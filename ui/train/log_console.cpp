#include "ui/train/log_console.h"

#include "ui/kit/text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kLineHeightPx = 19;
constexpr int kLeftPx = 12;

/// Time in grey, the line in the colour of its level, search words marked.
class LineDelegate : public QStyledItemDelegate {
public:
    LineDelegate(const LogFilter& filter, QObject* parent)
        : QStyledItemDelegate(parent), m_filter(filter) {}

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {0, kLineHeightPx};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const runs::LogEntry& line = m_filter.entryAt(index);
        const ThemeTokens& tokens = themeTokens(option.palette);
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, tokens.raised);
        painter->setFont(valueFont());
        const QFontMetrics metrics(painter->font());
        QRect place = option.rect.adjusted(kLeftPx, 0, -4, 0);
        if (const QString time = localTimeText(line); !time.isEmpty()) {
            painter->setPen(tokens.disabled);
            painter->drawText(place, Qt::AlignVCenter, time);
            place.setLeft(place.left() + metrics.horizontalAdvance(time + QStringLiteral("  ")));
        }
        const QString text = toQString(line.text);
        markWords(*painter, metrics, place, text, tokens);
        painter->setPen(colorOf(line, tokens));
        painter->drawText(place, Qt::AlignVCenter | Qt::TextSingleLine,
                          metrics.elidedText(text, Qt::ElideRight, place.width()));
    }

private:
    static QColor colorOf(const runs::LogEntry& line, const ThemeTokens& tokens) {
        if (line.level == runs::LogEntry::Level::Error)
            return tokens.bad;
        if (line.level == runs::LogEntry::Level::Warning)
            return tokens.accent;
        return line.isStep ? tokens.secondary : tokens.text;
    }

    void markWords(QPainter& painter, const QFontMetrics& metrics, const QRect& place,
                   const QString& text, const ThemeTokens& tokens) const {
        const QString& words = m_filter.words();
        if (words.isEmpty())
            return;
        QColor mark = tokens.accentFill;
        mark.setAlpha(70);
        for (qsizetype at = text.indexOf(words, 0, Qt::CaseInsensitive); at >= 0;
             at = text.indexOf(words, at + words.size(), Qt::CaseInsensitive)) {
            const int left = metrics.horizontalAdvance(text.left(at));
            const int width = metrics.horizontalAdvance(text.mid(at, words.size()));
            painter.fillRect(QRect(place.left() + left, place.top() + 2, width, place.height() - 4)
                                 .intersected(place),
                             mark);
        }
    }

    const LogFilter& m_filter;
};

} // namespace

LogConsole::LogConsole(QWidget* parent)
    : QWidget(parent), m_list(new QListView(this)), m_levels(new SegmentedControl(this)),
      m_search(new QLineEdit(this)), m_follow(new QPushButton(tr("Follow"), this)) {
    m_list->setObjectName(QStringLiteral("logLines"));
    m_list->setModel(&m_filter);
    m_list->setItemDelegate(new LineDelegate(m_filter, m_list));
    m_list->setUniformItemSizes(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Log"));
    m_list->setMinimumHeight(2 * kLineHeightPx);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_list, 1);
    auto* copying = new QShortcut(QKeySequence::Copy, m_list);
    copying->setContext(Qt::WidgetShortcut);
    connect(copying, &QShortcut::activated, this, &LogConsole::copy);
    connect(&m_follower, &LogFollower::grown, this,
            [this](const std::vector<runs::LogEntry>& lines, bool isNew) {
                if (isNew) {
                    m_model.clear();
                    m_model.append(m_own);
                }
                m_model.append(lines);
                if (isFollowing())
                    m_list->scrollToBottom();
            });
    connect(m_list->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (isFollowing()) // the list has become lower, too, not only longer
            m_list->scrollToBottom();
    });
    // Who scrolls up wants to read; who comes back to the end wants to follow.
    connect(m_list->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar* bar = m_list->verticalScrollBar();
        m_follow->setChecked(bar->sliderPosition() >= bar->maximum() - 1);
    });
}

QWidget* LogConsole::makeBar() {
    auto* bar = new QFrame(this);
    m_levels->setItems({tr("All"), tr("Without steps"), tr("Warnings"), tr("Errors")},
                       {tr("Every line"), tr("Everything but the figures of each step"),
                        tr("Warnings and errors"), tr("Errors alone")});
    m_levels->setAccessibleName(tr("Lines of the log"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search the log"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(60); // the words beside it have to be read
    m_search->setMaximumWidth(190);
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Stay at the newest line"));
    auto* copying = new QPushButton(tr("Copy"), bar);
    copying->setToolTip(tr("Copy the chosen lines, or all that are on show (Ctrl+C)"));
    for (QPushButton* button : {m_follow, copying})
        button->setProperty("role", QStringLiteral("link"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 6, 12, 4);
    row->setSpacing(8);
    row->addWidget(makeLabel(tr("Log"), "plotTitle", bar));
    row->addWidget(m_levels);
    row->addStretch(1);
    row->addWidget(m_search, 4); // what is typed takes the room before the gap does
    row->addWidget(m_follow);
    row->addWidget(copying);
    connect(m_levels, &SegmentedControl::chosen, this, [this](int level) {
        m_filter.setLevel(static_cast<LogLevelFilter>(level));
        setFollowing(isFollowing());
    });
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_filter.setWords(words);
        setFollowing(isFollowing());
    });
    connect(m_follow, &QPushButton::clicked, this, &LogConsole::setFollowing);
    connect(copying, &QPushButton::clicked, this, &LogConsole::copy);
    return bar;
}

void LogConsole::setRun(const std::filesystem::path& folder) {
    m_model.clear();
    m_model.append(m_own);
    m_follower.setRun(folder);
}

void LogConsole::clear() {
    m_own.clear();
    m_model.clear();
    setFollowing(true);
}

void LogConsole::add(runs::LogEntry::Level level, const QString& text) {
    const QString now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    m_own.push_back({now.toStdString(), level, text.toStdString()});
    m_model.append({m_own.back()});
    if (isFollowing())
        m_list->scrollToBottom();
}

void LogConsole::setLevel(LogLevelFilter level) {
    m_levels->setCurrent(static_cast<int>(level));
    m_filter.setLevel(level);
    setFollowing(isFollowing());
}

void LogConsole::setFollowing(bool follows) {
    m_follow->setChecked(follows);
    if (follows)
        m_list->scrollToBottom();
}

void LogConsole::focusSearch() {
    m_search->setFocus();
    m_search->selectAll();
}

void LogConsole::copy() {
    QModelIndexList rows = m_list->selectionModel()->selectedIndexes();
    std::sort(rows.begin(), rows.end());
    if (rows.isEmpty())
        for (int row = 0; row < m_filter.rowCount(); ++row)
            rows += m_filter.index(row, 0);
    QStringList lines;
    for (const QModelIndex& row : rows)
        lines += row.data().toString();
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace unlit::ui
