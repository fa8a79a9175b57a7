#include "ui/bridge/model_finder.h"

#include "ui/bridge/text.h"

namespace unlit::ui {

ModelFinder::ModelFinder(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

ModelFinder::~ModelFinder() {
    m_stop.request_stop();
    m_pool.clear();
    m_pool.waitForDone();
}

void ModelFinder::look(std::vector<ModelRoot> roots) {
    m_stop.request_stop();
    m_stop = {};
    m_pool.clear();
    m_isLooking = true;
    const int number = ++m_number;
    m_pool.start([this, number, roots = std::move(roots), stop = m_stop.get_token()] {
        std::vector<std::filesystem::path> folders;
        const auto problems = catalogueModels(roots, stop, [&](const ModelRow& row) {
            folders.push_back(row.found.folder);
            QMetaObject::invokeMethod(this, [this, number, row] {
                if (number == m_number)
                    emit rowRead(row);
            });
        });
        QStringList words;
        for (const std::string& problem : problems)
            words += sentence(problem);
        QMetaObject::invokeMethod(this, [this, number, folders, words] {
            if (number != m_number)
                return;
            m_isLooking = false;
            emit looked(folders, words);
        });
    });
}

} // namespace unlit::ui
