#include "ui/pages/models/models_guide.h"

#include "tests/ui/models_page_fixture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTextBlock>
#include <QTextBrowser>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

/// A program of this name on the PATH, and nothing else but what scripts need.
class FakeTool {
public:
    FakeTool(const std::string& name, const std::string& script) : m_before(qgetenv("PATH")) {
        const fs::path file = m_folder.path().toStdString() + "/" + name;
        std::ofstream(file) << "#!/bin/sh\nPATH=/usr/bin:/bin\n" << script;
        fs::permissions(file, fs::perms::owner_all);
        qputenv("PATH", m_folder.path().toLocal8Bit());
    }

    ~FakeTool() { qputenv("PATH", m_before); }

    FakeTool(const FakeTool&) = delete;
    FakeTool& operator=(const FakeTool&) = delete;

private:
    QByteArray m_before;
    QTemporaryDir m_folder;
};

class ModelsGuideTest : public ModelsPageTest {
protected:
    void show() {
        open();
        m_page.views().showView(ModelsView::Guide);
        QTest::qWait(1);
    }

    QPushButton* button(const QString& words) {
        for (QPushButton* one : m_page.views().guide().findChildren<QPushButton*>())
            if (one->text() == words && one->isVisible())
                return one;
        return nullptr;
    }

    bool hasSaid(const QString& words) {
        for (const QLabel* label : m_page.views().guide().findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(words))
                return true;
        return false;
    }
};

TEST_F(ModelsGuideTest, ParagraphsStandApart) {
    show();
    const auto* words = m_page.views().guide().findChild<QTextBrowser*>();
    ASSERT_NE(words, nullptr);
    EXPECT_GT(words->document()->begin().blockFormat().bottomMargin(), 0);
    EXPECT_GT(words->document()->begin().next().blockFormat().bottomMargin(), 0);
}

TEST_F(ModelsGuideTest, WithoutAProgramThereIsTheCommandToCopy) {
    const FakeTool none("other", "exit 0\n");
    show();
    EXPECT_EQ(button(QStringLiteral("Fetch")), nullptr);
    QGuiApplication::clipboard()->clear();
    ASSERT_NE(button(QStringLiteral("Copy")), nullptr);
    button(QStringLiteral("Copy"))->click();
    EXPECT_EQ(QGuiApplication::clipboard()->text(),
              QStringLiteral("hf download prs-eth/marigold-iid-appearance-v1-1"));
}

TEST_F(ModelsGuideTest, AProgramThatFetchesIsRunAndItsModelListed) {
    const fs::path ready = makeModel("hidden/ready");
    const fs::path place = m_folder.path().toStdString() + "/snapshot";
    const FakeTool hf("hf", "[ \"$1 $2\" = 'download prs-eth/marigold-iid-appearance-v1-1' ] || "
                            "exit 3\nprintf 'Fetching:  42%%|####'\nprintf '\\r'\nsleep 0.2\n"
                            "cp -r '" +
                                ready.string() + "' '" + place.string() + "'\necho '" +
                                place.string() + "'\n");
    show();
    ASSERT_NE(button(QStringLiteral("Fetch")), nullptr);
    button(QStringLiteral("Fetch"))->click();
    EXPECT_TRUE(waitFor([&] { return hasSaid(QStringLiteral("42%")); }));
    EXPECT_EQ(m_page.views().guide().findChild<QProgressBar*>()->value(), 420);
    EXPECT_FALSE(button(QStringLiteral("Fetch"))->isEnabled());
    EXPECT_TRUE(waitFor([&] { return m_page.found().model().rowOf(place) >= 0; }));
    EXPECT_TRUE(hasSaid(QStringLiteral("The model is there")));
    EXPECT_EQ(button(QStringLiteral("Cancel")), nullptr);
}

TEST_F(ModelsGuideTest, WhatAProgramComplainsOfIsSaid) {
    const FakeTool hf("huggingface-cli", "echo 'no room left on the disk' >&2\nexit 1\n");
    show();
    button(QStringLiteral("Fetch"))->click();
    EXPECT_TRUE(waitFor([&] { return hasSaid(QStringLiteral("No room left on the disk.")); }));
    EXPECT_TRUE(button(QStringLiteral("Fetch"))->isEnabled()) << "it can be tried again";
}

TEST_F(ModelsGuideTest, ACloneThatIsCancelledLeavesNothing) {
    const QByteArray data = qgetenv("XDG_DATA_HOME");
    qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit());
    {
        const FakeTool git("git", "for last; do :; done\nmkdir -p \"$last\"\n"
                                  "echo part > \"$last/part\"\necho begun\nexec sleep 30\n");
        const fs::path lfs = fs::path(qgetenv("PATH").toStdString()) / "git-lfs";
        std::ofstream(lfs) << "#!/bin/sh\n";
        fs::permissions(lfs, fs::perms::owner_all);
        show();
        button(QStringLiteral("Fetch"))->click();
        const fs::path folder = m_root / "unlit/models/marigold-iid-appearance-v1-1";
        ASSERT_TRUE(waitFor([&] { return fs::exists(folder / "part"); }));
        ASSERT_NE(button(QStringLiteral("Cancel")), nullptr);
        button(QStringLiteral("Cancel"))->click();
        EXPECT_TRUE(waitFor([&] { return hasSaid(QStringLiteral("Cancelled.")); }));
        EXPECT_FALSE(fs::exists(folder));
    }
    qputenv("XDG_DATA_HOME", data);
}

} // namespace

} // namespace unlit::ui
