#include "ui/pages/infer/attention_sheet.h"

#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/infer_page.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QMenu>
#include <QPointer>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class AttentionSheetTest : public testing::Test {
protected:
    void SetUp() override {
        m_page.resize(1280, 800);
        m_page.show();
        const fs::path file = toPath(m_folder.path()) / "a.exr";
        writeImage(file, makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Linear), {});
        m_page.addImages({file});
        ASSERT_TRUE(waitFor([&] { return m_page.viewerPanel().hasPicture(); }));
        m_page.chooseModel(QStringLiteral("/models/any"));
        ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    }

    InferenceController& controller() { return m_page.controller(); }

    void ask() {
        controller().attention().ask(*controller().queue().find(controller().runner().running()),
                                     {3, 2});
    }

    /// As the run of the request would leave them: two steps of one layer with two heads.
    static void writeMaps(const fs::path& folder) {
        fs::create_directories(folder);
        std::string list;
        for (const int step : {1, 2})
            for (const int head : {0, 1}) {
                const std::string name =
                    "step_" + std::to_string(step) + "_" + std::to_string(head) + ".png";
                writeImage(folder / name, makeImage(4, 3, {"Y"}, ColorSpace::Raw),
                           {.format = FileFormat::Png8});
                list += std::string(list.empty() ? "" : ",") + R"({"file":")" + name +
                        R"(","step":)" + std::to_string(step) + R"(,"layer":"mid.attn1","head":)" +
                        std::to_string(head) + R"(,"width":4,"height":3,"largest":0.125})";
            }
        list += R"(,{"file":"step_2_0.png","step":2,"layer":"mid.attn2","token":1,"word":"wall",)"
                R"("width":4,"height":3,"largest":0.5})";
        std::ofstream(folder / "attention.json") << R"({"maps":[)" << list << "]}";
    }

    void finishLast(const Finished& finished) {
        postTo(controller().sink(), m_log.jobs.back(), finished);
    }

    QTemporaryDir m_folder;
    FakeSessionLog m_log;
    InferPage m_page{makeFake(m_log), describe};
};

} // namespace

TEST_F(AttentionSheetTest, the_session_is_asked_for_one_whole_member_and_no_files) {
    ask();
    ASSERT_EQ(m_log.submitted.size(), 2U);
    const InferenceRequest& request = m_log.submitted.back();
    ASSERT_TRUE(request.attention);
    EXPECT_EQ(request.attention->point, (std::array<int, 2>{3, 2}));
    EXPECT_EQ(request.options.ensemble, 1);
    EXPECT_EQ(request.options.tiles.mode, TileMode::Off);
    EXPECT_FALSE(request.output);
    EXPECT_EQ(request.input, m_log.submitted.front().input);
}

TEST_F(AttentionSheetTest, it_shows_the_heads_of_a_layer_at_a_step) {
    auto* sheet = new AttentionSheet(controller().attention(), {3, 2}, &m_page);
    ask();
    writeMaps(m_log.submitted.back().attention->folder);
    finishLast({});
    ASSERT_TRUE(waitFor([&] { return sheet->heads().count() == 1; }))
        << sheet->status().text().toStdString();
    EXPECT_EQ(sheet->heads().item(0)->text(), QStringLiteral("“wall” · 50.0 %"));
    sheet->layers().setCurrentIndex(0);
    ASSERT_EQ(sheet->heads().count(), 2);
    EXPECT_EQ(sheet->steps().currentText().toStdString(), "2") << "the last one";
    EXPECT_EQ(sheet->layers().currentText().toStdString(), "mid.attn1");
    EXPECT_EQ(sheet->heads().item(1)->text().toStdString(), "Head 1 · 12.5 %");
    EXPECT_FALSE(sheet->heads().item(1)->icon().isNull());
    sheet->steps().setCurrentIndex(0);
    EXPECT_EQ(sheet->heads().count(), 2);
    EXPECT_FALSE(controller().attention().isAsking());
}

TEST_F(AttentionSheetTest, what_went_wrong_is_said_and_closing_cancels) {
    QPointer<AttentionSheet> sheet = new AttentionSheet(controller().attention(), {3, 2}, &m_page);
    ask();
    finishLast({Outcome::Failed, Failure{ErrorKind::InvalidInput, "it broke", "mend it", {}}});
    ASSERT_TRUE(
        waitFor([&] { return sheet->status().text().contains(QStringLiteral("It broke")); }));
    ask();
    const JobId asked = m_log.jobs.back();
    sheet->show();
    sheet->close();
    EXPECT_EQ(m_log.cancelled, std::vector<JobId>{asked});
    EXPECT_TRUE(waitFor([&] { return sheet.isNull(); }));
}

TEST_F(AttentionSheetTest, a_list_that_is_none_is_said) {
    AttentionSheet sheet(controller().attention(), {3, 2}, &m_page);
    sheet.setAttribute(Qt::WA_DeleteOnClose, false);
    ask();
    const fs::path folder = m_log.submitted.back().attention->folder;
    writeMaps(folder);
    std::ofstream(folder / "attention.json") << R"({"maps":[{"file":"../../x.png"}]})";
    finishLast({});
    EXPECT_TRUE(waitFor([&] {
        return sheet.status().text().contains(QStringLiteral("outside of its folder"));
    })) << sheet.status().text().toStdString();
}

} // namespace unlit::ui
