#include "ui/bridge/model_worker.h"

#include "core/session/model_hash.h"
#include "ui/bridge/text.h"

#include <algorithm>

namespace unlit::ui {

bool ModelCheck::isSound() const {
    return std::ranges::none_of(findings, [](const ModelFinding& finding) {
        return finding.severity == ModelFinding::Severity::Error;
    });
}

ModelWorker::ModelWorker(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

ModelWorker::~ModelWorker() {
    m_stop.request_stop();
    m_pool.waitForDone();
}

template <class Tell>
void ModelWorker::end(Tell tell) {
    QMetaObject::invokeMethod(this, [this, tell = std::move(tell)] {
        m_isBusy = false;
        tell();
    });
}

/// `work` ends by calling end(), or throws.
template <class Work>
void ModelWorker::start(Work work) {
    m_stop = {};
    m_isBusy = true;
    m_pool.start([this, work = std::move(work), stop = m_stop.get_token()] {
        try {
            work(stop);
        } catch (...) {
            end([this, failure = translateCurrentException()] { emit failed(failure); });
        }
    });
}

void ModelWorker::tell(double fraction, const QString& what) {
    QMetaObject::invokeMethod(this, [this, fraction, what] {
        if (m_isBusy)
            emit progressed(fraction, what);
    });
}

void ModelWorker::check(const std::filesystem::path& folder) {
    start([this, folder](const std::stop_token& stop) {
        ModelCheck check;
        check.folder = folder;
        check.findings = checkModel(
            folder,
            [this](const std::string& part) { tell(-1, tr("reading %1").arg(toQString(part))); },
            stop);
        if (!stop.stop_requested() && check.isSound()) {
            tell(-1, tr("hashing"));
            check.hash = hashModel(folder);
        }
        if (stop.stop_requested())
            end([this] { emit cancelled(); });
        else
            end([this, check] { emit checked(check); });
    });
}

void ModelWorker::write(const ExportRequest& request) {
    start([this, request](const std::stop_token& stop) {
        int shownPercent = -1;
        const auto progress = [&](double fraction) {
            if (const int percent = static_cast<int>(100 * fraction); percent != shownPercent) {
                shownPercent = percent;
                tell(fraction, tr("writing"));
            }
        };
        tell(0, tr("reading"));
        if (exportModel(request, progress, stop))
            end([this, folder = request.output] { emit written(folder); });
        else
            end([this] { emit cancelled(); });
    });
}

void ModelWorker::cancel() {
    m_stop.request_stop();
}

} // namespace unlit::ui
