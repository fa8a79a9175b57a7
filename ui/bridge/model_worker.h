// Long work on model folders off the GUI thread: checking one, writing one in another form.
#pragma once

#include "core/base/failure.h"
#include "core/session/models/export_model.h"
#include "core/session/models/model_commands.h"
#include "ui/bridge/long_work.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::ui {

struct ModelCheck {
    std::filesystem::path folder;
    std::vector<ModelFinding> findings;
    std::string hash; ///< see model_hash.h; empty where the folder could not be read to its end

    /// No finding is an error.
    bool isSound() const;
};

/// GUI thread. One work at a time: precondition of check() and write() is !isBusy(). Each ends with
/// exactly one of the last four signals. The destructor stops the work and waits for the tensor or
/// the part at hand.
class ModelWorker : public QObject {
    Q_OBJECT

public:
    explicit ModelWorker(QObject* parent = nullptr) : QObject(parent) {}

    void check(const std::filesystem::path& folder);
    /// A stop leaves nothing at request.output, or what was there.
    void write(const ExportRequest& request);

    void cancel() { m_work.cancel(); }

    bool isBusy() const { return m_work.isBusy(); }

signals:
    /// `fraction` is negative where it is not known.
    void progressed(double fraction, const QString& what);
    void checked(const unlit::ui::ModelCheck& check);
    void written(const std::filesystem::path& folder);
    void cancelled();
    void failed(const unlit::Failure& failure);

private:
    void tell(const std::stop_token& stop, double fraction, const QString& what);

    LongWork m_work{[this](const Failure& failure) { emit failed(failure); }};
};

} // namespace unlit::ui
