#include "ui/bridge/model_worker.h"

#include "core/session/infer/model_hash.h"
#include "ui/kit/text.h"

#include <algorithm>

namespace unlit::ui {

bool ModelCheck::isSound() const {
    return std::ranges::none_of(findings, [](const ModelFinding& finding) {
        return finding.severity == ModelFinding::Severity::Error;
    });
}

void ModelWorker::tell(const std::stop_token& stop, double fraction, const QString& what) {
    m_work.tell(stop, [this, fraction, what] { emit progressed(fraction, what); });
}

void ModelWorker::check(const std::filesystem::path& folder) {
    m_work.start([this, folder](const std::stop_token& stop) -> LongWork::End {
        ModelCheck check;
        check.folder = folder;
        check.findings = checkModel(
            folder,
            [&](const std::string& part) { tell(stop, -1, tr("reading %1").arg(toQString(part))); },
            stop);
        if (!stop.stop_requested() && check.isSound()) {
            tell(stop, -1, tr("hashing"));
            check.hash = hashModel(folder);
        }
        if (stop.stop_requested())
            return [this] { emit cancelled(); };
        return [this, check] { emit checked(check); };
    });
}

void ModelWorker::write(const ExportRequest& request) {
    m_work.start([this, request](const std::stop_token& stop) -> LongWork::End {
        int shownPercent = -1;
        const auto progress = [&](double fraction) {
            if (const int percent = static_cast<int>(100 * fraction); percent != shownPercent) {
                shownPercent = percent;
                tell(stop, fraction, tr("writing"));
            }
        };
        tell(stop, 0, tr("reading"));
        if (exportModel(request, progress, stop))
            return [this, folder = request.output] { emit written(folder); };
        return [this] { emit cancelled(); };
    });
}

} // namespace unlit::ui
