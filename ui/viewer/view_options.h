// The rarer settings of the view, on a plate beside the picture: offset, gamma, channel, false
// colours, difference, marks.
#pragma once

#include "ui/viewer/view_state.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFrame>
#include <QLabel>

#include <optional>

namespace unlit::ui {

class FormColumn;

/// Shows and edits a ViewState, which must outlive it. GUI thread.
class ViewOptions : public QFrame {
    Q_OBJECT

public:
    explicit ViewOptions(ViewState& state, QWidget* parent = nullptr);

    void setPanels(bool isHistogramShown, bool isLogarithmic);
    /// What the pictures on show have that could be marked.
    void setMarkable(bool hasLightless, bool hasPaint);
    /// Of the layer of paint under the limits on show; unset while they are not known.
    void setPaintShares(const std::optional<PaintShares>& shares);

    /// "0.4 % darker, 2.1 % brighter".
    QString paintSharesText() const { return m_paintShares->text(); }

signals:
    void closeAsked(); ///< by Esc
    void histogramToggled(bool isShown);
    void logarithmToggled(bool isLogarithmic);
    void normalizeAsked();
    void keysAsked();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeRows();
    void addMarks(FormColumn& form);
    void connectRows();
    void showState();

    ViewState& m_state;
    QDoubleSpinBox* m_offset;
    QDoubleSpinBox* m_gamma;
    QComboBox* m_channel;
    QComboBox* m_falseColor;
    QComboBox* m_difference;
    QCheckBox* m_clipping;
    QCheckBox* m_lightless;
    QCheckBox* m_paint;
    QDoubleSpinBox* m_paintLow;
    QDoubleSpinBox* m_paintHigh;
    QLabel* m_paintShares = nullptr;
    QCheckBox* m_histogram;
    QCheckBox* m_logarithm;
};

} // namespace unlit::ui
