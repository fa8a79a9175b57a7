// Which language the studio speaks, and that it speaks it on every page.
#include "tests/ui/main_window_fixture.h"
#include "tests/ui/translation_file.h"
#include "ui/kit/stage_text.h"
#include "ui/settings/language.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QSet>
#include <QStackedWidget>
#include <QTableView>

namespace unlit::ui {

namespace {

TEST(Language, IsTheChosenOneElseTheSystemsFirstThatIsKnown) {
    EXPECT_EQ(spokenLanguage(Language::English, {QStringLiteral("de-DE")}), Language::English);
    EXPECT_EQ(spokenLanguage(Language::German, {QStringLiteral("en-US")}), Language::German);
    const auto system = [](const QStringList& tags) {
        return spokenLanguage(Language::System, tags);
    };
    EXPECT_EQ(system({QStringLiteral("de-AT"), QStringLiteral("de")}), Language::German);
    EXPECT_EQ(system({QStringLiteral("fr-FR"), QStringLiteral("de-DE")}), Language::German);
    EXPECT_EQ(system({QStringLiteral("en-GB"), QStringLiteral("de-DE")}), Language::English);
    EXPECT_EQ(system({QStringLiteral("C")}), Language::English);
    EXPECT_EQ(system({}), Language::English);
}

TEST(Language, HasANameForSettingsAndCommandLine) {
    for (const Language language : {Language::System, Language::English, Language::German})
        EXPECT_EQ(languageFromString(toString(language)), language);
    EXPECT_FALSE(languageFromString(QStringLiteral("klingon")));
    EXPECT_FALSE(languageFromString(QString()));
}

/// Before the window is made, which keeps the words that it is made with.
struct GermanWords {
    GermanWords() { installLanguage(*QCoreApplication::instance(), Language::German); }

    ~GermanWords() { installLanguage(*QCoreApplication::instance(), Language::English); }
};

TEST(Language, WhatAJobIsAtIsSaidInIt) {
    using Kind = StagePart::Kind;
    const GermanWords german;
    EXPECT_EQ(stageText({{.kind = Kind::Member, .at = 2, .of = 5},
                         {.kind = Kind::Step, .at = 3, .of = 4}}),
              QStringLiteral("Mitglied 2 von 5 · Schritt 3 von 4"));
    EXPECT_EQ(stageText({{.kind = Kind::Step, .at = 12}, {.kind = Kind::Epoch, .at = 3}}),
              QStringLiteral("Schritt 12 · Epoche 3"));
    for (int kind = 0; kind <= static_cast<int>(Kind::RehearsalCheck); ++kind) {
        const WorkStage stage{{.kind = static_cast<Kind>(kind), .at = 1, .of = 2, .name = "x"}};
        const std::string english = toEnglish(stage);
        EXPECT_FALSE(english.empty()) << kind;
        if (stage.front().kind == Kind::Picture)
            continue; // by its own name
        EXPECT_NE(stageText(stage).toStdString(), english);
        EXPECT_FALSE(stageText(stage).isEmpty()) << english;
    }
}

class GermanWindowTest : private GermanWords, public MainWindowTest {};

/// Strings that are other words in German, wherever they stand.
QSet<QString> englishOnly() {
    QSet<QString> english;
    QSet<QString> alike; // in some context
    for (const auto& message :
         readTranslations(QStringLiteral(UNLIT_SOURCE_DIR "/ui/translations/unlit_de.ts"))) {
        english += message.source;
        for (const QString& form : message.forms)
            alike += form;
    }
    return english - alike;
}

QStringList wordsOf(const QWidget& widget) {
    QStringList words{widget.toolTip(), widget.accessibleName()};
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        words += label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        words += button->text();
    if (const auto* field = qobject_cast<const QLineEdit*>(&widget))
        words += field->placeholderText();
    if (const auto* box = qobject_cast<const QComboBox*>(&widget))
        for (int i = 0; i < box->count(); ++i)
            words += box->itemText(i);
    if (const auto* table = qobject_cast<const QTableView*>(&widget); table && table->model())
        for (int i = 0; i < table->model()->columnCount(); ++i)
            words += table->model()->headerData(i, Qt::Horizontal).toString();
    for (const QAction* action : widget.actions())
        words += action->text();
    return words;
}

TEST_F(GermanWindowTest, NoPageHasEnglishWordsLeft) {
    const QSet<QString> english = englishOnly();
    ASSERT_GT(english.size(), 1000);
    int seen = 0;
    for (const StudioPage page : {StudioPage::Infer, StudioPage::Data, StudioPage::Train,
                                  StudioPage::Runs, StudioPage::Models}) {
        m_window.showPage(page);
        QCoreApplication::processEvents();
        for (const QWidget* widget : m_window.findChildren<QWidget*>()) {
            for (const QString& words : wordsOf(*widget)) {
                ++seen;
                EXPECT_FALSE(english.contains(words))
                    << widget->metaObject()->className() << ": " << words.toStdString();
            }
        }
    }
    EXPECT_GT(seen, 1000);
}

TEST_F(GermanWindowTest, CountsAreInTheirGermanForm) {
    drop(m_window, {makePicture("a.png")});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    const auto isShown = [&](const QString& words) {
        for (const QLabel* label : m_window.findChildren<QLabel*>())
            if (label->text() == words)
                return true;
        return false;
    };
    EXPECT_TRUE(isShown(QStringLiteral("Warteschlange · 1 Bild")));
    drop(m_window, {makePicture("b.png")});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 2; }));
    EXPECT_TRUE(isShown(QStringLiteral("Warteschlange · 2 Bilder")));
}

/// German is longer; what does not fit is moved about, and no column lies on another.
TEST_F(GermanWindowTest, NoPageIsNarrowerThanItsWords) {
    m_window.resize(1024, 640);
    for (const StudioPage page : {StudioPage::Infer, StudioPage::Data, StudioPage::Train,
                                  StudioPage::Runs, StudioPage::Models}) {
        m_window.showPage(page);
        QTest::qWait(20);
        const QWidget* shown = m_window.findChild<QStackedWidget*>()->currentWidget();
        EXPECT_GE(shown->width(), shown->minimumSizeHint().width()) << static_cast<int>(page);
        EXPECT_GE(shown->height(), shown->minimumSizeHint().height()) << static_cast<int>(page);
    }
}

TEST_F(GermanWindowTest, NoViewOfTheDataPageIsNarrowerThanItsWords) {
    m_window.resize(1024, 640);
    m_window.showPage(StudioPage::Data);
    DataPage& page = *m_window.findChild<DataPage*>();
    for (const DataView view : {DataView::Pairs, DataView::Figures, DataView::LeftOver,
                                DataView::Split, DataView::Synthesize}) {
        page.showView(view);
        QTest::qWait(20);
        for (const QStackedWidget* stack : page.findChildren<QStackedWidget*>()) {
            const QWidget* shown = stack->currentWidget();
            if (shown == nullptr || !shown->isVisible())
                continue;
            EXPECT_GE(shown->width(), shown->minimumSizeHint().width()) << static_cast<int>(view);
        }
    }
}

TEST_F(GermanWindowTest, NumbersKeepTheirPoint) {
    QDoubleSpinBox box;
    box.setValue(0.5);
    EXPECT_EQ(box.text(), QStringLiteral("0.50"));
}

} // namespace

} // namespace unlit::ui
