// What several models make of one picture, beside each other in the viewer.
#pragma once

#include "ui/bridge/model_comparer.h"
#include "ui/viewer/viewer.h"
#include "ui/widgets/notice_card.h"

#include <QProgressBar>

#include <filesystem>
#include <vector>

namespace unlit::ui {

/// A model folder, and what it is called here.
struct ComparedModel {
    std::filesystem::path folder;
    QString name;
    bool operator==(const ComparedModel&) const = default;
};

/// GUI thread.
class ModelComparison : public QWidget {
    Q_OBJECT

public:
    explicit ModelComparison(InferenceController::MakeService makeService,
                             QWidget* parent = nullptr);

    /// Precondition: !isBusy(), and there are models.
    void compare(const std::filesystem::path& picture, std::vector<ComparedModel> models);

    void cancel() { m_comparer.cancel(); }

    bool isBusy() const { return m_comparer.isBusy(); }

    /// In place of pictures; the pictures go.
    void say(const QString& title, const QString& text, bool isBad = false);

    ModelComparer& comparer() { return m_comparer; }

    Viewer& viewer() { return *m_viewer; }

    NoticeCard& notice() { return *m_notice; }

signals:
    /// Something has begun or ended.
    void stateChanged();

private:
    void connectComparer();
    void take(const ModelComparer::Results& results);
    void refresh();

    ModelComparer m_comparer;
    std::vector<ComparedModel> m_models;
    Viewer* m_viewer;
    NoticeCard* m_notice;
    QProgressBar* m_progress;
};

} // namespace unlit::ui
