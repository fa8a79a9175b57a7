// Writing a model in another form: smaller numbers, smaller files, with low-rank additions merged.
#pragma once

#include "core/session/models/export_model.h"
#include "core/session/models/model_catalogue.h"
#include "ui/widgets/segmented_control.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

namespace unlit::ui {

/// GUI thread. Makes requests and says how they go; the page asks the worker.
class ModelsConvert : public QWidget {
    Q_OBJECT

public:
    explicit ModelsConvert(QWidget* parent = nullptr);

    /// nullptr = none is chosen. The same model again leaves what was entered.
    void setModel(const ModelRow* row);
    void showProgress(double fraction, const QString& what);
    void showDone(const QString& text);
    void showProblem(const QString& text, const QString& hint);
    /// Another work is under way: nothing can be begun.
    void setBlocked(bool isBlocked);

    /// As the fields stand.
    ExportRequest request() const;

    QLineEdit& output() { return *m_output; }

    QLineEdit& lora() { return *m_lora; }

    SegmentedControl& type() { return *m_type; }

    QPushButton& button() { return *m_button; }

    QString said() const { return m_said->text(); }

signals:
    void writeAsked();
    void cancelAsked();

private:
    QLayout* makeForm();
    QWidget* withButton(QLineEdit* field, const QString& words, const std::function<void()>& act);
    void suggestOutput();
    void updateSize();
    void refresh();
    void say(const QString& text, const QString& hint, const char* role);

    std::filesystem::path m_folder; // of the model; empty = none
    ModelPlace m_place = ModelPlace::Own;
    std::uint64_t m_parameters = 0;
    bool m_isUsable = false;
    bool m_isBusy = false;
    bool m_isBlocked = false;
    QString m_suggested; // still the page's own, not typed
    QLabel* m_title;
    SegmentedControl* m_type;
    QLabel* m_size;
    QComboBox* m_fileSize;
    QLineEdit* m_lora;
    QLineEdit* m_output;
    QPushButton* m_button;
    QProgressBar* m_progress;
    QLabel* m_said;
    QLabel* m_hint;
};

/// Where a model in another type goes unless somebody says otherwise: beside one of the user's own,
/// else among the user's models.
std::filesystem::path suggestedOutput(const std::filesystem::path& model, ModelPlace place,
                                      const std::string& dtype);

} // namespace unlit::ui
