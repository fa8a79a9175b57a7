// How a wall of pictures is drawn.
#pragma once

#include "ui/train/wall_layout.h"
#include "ui/train/wall_tones.h"

#include <QCoreApplication>
#include <QPainter>

namespace unlit::ui {

struct ThemeTokens;

enum class WallMode {
    Grid,
    Wipe, ///< the prediction of another step or run, left of a line
};

/// What is on show beside the rows.
struct WallShown {
    QString shownName; ///< these stand beside the line of the wipe
    QString otherName;
    WallMode mode = WallMode::Grid;
    double wipe = 0.5; ///< 0..1 from the left of each picture
    int current = 0;   ///< row
    bool hasFocus = false;
};

/// For one paint event. GUI thread; all that it is given outlives it.
class WallPainter {
    Q_DECLARE_TR_FUNCTIONS(unlit::ui::WallPainter)

public:
    WallPainter(QPainter& painter, const WallLayout& layout, const WallShown& shown,
                WallPictures& pictures, WallTones& tones, const ThemeTokens& theme)
        : m_painter(painter), m_layout(layout), m_shown(shown), m_pictures(pictures),
          m_tones(tones), m_theme(theme) {}

    /// `width`: of the viewport.
    void paint(int width);

private:
    void paintHeader(int width);
    void paintScale(const QRect& cell);
    void paintRow(int row);
    void paintCell(int row, WallColumn column, const QRect& cell);
    void paintWipe(const WallRow& row, const QRect& cell, const QImage& prediction);
    void paintChip(const QRect& cell, Qt::Corner corner, const QString& text);
    QString columnName(WallColumn column) const;
    QString psnrText(const WallRow& row) const;

    QPainter& m_painter;
    const WallLayout& m_layout;
    const WallShown& m_shown;
    WallPictures& m_pictures;
    WallTones& m_tones;
    const ThemeTokens& m_theme;
};

} // namespace unlit::ui
