// Which colour of a false-colour picture stands for which number.
#pragma once

#include "ui/viewer/color_map.h"
#include "ui/viewer/overlay_panel.h"

#include <QStringList>

#include <array>

namespace unlit::ui {

class ColorBarPanel : public OverlayPanel {
    Q_OBJECT

public:
    explicit ColorBarPanel(QWidget* parent = nullptr);

    /// `numbers` under the left end, the middle and the right end; `prefix` before each, as "± ".
    void setScale(ColorMapKind map, const std::array<double, 3>& numbers, const QString& prefix);

    QStringList labels() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ColorMapKind m_map = ColorMapKind::Inferno;
    std::array<double, 3> m_numbers = {0, 0.5, 1};
    QString m_prefix;
};

} // namespace unlit::ui
