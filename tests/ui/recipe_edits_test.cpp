// Whatever is edited in whichever view, there is one document: it means what was asked for, keeps
// what people wrote, and goes back to the first byte.
#include "core/config/yaml/document.h"
#include "core/config/yaml/yaml_writer.h"
#include "tests/ui/recipe_support.h"

#include <gmock/gmock.h>

#include <random>

namespace unlit::ui {

using config::Node;

namespace {

Node parsed(const std::string& text) {
    std::vector<Diagnostic> told;
    Node node = config::parseYaml(text, "recipe", told);
    EXPECT_TRUE(told.empty()) << text;
    return node;
}

std::multiset<std::string> commentsOf(const std::string& text) {
    std::multiset<std::string> comments;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (const std::size_t at = line.find("# "); at != std::string::npos)
            comments.insert(line.substr(at));
    return comments;
}

/// What a recipe says, without any text: the model that the editor is compared with.
class PlainRecipe {
public:
    explicit PlainRecipe(const std::string& yaml) : m_own(parsed(yaml)) {}

    void read(const std::string& yaml) { m_own = parsed(yaml); }

    void set(const Node& base, const std::string& path, const Node& value) {
        Node* node = &m_own;
        const Node* below = &base;
        for (const std::string& part : config::pathParts(path)) {
            if (node->kind == Node::Kind::Null)
                *node =
                    below != nullptr && below->kind == Node::Kind::List ? *below : Node::emptyMap();
            if (below != nullptr)
                below = below->at(part);
            node = node->kind == Node::Kind::List
                       ? &node->list.at(static_cast<std::size_t>(config::listIndex(part)))
                       : &(*node)[part];
        }
        *node = value;
    }

    /// A section that loses its last key stays, empty.
    void clear(const std::string& path) { clear(m_own, config::pathParts(path), 0); }

    std::string text() const { return config::yamlText(m_own); }

private:
    static void clear(Node& node, const std::vector<std::string>& parts, std::size_t depth) {
        if (node.kind != Node::Kind::Map || node.find(parts[depth]) == nullptr)
            return;
        if (depth + 1 < parts.size())
            return clear(node[parts[depth]], parts, depth + 1);
        std::erase_if(node.entries,
                      [&](const config::Entry& entry) { return entry.key == parts[depth]; });
    }

    Node m_own;
};

struct Setting {
    const char* path;
    std::vector<const char*> values;
};

const std::vector<Setting> kSettings = {
    {"max_iter", {"7", "100", "2000"}},
    {"lr", {"3.0e-05", "1e-3", "[0, 1.0e-3, 1.0e-4, 50]"}},
    {"model.pretrained_path", {"other", "\"with: colon # and hash\"", "models/start"}},
    {"lr_scheduler.name", {"Linear", "Cosine"}},
    {"lr_scheduler.kwargs.warmup_steps", {"1", "50"}},
    {"lr_scheduler.kwargs.final_ratio", {"0.5"}},
    {"optimizer.kwargs.betas", {"[0.5, 0.9]", "[0.9, 0.95]"}},
    {"ema", {"{}", "null"}},
    {"ema.decay", {"0.9", "0.99"}},
    {"dataset.val.0.dir", {"sets/c", "sets/d"}},
    {"dataset.val.1.crop_size", {"32", "64"}},
    {"dataloader.effective_batch_size", {"4", "16"}},
    {"dataset.train.resize_to_hw", {"[480, 640]", "null"}},
    {"pipeline.kwargs.target_properties",
     {"{target_names: [albedo], albedo: {prediction_space: linear, up_to_scale: false}}"}},
};

} // namespace

class RecipeEdits : public RecipePanelTest {
protected:
    void SetUp() override {
        open();
        m_plain = std::make_unique<PlainRecipe>(kCommentedRecipe);
    }

    std::size_t random(std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random);
    }

    void setInForm() {
        const Setting& setting = kSettings[random(kSettings.size())];
        const std::string value = setting.values[random(setting.values.size())];
        const std::string before = text();
        set(setting.path, value);
        m_plain->set(m_base, setting.path, *config::parseYamlValue(value));
        EXPECT_THAT(commentsOf(text()), testing::IsSupersetOf(commentsOf(before)))
            << setting.path << " = " << value << "\n"
            << before;
    }

    void clearInForm() {
        const Setting& setting = kSettings[random(kSettings.size())];
        if (std::string(setting.path).find(".val.") != std::string::npos)
            return; // of a list of its own the form takes out keys by the text alone
        emit m_panel.views().form().cleared(setting.path);
        m_plain->clear(setting.path);
    }

    /// A comment, in front of any line or behind the last one.
    void typeComment() {
        QTextCursor cursor(m_panel.views().editor().document());
        const auto lines =
            static_cast<std::size_t>(m_panel.views().editor().document()->blockCount());
        cursor.movePosition(QTextCursor::NextBlock, QTextCursor::MoveAnchor,
                            static_cast<int>(random(lines)));
        cursor.insertText(QStringLiteral("# typed %1\n").arg(m_step));
    }

    /// Digits in place of a number, key by key, as a user types them.
    void typeNumber() {
        const QString text = m_panel.document().text();
        const qsizetype at = text.indexOf(QStringLiteral("max_iter: "));
        if (at < 0)
            return;
        QTextCursor cursor(m_panel.views().editor().document());
        cursor.setPosition(static_cast<int>(at) + 10);
        cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
        m_panel.views().editor().setTextCursor(cursor);
        QTest::keyClicks(&m_panel.views().editor(), QString::number(1 + random(5000)));
        m_plain->read(this->text());
    }

    void typeKey() {
        QTextCursor cursor(m_panel.views().editor().document());
        cursor.movePosition(QTextCursor::End);
        cursor.insertText(QStringLiteral("typed_%1: ä→😀\n").arg(m_step));
        m_plain->read(this->text());
    }

    void undoAndRedo() {
        QUndoStack& history = m_panel.document().history();
        const int count = static_cast<int>(random(4));
        for (int i = 0; i < count; ++i)
            history.undo();
        for (int i = 0; i < count; ++i)
            history.redo();
    }

    void step() {
        ++m_step;
        m_panel.document().endStep();
        switch (random(7)) {
        case 0:
            return typeComment();
        case 1:
            return typeNumber();
        case 2:
            return typeKey();
        case 3:
            return clearInForm();
        case 4:
            return undoAndRedo();
        default:
            return setInForm();
        }
    }

    std::mt19937 m_random;
    Node m_base = parsed(kRecipeBase);
    std::unique_ptr<PlainRecipe> m_plain;
    int m_step = 0;
};

TEST_F(RecipeEdits, AnySequenceInBothViewsMeansTheSameAsOnAPlainRecipe) {
    m_panel.views().showText(true);
    for (unsigned seed = 1; seed <= 6; ++seed) {
        m_random.seed(seed);
        open();
        m_plain->read(kCommentedRecipe);
        for (int i = 0; i < 40 && !HasFailure(); ++i) {
            step();
            ASSERT_EQ(config::yamlText(parsed(text())), m_plain->text())
                << "seed " << seed << " step " << i << "\n"
                << text();
            ASSERT_EQ(m_panel.views().editor().toPlainText(), m_panel.document().text());
        }
        const std::string last = text();
        QUndoStack& history = m_panel.document().history();
        while (history.canUndo()) {
            history.undo();
            ASSERT_EQ(m_panel.views().editor().toPlainText(), m_panel.document().text());
        }
        EXPECT_EQ(m_panel.document().bytes().toStdString(), kCommentedRecipe);
        EXPECT_FALSE(m_panel.document().isModified());
        while (history.canRedo())
            history.redo();
        EXPECT_EQ(text(), last);
        m_answer = RecipeFiles::Unsaved::Discard;
    }
}

TEST_F(RecipeEdits, TheFormShowsWhatTheTextSaysAfterAnySequence) {
    m_random.seed(7);
    for (int i = 0; i < 60; ++i)
        step();
    ASSERT_TRUE(settles());
    int compared = 0;
    for (const std::string& path : m_panel.views().form().shownPaths()) {
        const RecipeField& field = m_panel.views().form().row(path)->field();
        const Node* written = m_panel.reading().now()->loaded.document.at(path);
        auto* line = qobject_cast<QLineEdit*>(m_panel.views().form().row(path)->editor().control());
        if (line == nullptr || written == nullptr || written->kind != Node::Kind::Scalar)
            continue;
        const bool isNull = field.setting->isNullable() && written->scalar == "null";
        EXPECT_EQ(line->text(), isNull ? QString() : toQString(written->scalar)) << path;
        ++compared;
    }
    EXPECT_GT(compared, 5);
}

TEST_F(RecipeEdits, WindowsLineEndsAndAMarkStayInTheFile) {
    const std::string dos = "\xEF\xBB\xBFmax_iter: 5 # five\r\nlr: 0.1\r\n";
    open(dos);
    set("max_iter", "6");
    EXPECT_EQ(m_panel.document().bytes().toStdString(),
              "\xEF\xBB\xBFmax_iter: 6 # five\r\nlr: 0.1\r\n");
    m_panel.document().history().undo();
    EXPECT_EQ(m_panel.document().bytes().toStdString(), dos);
    const std::string mixed = "a: 1\r\nmax_iter: 5\n";
    m_answer = RecipeFiles::Unsaved::Discard;
    open(mixed);
    EXPECT_EQ(m_panel.document().bytes().toStdString(), mixed);
}

TEST_F(RecipeEdits, StepsOfOneFieldInARowAreOneUndo) {
    set("max_iter", "1");
    set("max_iter", "12");
    set("max_iter", "123");
    set("lr", "0.1");
    QUndoStack& history = m_panel.document().history();
    history.undo();
    EXPECT_EQ(parsed(text()).at("max_iter")->scalar, "123");
    history.undo();
    EXPECT_EQ(text(), kCommentedRecipe);
    EXPECT_FALSE(history.canUndo());
}

} // namespace unlit::ui
