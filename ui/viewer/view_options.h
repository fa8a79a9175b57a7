// The rarer settings of the view, on a plate beside the picture: offset, gamma, channel, false
// colours, difference, clipping.
#pragma once

#include "ui/viewer/view_state.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFrame>

namespace unlit::ui {

/// Shows and edits a ViewState, which must outlive it. GUI thread.
class ViewOptions : public QFrame {
    Q_OBJECT

public:
    explicit ViewOptions(ViewState& state, QWidget* parent = nullptr);

    void setPanels(bool isHistogramShown, bool isLogarithmic);

signals:
    void histogramToggled(bool isShown);
    void logarithmToggled(bool isLogarithmic);
    void normalizeAsked();
    void keysAsked();

private:
    void makeRows();
    void connectRows();
    void showState();

    ViewState& m_state;
    QDoubleSpinBox* m_offset;
    QDoubleSpinBox* m_gamma;
    QComboBox* m_channel;
    QComboBox* m_falseColor;
    QComboBox* m_difference;
    QCheckBox* m_clipping;
    QCheckBox* m_histogram;
    QCheckBox* m_logarithm;
};

} // namespace unlit::ui
