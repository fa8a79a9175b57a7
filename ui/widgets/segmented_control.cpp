#include "ui/widgets/segmented_control.h"

#include <QToolButton>

namespace unlit::ui {

SegmentedControl::SegmentedControl(QWidget* parent) : QFrame(parent), m_row(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("segments"));
    setFixedHeight(30);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
    m_group.setExclusive(true);
    connect(&m_group, &QButtonGroup::idClicked, this, &SegmentedControl::chosen);
}

void SegmentedControl::setFillsWidth(bool fills) {
    m_fillsWidth = fills;
    setProperty("fills", fills);
}

void SegmentedControl::setItems(const QStringList& words, const QStringList& toolTips) {
    if (words == m_words)
        return;
    m_words = words;
    for (QAbstractButton* button : m_group.buttons()) {
        m_group.removeButton(button);
        delete button;
    }
    for (int i = 0; i < words.size(); ++i) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("segment"));
        button->setText(words[i]);
        button->setToolTip(toolTips.value(i));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setSizePolicy(m_fillsWidth ? QSizePolicy::Expanding : QSizePolicy::Preferred,
                              QSizePolicy::Fixed);
        m_group.addButton(button, i);
        m_row->addWidget(button);
    }
    setCurrent(0);
}

void SegmentedControl::setCurrent(int index) {
    if (QAbstractButton* button = m_group.button(index))
        button->setChecked(true);
}

void SegmentedControl::setToolTips(const QStringList& toolTips) {
    for (int i = 0; i < static_cast<int>(toolTips.size()); ++i)
        if (QAbstractButton* button = m_group.button(i))
            button->setToolTip(toolTips[i]);
}

void SegmentedControl::setItemEnabled(int index, bool isEnabled) {
    if (QAbstractButton* button = m_group.button(index))
        button->setEnabled(isEnabled);
}

void SegmentedControl::hideItem(int index) {
    if (QAbstractButton* button = m_group.button(index))
        button->hide();
}

} // namespace unlit::ui
