// The middle of the Infer page: the line of view settings, the picture, what lies on top of it.
#pragma once

#include "core/session/inference_types.h"
#include "ui/pages/viewer_bar.h"
#include "ui/viewer/mip_store.h"
#include "ui/viewer/view_overlays.h"
#include "ui/widgets/notice_card.h"

#include <QWidget>

namespace unlit::ui {

/// Shows one input, alone or beside one layer of its result. GUI thread.
class ViewerPanel : public QWidget {
    Q_OBJECT

public:
    explicit ViewerPanel(QWidget* parent = nullptr);

    /// Nothing but the notice.
    void showNotice(const Notice& notice);
    /// The picture is on its way: the old one goes, nothing is said.
    void showNothing();
    void showInput(const std::shared_ptr<const Image>& input);
    void showResult(const std::shared_ptr<const InferenceResult>& result);

    bool hasPicture() const { return m_input != nullptr; }

    CompareView& view() { return *m_view; }

    ViewerBar& bar() { return *m_bar; }

    void setMode(CompareMode mode);
    /// Goes to flipping, or turns the pictures where it is on already.
    void flip();
    void stepLayer(int step);
    void stepExposure(double stops);
    void resetExposure();

signals:
    void noticeClicked();
    void noticeOtherClicked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Layer {
        QString name;
        std::shared_ptr<const Image> image; // null: the input alone
        std::size_t target = 0;
        bool isUncertainty = false;
    };

    void connectBar();
    void rebuildLayers();
    void chooseLayer(int index);
    void restyle();
    void updateHistogram();
    void showPixel(const std::optional<QPoint>& pixel);
    ReadoutLine lineFor(const QString& name, const Image& image, const QPoint& pixel) const;
    QString uncertaintyAt(const QPoint& pixel) const;
    QPoint scaled(const QPoint& pixel, const Image& image) const;
    void placeOverlays();
    const Layer* current() const;

    ViewerBar* m_bar;
    CompareView* m_view;
    PixelReadout* m_readout;
    HistogramOverlay* m_histogram;
    HeatLegend* m_legend;
    NoticeCard* m_notice;
    MipStore m_mips;
    std::shared_ptr<const Image> m_input;
    std::shared_ptr<const InferenceResult> m_result;
    std::shared_ptr<const MipImage> m_inputMip;
    std::shared_ptr<const MipImage> m_layerMip;
    std::vector<Layer> m_layers;
    int m_layer = 0;
    std::size_t m_lastTarget = 0;
    double m_heatTop = 1;
};

} // namespace unlit::ui
