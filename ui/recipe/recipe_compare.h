// The settings of a recipe beside those of another recipe or of a run.
#pragma once

#include "core/config/load_config.h"
#include "ui/recipe/recipe_chooser.h"
#include "ui/widgets/differences_table.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>

namespace unlit::ui {

class RecipeCompare : public QDialog {
    Q_OBJECT

public:
    /// `mine` is compared with one of `others`, or with what the user picks.
    RecipeCompare(config::LoadedConfig mine, const QString& name, std::vector<RecipeSource> others,
                  QWidget* parent = nullptr);

    /// Compares with this file or run folder, as if it were chosen.
    void compareWith(const std::filesystem::path& path);

    const QAbstractItemModel& table() const { return m_table->table(); }

    QString message() const { return m_message->text(); }

signals:
    /// A setting that the user wants to go to.
    void keyChosen(const std::string& key);

private:
    void pick(bool isRun);
    void compare();

    config::LoadedConfig m_mine;
    QString m_name;
    std::vector<RecipeSource> m_others;
    QComboBox* m_other;
    QLabel* m_message;
    DifferencesTable* m_table;
};

} // namespace unlit::ui
