// The middle of the Infer page: a result's pictures as layers of the viewer, or what is the matter.
#pragma once

#include "core/session/infer/inference_types.h"
#include "ui/pages/infer/file_layers.h"
#include "ui/pages/infer/player_bar.h"
#include "ui/pages/infer/sequence_player.h"
#include "ui/viewer/viewer.h"
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
    /// `exposureEv`: stops that it is shown brighter by, as the network sees it.
    void showInput(const std::shared_ptr<const Image>& input, double exposureEv);
    /// In the place of an input of this size, which is on its way.
    void showSmall(const Image& small, const QSize& size, double exposureEv);
    /// The file of what is on show next: its other layers can be looked at, and compared with.
    /// `names`: all of its layers, `shown`: the one that is the picture; none = there is no file.
    /// False where nothing has changed.
    bool setFile(const std::filesystem::path& file = {}, const QStringList& names = {},
                 const QString& shown = {});
    /// The same picture, with the layers of its file as they are known now.
    void refreshLayers();
    /// The same layer as before where the new result has it, else the first target.
    /// `albedoScale`: paint is shown so many times as bright, and shading as much darker.
    void showResult(const std::shared_ptr<const InferenceResult>& result, double albedoScale = 1);

    /// In the place of the result's albedo until the next result: a smaller one, Linear, at the
    /// model's brightness.
    void showAlbedo(const std::shared_ptr<const Image>& albedo);

    bool hasPicture() const { return m_input != nullptr; }

    bool hasResult() const { return m_result != nullptr; }

    /// What is on show; null = nothing, or an input alone.
    const std::shared_ptr<const InferenceResult>& result() const { return m_result; }

    /// Its bar is under the picture while it has frames.
    SequencePlayer& player() { return *m_player; }

    PlayerBar& playerBar() { return *m_bar; }

    /// A small frame in the place of the picture, if there is one.
    void showStill(const QImage& still);

    Viewer& viewer() { return *m_viewer; }

    ImageView& view() { return m_viewer->view(); }

signals:
    void noticeClicked();
    void noticeOtherClicked();
    /// A layer of the file cannot be read.
    void layerFailed(const unlit::Failure& failure);

private:
    void wantLayer(int index);
    std::vector<ViewerLayer> withFile(std::vector<ViewerLayer> layers);
    /// Beauty, targets, uncertainty of each, and what follows from beauty and albedo.
    std::vector<ViewerLayer> layersOf(const InferenceResult& result);
    ViewerLayer beautyLayer(double exposureEv);
    /// A target's picture as it is shown.
    PixelSourcePtr sourceOf(const TargetPrediction& target);
    ViewerLayer targetLayer(const TargetPrediction& target);
    /// Null where all pixels of m_input have light.
    std::shared_ptr<const LightlessMask> lightlessOf(const InferenceResult& result) const;
    /// Where there is no light nothing is known: that is no measure for the rest.
    void addUncertainties(const InferenceResult& result, const LightlessMask* lightless,
                          std::vector<ViewerLayer>& layers);
    void addDerived(const InferenceResult& result, std::vector<ViewerLayer>& layers);

    Viewer* m_viewer;
    NoticeCard* m_notice;
    SequencePlayer* m_player;
    PlayerBar* m_bar;
    FileLayers* m_file;
    double m_exposureEv = 0; // of the input
    std::shared_ptr<const Image> m_input;
    std::shared_ptr<const InferenceResult> m_result;
    double m_albedoScale = 1; // of m_result
};

} // namespace unlit::ui
