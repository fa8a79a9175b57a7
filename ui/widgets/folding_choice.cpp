#include "ui/widgets/folding_choice.h"

#include "ui/widgets/segmented_control.h"

#include <QHBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kLeastLetters = 6; // of a word in a folded list; the list itself shows all of them

} // namespace

FoldingChoice::FoldingChoice(const QString& accessibleName, QWidget* parent)
    : QWidget(parent), m_row(new SegmentedControl(this)), m_list(new QComboBox(this)) {
    m_row->setAccessibleName(accessibleName);
    m_list->setAccessibleName(accessibleName);
    m_list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_list->setMinimumContentsLength(kLeastLetters);
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(m_row);
    line->addWidget(m_list);
    setFolded(false);
    connect(m_row, &SegmentedControl::chosen, this, [this](int index) {
        m_list->setCurrentIndex(index);
        emit chosen(index);
    });
    connect(m_list, &QComboBox::activated, this, [this](int index) {
        m_row->setCurrent(index);
        emit chosen(index);
    });
}

void FoldingChoice::setItems(const QStringList& words, const QStringList& toolTips) {
    if (words == m_row->items())
        return;
    m_row->setItems(words, toolTips);
    m_list->clear();
    m_list->addItems(words);
    for (int i = 0; i < static_cast<int>(toolTips.size()); ++i)
        m_list->setItemData(i, toolTips[i], Qt::ToolTipRole);
}

void FoldingChoice::setCurrent(int index) {
    m_row->setCurrent(index);
    m_list->setCurrentIndex(index);
}

void FoldingChoice::setFolded(bool isFolded) {
    m_row->setVisible(!isFolded);
    m_list->setVisible(isFolded);
    setMinimumWidth(isFolded ? 0 : unfoldedWidth()); // words are not squeezed by their neighbours
}

int FoldingChoice::unfoldedWidth() const {
    return m_row->sizeHint().width();
}

QSize FoldingChoice::minimumSizeHint() const {
    return {foldedWidth(), QWidget::minimumSizeHint().height()};
}

int FoldingChoice::foldedWidth() const {
    return m_list->minimumSizeHint().width();
}

} // namespace unlit::ui
