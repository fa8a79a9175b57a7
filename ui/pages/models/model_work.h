// Checking and converting on the Models page: one of them at a time, and who is told of it.
#pragma once

#include "ui/bridge/model_worker.h"
#include "ui/pages/models/models_parts.h"

namespace unlit::ui {

/// GUI thread. The table cannot be used meanwhile: what is said belongs to the chosen model.
class ModelWork : public QObject {
    Q_OBJECT

public:
    explicit ModelWork(const ModelsParts& parts);

    /// Another model is chosen, or it was read anew; heard of while nothing is under way.
    void setModel(const ModelRow* row);
    /// Of the chosen model; does nothing while something is under way.
    void check();
    /// As the fields of the view stand; does nothing while something is under way.
    void convert();

    bool isBusy() const { return m_worker.isBusy(); }

signals:
    /// There is a new model.
    void written(const std::filesystem::path& folder);

private:
    enum class Kind { None, Check, Write };

    void connectWorker();
    void begin(Kind kind);
    void end();
    void sayProblem(const QString& text, const QString& hint);

    const ModelsParts& m_parts;
    Kind m_kind = Kind::None;
    ModelWorker m_worker;
};

} // namespace unlit::ui
