// The other layers of the picture's file in the viewer: read when they are looked at.
#include "ui/pages/infer/viewer_panel.h"
#include "ui/viewer/compare_menu.h"

#include "tests/support/wait_for.h"
#include "ui/kit/text.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>

namespace unlit::ui {

namespace {

using test::waitFor;

namespace fs = std::filesystem;

class FileLayersTest : public testing::Test {
protected:
    FileLayersTest() {
        const auto filled = [](float value, ColorSpace space) {
            auto image = std::make_shared<Image>(makeImage(8, 6, {"R", "G", "B"}, space));
            std::ranges::fill(image->samples, value);
            return image;
        };
        const auto beauty = filled(0.5F, ColorSpace::Linear);
        const auto albedo = filled(0.3F, ColorSpace::Linear);
        const auto normal = filled(-1.0F, ColorSpace::Raw);
        auto depth = std::make_shared<Image>(makeImage(8, 6, {"Z"}, ColorSpace::Raw));
        std::ranges::fill(depth->samples, 12.0F);
        std::fill_n(depth->samples.begin(), 8, 1e10F); // the sky
        writeLayeredExr(m_file,
                        {{"View.Combined", beauty.get()},
                         {"View.DiffCol", albedo.get()},
                         {"View.Normal", normal.get()},
                         {"View.Depth", depth.get()}},
                        {});
        m_beauty = beauty;
        m_panel.resize(600, 400);
        m_panel.setFile(m_file,
                        {QStringLiteral("View.Combined"), QStringLiteral("View.DiffCol"),
                         QStringLiteral("View.Normal"), QStringLiteral("View.Depth")},
                        QStringLiteral("View.Combined"));
        m_panel.showInput(m_beauty, 2);
    }

    int layer(const QString& name) {
        const auto& layers = m_panel.viewer().layers();
        const auto found = std::ranges::find(layers, name, &ViewerLayer::name);
        return found == layers.end() ? -1 : static_cast<int>(found - layers.begin());
    }

    const ViewerLayer& shown() {
        return m_panel.viewer().layers()[static_cast<std::size_t>(m_panel.viewer().currentLayer())];
    }

    QTemporaryDir m_folder;
    fs::path m_file = fs::path(m_folder.path().toStdString()) / "shot.exr";
    std::shared_ptr<const Image> m_beauty;
    ViewerPanel m_panel;
};

TEST_F(FileLayersTest, StandBesideThePictureAndAreReadWhenTheyAreLookedAt) {
    ASSERT_EQ(m_panel.viewer().layers().size(), 4U);
    EXPECT_EQ(m_panel.viewer().layers()[0].name, QStringLiteral("Beauty"));
    const QString albedo = QStringLiteral("DiffCol (View)");
    m_panel.viewer().showLayer(layer(albedo));
    ASSERT_TRUE(waitFor([&] { return shown().name == albedo && !shown().source->isRaw(); }));
    EXPECT_NEAR(shown().source->colorAt({3, 3})[0], 0.3, 1e-4);
    EXPECT_EQ(shown().tone.ownEv, 0) << "paint is not exposed";
    EXPECT_EQ(m_panel.viewer().baseLayer(), 0) << "against the picture";
}

TEST_F(FileLayersTest, NumbersAreShownSoThatTheyCanBeRead) {
    m_panel.viewer().showLayer(layer(QStringLiteral("Depth (View)")));
    ASSERT_TRUE(waitFor([&] { return shown().tone.kind == LayerKind::Scalar; }));
    EXPECT_FLOAT_EQ(static_cast<float>(shown().tone.scaleTop), 12) << "whatever the sky has";
    m_panel.viewer().showLayer(layer(QStringLiteral("Normal (View)")));
    ASSERT_TRUE(waitFor([&] { return shown().tone.kind == LayerKind::Signed; }));
    EXPECT_NEAR(shown().source->colorAt({0, 0})[2], -1, 1e-6);
}

TEST_F(FileLayersTest, AResultCanBeComparedWithThem) {
    auto result = std::make_shared<InferenceResult>();
    result->input = m_beauty;
    result->display = m_beauty;
    TargetPrediction albedo;
    albedo.name = "albedo";
    albedo.image = *m_beauty;
    result->prediction.targets.push_back(albedo);
    m_panel.showResult(result);
    const QString known = QStringLiteral("DiffCol (View)");
    QMenu menu;
    addCompareMenu(menu, m_panel.viewer());
    const QList<QAction*> choices = menu.actions().first()->menu()->actions();
    ASSERT_EQ(choices.size(), static_cast<qsizetype>(m_panel.viewer().layers().size()));
    EXPECT_TRUE(choices[m_panel.viewer().baseLayer()]->isChecked());
    choices[layer(known)]->trigger();
    ASSERT_TRUE(waitFor([&] {
        const auto& layers = m_panel.viewer().layers();
        return !layers[static_cast<std::size_t>(layer(known))].source->isRaw();
    }));
    EXPECT_EQ(m_panel.viewer().baseLayer(), layer(known));
    EXPECT_EQ(shown().name, QStringLiteral("Albedo"));
}

TEST_F(FileLayersTest, OneThatCannotBeReadIsSaid) {
    QSignalSpy failed(&m_panel, &ViewerPanel::layerFailed);
    fs::remove(m_file);
    m_panel.viewer().showLayer(layer(QStringLiteral("Normal (View)")));
    EXPECT_TRUE(waitFor([&] { return failed.count() == 1; }));
    EXPECT_TRUE(m_panel.hasPicture());
}

} // namespace

} // namespace unlit::ui
