// Finds and reads model folders on a thread of its own.
#pragma once

#include "core/session/model_catalogue.h"

#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <functional>
#include <stop_token>
#include <vector>

namespace unlit::ui {

/// GUI thread; signals come there, too, and only those of the last look. The destructor stops the
/// look under way and waits for the folder that is being read.
class ModelFinder : public QObject {
    Q_OBJECT

public:
    explicit ModelFinder(QObject* parent = nullptr);
    ~ModelFinder() override;

    /// Begins anew.
    void look(std::vector<ModelRoot> roots);

    bool isLooking() const { return m_isLooking; }

signals:
    void rowRead(const unlit::ModelRow& row);
    /// All folders that were found, and sentences about places that cannot be looked through.
    void looked(const std::vector<std::filesystem::path>& folders, const QStringList& problems);

private:
    QThreadPool m_pool;
    std::stop_source m_stop;
    int m_number = 0;
    bool m_isLooking = false;
};

} // namespace unlit::ui
