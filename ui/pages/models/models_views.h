// The right side of the Models page: what is known of the model that the table has chosen, and what
// can be made of it.
#pragma once

#include "ui/pages/models/models_check.h"
#include "ui/pages/models/models_compare.h"
#include "ui/pages/models/models_convert.h"
#include "ui/pages/models/models_evaluate.h"
#include "ui/pages/models/models_facts.h"
#include "ui/pages/models/models_guide.h"
#include "ui/widgets/notice_card.h"
#include "ui/widgets/segmented_control.h"

#include <QFrame>
#include <QPushButton>
#include <QStackedWidget>
#include <QTextBrowser>

#include <vector>

namespace unlit::ui {

enum class ModelsView { Overview, Card, Check, Convert, Compare, Guide, Evaluate };

/// GUI thread.
class ModelsViews : public QFrame {
    Q_OBJECT

public:
    ModelsViews(InferenceController::MakeService makeService, QWidget* parent);

    void showView(ModelsView view);

    ModelsView view() const { return static_cast<ModelsView>(m_bar->current()); }

    /// The chosen one; nullptr = none. Checking and converting hear of it from ModelWork.
    void setModel(const ModelRow* row);
    /// Those that can be used.
    void setModels(const std::vector<ComparedModel>& usable);
    /// No model was found: what to do then is said where a view needs one.
    void setEmpty(bool isEmpty);
    /// Sends useAsked() where the chosen one can be used.
    void use();

    /// Chooses the view.
    SegmentedControl& bar() { return *m_bar; }

    ModelsCheck& check() { return *m_check; }

    ModelsConvert& convert() { return *m_convert; }

    ModelsGuide& guide() { return *m_guide; }

    ModelsCompare& compare() { return *m_compare; }

    ModelsEvaluate& evaluate() { return *m_evaluate; }

signals:
    /// Use this model in Infer.
    void useAsked(const QString& folder);
    /// The first button of the notice.
    void addFolderAsked();

private:
    void setUpBar();
    void updateNotice();

    QString m_usable; ///< folder of the chosen one; "" = it cannot be used
    bool m_isEmpty = false;
    ModelsFacts* m_facts;
    QTextBrowser* m_card;
    ModelsCheck* m_check;
    ModelsConvert* m_convert;
    ModelsCompare* m_compare;
    ModelsEvaluate* m_evaluate;
    ModelsGuide* m_guide;
    SegmentedControl* m_bar;
    QPushButton* m_use;
    QStackedWidget* m_stack;
    NoticeCard* m_notice;
};

} // namespace unlit::ui
