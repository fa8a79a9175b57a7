// The line above the picture: how to compare, which layer, the view's exposure and zoom.
#pragma once

#include "ui/viewer/view_state.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFrame>
#include <QToolButton>

namespace unlit::ui {

class FoldingChoice;

class ViewerBar : public QFrame {
    Q_OBJECT

public:
    explicit ViewerBar(QWidget* parent = nullptr);

    void setMode(CompareMode mode);
    /// Names of the layers.
    void setLayers(const QStringList& layers, int current);
    int currentLayer() const;
    void setCurrentLayer(int index);

    double exposureEv() const { return m_exposure->value(); }

    /// Says nothing: the box shows fewer digits than there may be.
    void setExposureEv(double ev);

    /// Shown in the zoom list: "Fit · 24 %" (the number alone where it is narrow) or "100 %".
    void showScale(double scale, bool isFitted);

    /// The button for the rarer settings stays pressed while they are on show.
    void setOptionsShown(bool isShown) { m_options->setChecked(isShown); }

signals:
    void optionsAsked(bool isWanted);
    void modeChosen(unlit::ui::CompareMode mode);
    void layerChosen(int index);
    void exposureChanged(double ev);
    void fitChosen();
    void scaleChosen(double scale);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Layers become a list first, then the ways of comparing; then the zoom gets narrower.
    void fold();

    FoldingChoice* m_modes;
    FoldingChoice* m_layers;
    QDoubleSpinBox* m_exposure;
    QComboBox* m_zoom;
    QToolButton* m_options;
    double m_scale = 1; // on show
    bool m_isFitted = true;
    bool m_isNarrow = false;
};

} // namespace unlit::ui
