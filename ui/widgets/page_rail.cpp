#include "ui/widgets/page_rail.h"

#include "ui/theme/icon.h"

#include <QToolButton>

namespace unlit::ui {

PageRail::PageRail(QWidget* parent) : QFrame(parent), m_column(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("rail"));
    setFixedWidth(64);
    m_column->setContentsMargins(4, 10, 4, 8);
    m_column->setSpacing(4);
    m_column->addStretch(1);
    m_group.setExclusive(true);
    connect(&m_group, &QButtonGroup::idClicked, this, &PageRail::chosen);
}

void PageRail::addPage(const QString& title, const QString& icon, const QString& toolTip) {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("railButton"));
    button->setText(title);
    button->setIcon(themedIcon(icon));
    button->setIconSize(QSize(22, 22));
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setToolTip(toolTip);
    button->setCheckable(true);
    button->setFixedSize(55, 54);
    button->setFocusPolicy(Qt::TabFocus);
    const int page = static_cast<int>(m_group.buttons().size());
    m_group.addButton(button, page);
    m_column->insertWidget(page, button, 0, Qt::AlignHCenter);
}

void PageRail::setCurrent(int page) {
    if (QAbstractButton* button = m_group.button(page))
        button->setChecked(true);
}

} // namespace unlit::ui
