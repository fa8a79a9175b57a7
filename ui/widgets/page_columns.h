// How a page is laid out: columns side by side with lines between them that can be dragged, and
// views of which a bar above them chooses one.
#pragma once

#include <QSplitter>
#include <QStackedWidget>
#include <QWidget>

#include <initializer_list>

namespace unlit::ui {

struct PageColumn {
    QWidget* widget;
    int widthPx = 0; ///< at first; 0 = what the others leave
    int growth = 0;  ///< share of what a larger page gives, beside the eight of what is left over
};

/// `columns` over the whole of `page`, which owns everything from then on.
void layOutColumns(QWidget& page, QSplitter& columns, std::initializer_list<PageColumn> parts);

/// A bar over a stack: `atLeft`, and at the other end `atRight` where there is one.
QWidget* makeViewBar(QWidget* atLeft, QWidget* atRight = nullptr);

/// `views` in `stack`, under `bar` and over the whole of `whole`.
void layOutViews(QWidget& whole, QWidget* bar, QStackedWidget& stack,
                 std::initializer_list<QWidget*> views);

} // namespace unlit::ui
