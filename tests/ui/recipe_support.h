// A recipe editor on small files, for tests.
#pragma once

#include "core/config/yaml/yaml_reader.h"
#include "tests/support/wait_for.h"
#include "ui/kit/text.h"
#include "ui/recipe/recipe_panel.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace unlit::ui {

using test::waitFor;

/// A recipe with comments of every kind on a base that sets a list and a rate.
inline const std::string kCommentedRecipe = R"(# What it is for.
base_config: base.yaml  # shared

model:                  # where it starts
  pretrained_path: models/start   # a folder
dataset:
  train:
    dir: sets/train
    filenames: list.txt # of pairs
  # nothing to look at
dataloader: {effective_batch_size: 8, max_train_batch_size: 4}  # in braces
max_iter: 100           # short
lr_scheduler:
  name: Cosine
  kwargs:
    # a slow start
    warmup_steps: 5
# the end
)";

inline const std::string kRecipeBase = R"(lr: 1.0e-4
dataset:
  val:
  - dir: sets/a         # first
    filenames: list.txt
  - dir: sets/b
    filenames: list.txt
trainer:
  max_grad_norm: 1.0
)";

/// The button of these words, or null.
inline QPushButton* button(const QWidget& page, const QString& text) {
    for (QPushButton* candidate : page.findChildren<QPushButton*>())
        if (candidate->text() == text)
            return candidate;
    return nullptr;
}

/// The words of the message on show, none where it is hidden.
inline QString messageOf(RecipePanel& panel) {
    QStringList words;
    for (const QLabel* label : panel.message().findChildren<QLabel*>())
        words += label->text();
    return panel.message().isHidden() ? QString() : words.join(u' ');
}

class RecipePanelTest : public testing::Test {
protected:
    RecipePanelTest() {
        write("base.yaml", kRecipeBase);
        m_panel.files().setQuestions(
            [this] {
                ++m_asked;
                return m_answer;
            },
            [this] { return m_saveName; });
        m_panel.resize(360, 800);
        m_panel.show();
    }

    std::filesystem::path path(const std::string& name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories(path(name).parent_path());
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }

    static std::string read(const std::filesystem::path& file) {
        std::ostringstream text;
        text << std::ifstream(file, std::ios::binary).rdbuf();
        return text.str();
    }

    /// The views show what the text says now.
    testing::AssertionResult settles() {
        if (waitFor([this] { return m_panel.reading().now() != nullptr; }))
            return testing::AssertionSuccess();
        return testing::AssertionFailure() << "the recipe was not read";
    }

    void open(const std::string& text = kCommentedRecipe) {
        m_panel.files().open(write("recipe.yaml", text));
        ASSERT_TRUE(settles());
    }

    std::string text() { return m_panel.document().utf8(); }

    /// As the user changes it in the form.
    void set(const std::string& key, const std::string& yaml) {
        emit m_panel.views().form().edited(key, *config::parseYamlValue(yaml));
    }

    QTemporaryDir m_folder;
    int m_asked = 0;
    RecipeFiles::Unsaved m_answer = RecipeFiles::Unsaved::Stay;
    QString m_saveName;
    RecipePanel m_panel;
};

} // namespace unlit::ui
