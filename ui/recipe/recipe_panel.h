// The recipe editor: chooser, form or YAML, what is wrong, an estimate, and the way to a training.
#pragma once

#include "ui/recipe/findings_list.h"
#include "ui/recipe/form_edits.h"
#include "ui/recipe/recipe_actions.h"
#include "ui/recipe/recipe_chooser.h"
#include "ui/recipe/recipe_document.h"
#include "ui/recipe/recipe_files.h"
#include "ui/recipe/recipe_finder.h"
#include "ui/recipe/recipe_footer.h"
#include "ui/recipe/recipe_reading.h"
#include "ui/recipe/recipe_views.h"
#include "ui/settings/recipe_settings.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/segmented_control.h"

#include <QFrame>
#include <QLineEdit>

namespace unlit::ui {

/// Lays out its parts and tells them what the others did. Form and text are two views of one
/// document with one history. Starts nothing itself: it says what is to be started. GUI thread.
class RecipePanel : public QFrame {
    Q_OBJECT

public:
    explicit RecipePanel(QWidget* parent = nullptr);
    ~RecipePanel() override;

    /// While something runs, nothing can be started; `why` is said by the buttons. Empty: nothing
    /// runs.
    void setBusy(const QString& why);

    RecipeSettings settings() const;
    /// Opens the last recipe again where nothing else is open.
    void setSettings(const RecipeSettings& settings);

    /// For menus and the command palette.
    const QList<QAction*>& panelActions() const { return m_actions.all(); }

    RecipeDocument& document() { return m_document; }

    RecipeReading& reading() { return m_reading; }

    RecipeFiles& files() { return m_files; }

    RecipeViews& views() { return *m_views; }

    RecipeFinder& finder() { return m_finder; }

    RecipeChooser& chooser() { return *m_chooser; }

    FindingsList& findings() { return *m_findings; }

    MessageBar& message() { return *m_message; }

signals:
    /// `baseFolder`: where the files of base_config are looked for.
    void startWanted(const QString& yamlText, const QString& baseFolder);
    void rehearsalWanted(const QString& yamlText, const QString& baseFolder);
    /// Something of settings() is another.
    void settingsChanged();

protected:
    bool event(QEvent* event) override;

private:
    QWidget* makeTop();
    QWidget* makeTools();
    void layOut();
    void orderTabs(QWidget& tools);
    void connectParts();
    void connectViews();
    QString whyNot() const;
    void showName();
    void openCompare();
    void wantStart(bool isRehearsal);

    RecipeDocument m_document;
    RecipeReading m_reading{m_document};
    QString m_whyBusy;
    MessageBar* m_message;
    FindingsList* m_findings;
    RecipeChooser* m_chooser;
    SegmentedControl* m_switch;
    QLineEdit* m_words;
    RecipeViews* m_views;
    RecipeFooter* m_footer;
    RecipeFiles m_files;
    RecipeFinder m_finder;
    FormEdits m_edits;
    RecipeActions m_actions;
};

} // namespace unlit::ui
