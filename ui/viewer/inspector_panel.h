// The values under the pointer, on top of the picture.
#pragma once

#include "ui/viewer/inspector.h"
#include "ui/viewer/overlay_panel.h"

#include <vector>

namespace unlit::ui {

/// Lines in a type of fixed width. Never narrower than three columns, so that nothing jumps.
class InspectorPanel : public OverlayPanel {
    Q_OBJECT

public:
    explicit InspectorPanel(QWidget* parent = nullptr);

    void setLines(const QString& title, const std::vector<ReadoutLine>& lines);

    const std::vector<ReadoutLine>& lines() const { return m_lines; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int nameColumns() const;

    QString m_title;
    std::vector<ReadoutLine> m_lines;
};

} // namespace unlit::ui
