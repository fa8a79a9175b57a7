#include "ui/widgets/page_columns.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kWidePx = 800; // any, as long as it is more than a column has: sizes are shares

constexpr int kRestGrowth = 8;

} // namespace

void layOutColumns(QWidget& page, QSplitter& columns, std::initializer_list<PageColumn> parts) {
    columns.setOrientation(Qt::Horizontal);
    columns.setHandleWidth(1);
    columns.setChildrenCollapsible(false);
    QList<int> widths;
    for (const PageColumn& part : parts) {
        columns.addWidget(part.widget);
        columns.setStretchFactor(static_cast<int>(widths.size()),
                                 part.widthPx == 0 ? kRestGrowth : part.growth);
        widths += part.widthPx == 0 ? kWidePx : part.widthPx;
    }
    columns.setSizes(widths);
    auto* all = new QHBoxLayout(&page);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(&columns);
}

QWidget* makeViewBar(QWidget* atLeft, QWidget* atRight) {
    auto* bar = new QFrame;
    bar->setObjectName(QStringLiteral("viewerBar"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    row->addWidget(atLeft);
    row->addStretch(1);
    if (atRight != nullptr)
        row->addWidget(atRight);
    return bar;
}

void layOutViews(QWidget& whole, QWidget* bar, QStackedWidget& stack,
                 std::initializer_list<QWidget*> views) {
    for (QWidget* view : views)
        stack.addWidget(view);
    auto* column = new QVBoxLayout(&whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(&stack, 1);
}

} // namespace unlit::ui
