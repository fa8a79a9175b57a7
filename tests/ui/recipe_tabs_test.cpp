// Tab goes through the whole recipe editor as it stands on screen, in, through and out again.
#include "tests/ui/recipe_support.h"
#include "ui/recipe/recipe_layout.h"
#include "ui/recipe/targets_editor.h"

#include <QApplication>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kFarTooMany = 2000; // stops of a walk that goes round in circles

/// Where it stands, as people read: from the top, in a line from the left.
bool standsBefore(const QWidget& one, const QWidget& other) {
    const QRect a(one.mapToGlobal(QPoint()), one.size());
    const QRect b(other.mapToGlobal(QPoint()), other.size());
    const bool isOneLine = a.center().y() >= b.top() && a.center().y() <= b.bottom();
    const bool isOtherLine = b.center().y() >= a.top() && b.center().y() <= a.bottom();
    return isOneLine || isOtherLine ? a.left() < b.left() : a.top() < b.top();
}

std::string nameOf(const QWidget& widget) {
    std::string name = widget.metaObject()->className();
    name += " \"" + widget.accessibleName().toStdString();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        name += "\", \"" + button->text().toStdString();
    return name + '"';
}

} // namespace

/// Between two fields of somebody else's.
class RecipeTabsTest : public RecipePanelTest {
protected:
    RecipeTabsTest() {
        auto* column = new QVBoxLayout(&m_window);
        column->addWidget(&m_before);
        column->addWidget(&m_panel);
        column->addWidget(&m_after);
        m_window.resize(380, 12000); // nothing is scrolled away
        m_window.show();
        QApplication::setActiveWindow(&m_window);
    }

    ~RecipeTabsTest() override { m_panel.setParent(nullptr); }

    /// What has the focus after the key, from `first` on, until it is not in the panel.
    std::vector<QWidget*> walk(QWidget& first, Qt::Key key) {
        std::vector<QWidget*> stops;
        first.setFocus();
        for (int i = 0; i < kFarTooMany; ++i) {
            QTest::keyClick(m_window.focusWidget(), key);
            QWidget* const now = m_window.focusWidget();
            if (!m_panel.isAncestorOf(now))
                break;
            stops.push_back(now);
        }
        return stops;
    }

    /// All that Tab can stop at, in the order on screen.
    std::vector<QWidget*> shownStops() {
        std::vector<QWidget*> stops;
        for (QWidget* widget : m_panel.findChildren<QWidget*>()) {
            const bool isStop = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisible();
            if (isStop && widget->isEnabled() && widget->focusProxy() == nullptr)
                stops.push_back(widget);
        }
        return stops;
    }

    void expectWalk(const char* when) {
        QTest::qWait(1); // rows get their places
        std::vector<QWidget*> forth = walk(m_before, Qt::Key_Tab);
        EXPECT_EQ(m_window.focusWidget(), &m_after) << when;
        ASSERT_LT(forth.size(), kFarTooMany)
            << when << ": " << nameOf(*forth[kFarTooMany - 2]) << ", " << nameOf(*forth.back());
        m_panel.views().form().widget()->layout()->activate();
        m_panel.views().form().verticalScrollBar()->setValue(0);
        for (std::size_t i = 1; i < forth.size(); ++i)
            EXPECT_TRUE(standsBefore(*forth[i - 1], *forth[i]))
                << when << ": " << nameOf(*forth[i - 1]) << ", then " << nameOf(*forth[i]);
        for (QWidget* stop : shownStops())
            EXPECT_EQ(std::ranges::count(forth, stop), 1) << when << ": " << nameOf(*stop);
        std::vector<QWidget*> back = walk(m_after, Qt::Key_Backtab);
        EXPECT_EQ(m_window.focusWidget(), &m_before) << when;
        std::ranges::reverse(back);
        EXPECT_EQ(back, forth) << when;
    }

    QWidget m_window;
    QLineEdit m_before;
    QLineEdit m_after;
};

TEST_F(RecipeTabsTest, TabGoesThroughTheEditorAsItStandsAndOutOfIt) {
    open();
    expectWalk("as it is opened");
    RecipeForm& form = m_panel.views().form();
    form.setGroupOpen(1, true);
    expectWalk("with a section unfolded");
    emit form.elementAdded("dataset.val");
    ASSERT_TRUE(settles());
    expectWalk("with a set more");
    emit form.elementRemoved("dataset.val", 0);
    ASSERT_TRUE(settles());
    expectWalk("with a set less");
    auto& targets =
        static_cast<TargetsEditor&>(form.row("pipeline.kwargs.target_properties")->editor());
    targets.adder().click();
    ASSERT_TRUE(settles());
    expectWalk("with a target more");
    targets.rows().front()->remover().click();
    ASSERT_TRUE(settles());
    expectWalk("with a target less");
    for (int group = 0; group < recipeGroups().size(); ++group)
        form.setGroupOpen(group, true);
    expectWalk("with all unfolded");
    form.setFilter(QStringLiteral("period"));
    expectWalk("with a filter");
}

TEST_F(RecipeTabsTest, TabFindsTheTargetsThatAppearWhereNoneCouldBeRead) {
    open("pipeline: {kwargs: {target_properties: nonsense}}\n");
    auto& targets = static_cast<TargetsEditor&>(
        m_panel.views().form().row("pipeline.kwargs.target_properties")->editor());
    targets.adder().click();
    ASSERT_TRUE(settles());
    expectWalk("with the first target");
}

TEST_F(RecipeTabsTest, TabGoesToTheButtonsOfAMessageToo) {
    open("no_such_key: 1\n" + kCommentedRecipe);
    m_panel.message().say(MessageBar::Kind::Note, QStringLiteral("Something."), {},
                          {{QStringLiteral("One way"), [] {}}, {QStringLiteral("Other"), [] {}}});
    expectWalk("with findings and a message");
}

/// It is no window of its own.
TEST_F(RecipeTabsTest, AFileIsLookedAtWhenTheWindowAroundTheEditorComesToTheFront) {
    open();
    QApplication::setActiveWindow(nullptr);
    write("recipe.yaml", "max_iter: 9\n");
    QApplication::setActiveWindow(&m_window);
    EXPECT_EQ(text(), "max_iter: 9\n");
}

} // namespace unlit::ui
