// The Models page: every model folder that was found, and what can be done with it.
#pragma once

#include "ui/bridge/background.h"
#include "ui/bridge/model_worker.h"
#include "ui/models/models_model.h"
#include "ui/pages/models/models_check.h"
#include "ui/pages/models/models_compare.h"
#include "ui/pages/models/models_convert.h"
#include "ui/pages/models/models_evaluate.h"
#include "ui/pages/models/models_facts.h"
#include "ui/pages/models/models_guide.h"
#include "ui/pages/models/models_table.h"
#include "ui/settings/models_settings.h"
#include "ui/widgets/notice_card.h"
#include "ui/widgets/segmented_control.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QTextBrowser>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace unlit::ui {

enum class ModelsView { Overview, Card, Check, Convert, Compare, Guide, Evaluate };

/// GUI thread. Looks for models when it is first shown, and when it is asked to.
class ModelsPage : public QWidget {
    Q_OBJECT

public:
    /// `standardRoots` are looked through besides the user's own.
    ModelsPage(InferenceController::MakeService makeService, std::vector<ModelRoot> standardRoots,
               QWidget* parent = nullptr);

    void setSettings(const ModelsSettings& settings);
    ModelsSettings settings() const;

    void addRoot(const QString& folder);
    void removeRoot(const QString& folder);
    /// The model that Infer has, and others that it had: listed wherever they lie.
    void setKnown(const QString& used, const QStringList& others);
    void showView(ModelsView view);
    void lookNow();
    void useCurrent();
    void checkCurrent();
    void convertCurrent();
    /// Opens the view with these and the input itself checked.
    void evaluateModels(const QStringList& folders);

    QList<QAction*> pageActions() const { return m_actions; }

    ModelsModel& model() { return m_model; }

    ModelsTable& table() { return *m_table; }

    ModelsCheck& check() { return *m_check; }

    ModelsConvert& convert() { return *m_convert; }

    ModelsGuide& guide() { return *m_guide; }

    ModelsCompare& compare() { return *m_compare; }

    ModelsEvaluate& evaluate() { return *m_evaluate; }

    const ModelWorker& worker() const { return m_worker; }

    bool isLooking() const { return m_look.isBusy() || !m_wasAsked; }

signals:
    /// Use this model in Infer.
    void useAsked(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;

private:
    enum class Work { None, Check, Write };

    void setUpBar();
    void connectParts();

    /// All folders that were found, and sentences about places that cannot be looked through.
    struct Look {
        std::vector<std::filesystem::path> folders;
        std::vector<std::string> problems;
    };

    void takeRow(const ModelRow& row);
    void takeLook(const Look& look);
    const ModelRow* current() const;
    void currentChanged();
    void modelsChanged();
    void updateNotice();
    // models_work.cpp
    void connectWorker();
    void begin(Work work);
    void end();
    // models_actions.cpp
    void makeActions();
    QAction* addAction(const QString& text, const QKeySequence& key,
                       const std::function<void()>& act);
    void showMenu(const QPoint& globalPlace);
    void showFolders(const QPoint& globalPlace);
    void browseRoot();
    void openFolder();

    ModelsModel m_model;
    ModelWorker m_worker;
    std::vector<ModelRoot> m_standardRoots;
    QStringList m_roots;
    QStringList m_known; // folders that Infer had
    bool m_wasAsked = false;
    Work m_work = Work::None;
    QList<QAction*> m_actions;
    ModelsTable* m_table;
    ModelsFacts* m_facts;
    QTextBrowser* m_card;
    ModelsCheck* m_check;
    ModelsConvert* m_convert;
    ModelsCompare* m_compare;
    ModelsEvaluate* m_evaluate;
    ModelsGuide* m_guide;
    SegmentedControl* m_views;
    QPushButton* m_use;
    QStackedWidget* m_stack;
    QSplitter* m_columns;
    NoticeCard* m_notice;
    Background<Look> m_look; // last: joined while the rest is there
};

} // namespace unlit::ui
