#include "ui/viewer/key_help.h"

#include "ui/theme/icon.h"
#include "ui/viewer/viewer_action_table.h"
#include "ui/widgets/form_column.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kHelpHeaderPx = 44;
constexpr int kScrollBarPx = 12;
constexpr int kHelpWidthPx = 860;
constexpr int kKeyWidthPx = 122;

/// The groups of the table, one column of rows each, spread over two columns.
class HelpColumns {
public:
    explicit HelpColumns(QWidget* content) : m_content(content), m_row(new QHBoxLayout(content)) {
        m_row->setContentsMargins(16, 4, 16, 14);
        m_row->setSpacing(20);
        startColumn();
    }

    void startColumn() {
        auto* column = new QVBoxLayout;
        m_row->addLayout(column, 1);
        m_grid = new QGridLayout;
        m_grid->setHorizontalSpacing(8);
        m_grid->setColumnStretch(1, 1);
        m_grid->setVerticalSpacing(3);
        column->addLayout(m_grid);
        column->addStretch(1);
        m_line = 0;
    }

    void addGroup(const QString& title) {
        if (m_line > 0)
            m_grid->setRowMinimumHeight(m_line++, 8);
        m_grid->addWidget(makeLabel(title, "section", m_content), m_line++, 0, 1, 2);
    }

    void addLine(const QString& keys, const QString& text) {
        QLabel* key = makeLabel(keys, "value", m_content);
        key->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        key->setWordWrap(true);
        key->setFixedWidth(kKeyWidthPx);
        QLabel* what = makeLabel(text, "label", m_content);
        what->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        what->setWordWrap(true);
        m_grid->addWidget(key, m_line, 0);
        m_grid->addWidget(what, m_line++, 1);
    }

private:
    QWidget* m_content;
    QHBoxLayout* m_row;
    QGridLayout* m_grid = nullptr;
    int m_line = 0;
};

void fill(QWidget* content) {
    HelpColumns columns(content);
    QString group;
    int groups = 0;
    for (const ViewerActionInfo& info : viewerActionTable()) {
        if (info.group != group) {
            group = info.group;
            if (++groups == 4) // places, light and comparing | layers, panels and mouse
                columns.startColumn();
            columns.addGroup(group);
        }
        columns.addLine(keyText(info),
                        info.count > 1 ? info.text.arg(QStringLiteral("1 … 9")) : info.text);
    }
    columns.addGroup(KeyHelp::tr("Mouse"));
    for (const ViewerGesture& gesture : viewerGestures())
        columns.addLine(gesture.gesture, gesture.effect);
}

} // namespace

KeyHelp::KeyHelp(QWidget* parent)
    : QFrame(parent), m_scroll(new QScrollArea(this)), m_content(new QWidget) {
    setObjectName(QStringLiteral("keyHelp"));
    setAccessibleName(tr("Keys of the viewer"));
    setFocusPolicy(Qt::StrongFocus);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("iconButton"));
    close->setIcon(themedIcon(QStringLiteral("close")));
    close->setAccessibleName(tr("Close"));
    close->setToolTip(tr("Close (Esc)"));
    connect(close, &QToolButton::clicked, this, &KeyHelp::closeAsked);
    auto* header = new QHBoxLayout;
    header->setContentsMargins(16, 8, 8, 4);
    header->addWidget(makeLabel(tr("Keys of the viewer"), "lead", this), 1);
    header->addWidget(close);
    fill(m_content);
    m_content->setObjectName(QStringLiteral("panelContent"));
    m_scroll->setObjectName(QStringLiteral("panelScroll"));
    m_scroll->setWidget(m_content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 8);
    column->setSpacing(0);
    column->addLayout(header);
    column->addWidget(m_scroll, 1);
}

void KeyHelp::fitInto(const QSize& room) {
    const int width = std::min(kHelpWidthPx, room.width());
    const int height =
        m_content->heightForWidth(width - kScrollBarPx) + kHelpHeaderPx + kScrollBarPx;
    resize(width, std::min(height, room.height()));
}

bool KeyHelp::event(QEvent* event) {
    // Esc closes this, whatever it means to the page.
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QFrame::event(event);
}

void KeyHelp::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closeAsked();
    else
        QFrame::keyPressEvent(event);
}

} // namespace unlit::ui
