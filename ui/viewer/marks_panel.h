// What the stripes on a picture mean, and how much of it they cover.
#pragma once

#include "ui/viewer/overlay_panel.h"
#include "ui/viewer/pixel_marks.h"

#include <QString>

#include <vector>

namespace unlit::ui {

struct MarkLine {
    PixelMark mark;
    QString text;  ///< "below 0.02"
    QString share; ///< "2.1 %"; empty while it is counted
};

/// A swatch of each pattern, its meaning, its share of the pixels.
class MarksPanel : public OverlayPanel {
    Q_OBJECT

public:
    explicit MarksPanel(QWidget* parent = nullptr);

    /// Takes the height that the lines need.
    void setLines(const std::vector<MarkLine>& lines);

    const std::vector<MarkLine>& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<MarkLine> m_lines;
};

} // namespace unlit::ui
