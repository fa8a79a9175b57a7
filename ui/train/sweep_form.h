// What a sweep is to be: settings and their values, where it goes, and what that comes to.
#pragma once

#include "core/session/train/sweep_check.h"
#include "ui/bridge/background.h"
#include "ui/train/sweep_axes.h"
#include "ui/widgets/offer_box.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>
#include <QWidget>

#include <filesystem>
#include <string>

namespace unlit::ui {

/// The recipe as it is in the editor.
struct SweepRecipe {
    QString name; ///< without suffix
    std::string yaml;
    std::filesystem::path shownAs; ///< where its bases are looked for
};

/// Starts nothing itself. GUI thread.
class SweepForm : public QWidget {
    Q_OBJECT

public:
    explicit SweepForm(QWidget* parent = nullptr);

    void setRecipe(SweepRecipe recipe);

    const SweepRecipe& recipe() const { return m_recipe; }

    /// What stands in the fields, its runs with the recipe at `recipeFile`. Throws
    /// Error::invalidInput.
    SweepPlan plan(const std::filesystem::path& recipeFile) const;

    std::filesystem::path folder() const;

    /// That the recipe starts, and nobody has allowed here; known when it is settled.
    const std::vector<std::string>& programsToAllow() const { return m_found.programs; }

    /// What stands in the folder may be another by now.
    void look();

    SweepAxes& axes() { return *m_axes; }

    QLineEdit& forAll() { return *m_forAll; }

    QLineEdit& place() { return *m_place; }

    /// By which runs are compared; nothing in it = by the one that decides.
    OfferBox& figure() { return *m_figure; }

    QPushButton& startButton() { return *m_start; }

    QString summary() const { return m_summary->text(); }

    const QListWidget& names() const { return *m_names; }

    /// What stands in the fields has been looked at.
    bool isSettled() const { return !m_pause.isActive() && !m_check.isBusy(); }

signals:
    void startAsked();
    void closeAsked();
    /// A sweep of before is to be shown.
    void openAsked(const std::filesystem::path& sweep);

private:
    struct Found {
        QString fault; ///< "" = every run can be trained
        std::vector<std::string> programs;
    };

    QWidget* makeFields();
    QWidget* makePlace();
    QWidget* makeFooter();
    void orderTabs();
    void check();
    void take(Found found);
    void sayFault(const QString& text);
    void browse();
    void openBefore();

    SweepRecipe m_recipe;
    config::TrainConfig m_config; ///< of the recipe
    Found m_found;
    QTimer m_pause; ///< until the typing rests
    SweepPlan m_plan;
    QLabel* m_title;
    SweepAxes* m_axes;
    QLineEdit* m_forAll;
    QLineEdit* m_place;
    QCheckBox* m_median;
    OfferBox* m_figure;
    QPushButton* m_more;
    QPushButton* m_choose;
    QPushButton* m_before;
    QPushButton* m_close;
    QLabel* m_summary;
    QListWidget* m_names;
    QPushButton* m_start;
    Background<Found> m_check; // last: joined while the rest is there
};

} // namespace unlit::ui
