// Two models on one picture, in the viewer.
#pragma once

#include "ui/bridge/model_comparer.h"
#include "ui/viewer/viewer.h"
#include "ui/widgets/notice_card.h"

#include <QComboBox>
#include <QProgressBar>
#include <QPushButton>

namespace unlit::ui {

/// GUI thread.
class ModelsCompare : public QWidget {
    Q_OBJECT

public:
    struct Model {
        std::filesystem::path folder;
        QString name;
        bool operator==(const Model&) const = default;
    };

    explicit ModelsCompare(InferenceController::MakeService makeService, QWidget* parent = nullptr);

    /// Those that can be used; what is chosen stays where it is still there.
    void setModels(const std::vector<Model>& models);
    /// The first of the two.
    void setCurrent(const std::filesystem::path& folder);
    void setPicture(const std::filesystem::path& picture);
    void compare();

    ModelComparer& comparer() { return m_comparer; }

    Viewer& viewer() { return *m_viewer; }

    QComboBox& first() { return *m_first; }

    QComboBox& second() { return *m_second; }

    NoticeCard& notice() { return *m_notice; }

private:
    QWidget* makeBar();
    void connectComparer();
    void choosePicture();
    void take(const ModelComparer::Results& results);
    void refresh();
    void showNotice(const QString& title, const QString& text, bool isBad);
    const Model* chosen(const QComboBox& box) const;

    ModelComparer m_comparer;
    std::vector<Model> m_models;
    std::filesystem::path m_picture;
    Viewer* m_viewer;
    NoticeCard* m_notice;
    QComboBox* m_first;
    QComboBox* m_second;
    QPushButton* m_choose;
    QPushButton* m_run;
    QProgressBar* m_progress;
};

} // namespace unlit::ui
