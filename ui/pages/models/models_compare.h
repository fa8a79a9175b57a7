// Two models on one picture, in the viewer.
#pragma once

#include "ui/pages/compare/model_comparison.h"

#include <QComboBox>
#include <QPushButton>

namespace unlit::ui {

/// GUI thread.
class ModelsCompare : public QWidget {
    Q_OBJECT

public:
    using Model = ComparedModel;

    explicit ModelsCompare(InferenceController::MakeService makeService, QWidget* parent = nullptr);

    /// Those that can be used; what is chosen stays where it is still there.
    void setModels(const std::vector<Model>& models);
    /// The first of the two.
    void setCurrent(const std::filesystem::path& folder);
    void setPicture(const std::filesystem::path& picture);
    void compare();

    ModelComparer& comparer() { return m_comparison->comparer(); }

    Viewer& viewer() { return m_comparison->viewer(); }

    QComboBox& first() { return *m_first; }

    QComboBox& second() { return *m_second; }

    NoticeCard& notice() { return m_comparison->notice(); }

private:
    QWidget* makeBar();
    void choosePicture();
    void refresh();
    const Model* chosen(const QComboBox& box) const;

    std::vector<Model> m_models;
    std::filesystem::path m_picture;
    ModelComparison* m_comparison;
    QComboBox* m_first;
    QComboBox* m_second;
    QPushButton* m_choose;
    QPushButton* m_run;
};

} // namespace unlit::ui
