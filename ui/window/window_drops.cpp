#include "ui/window/window_drops.h"

#include "core/runs/run_finder.h"
#include "ui/bridge/dropped_files.h"
#include "ui/kit/text.h"

#include <algorithm>

namespace unlit::ui {

/// Where runs or models are listed a folder is looked through for them. Elsewhere a recipe or run
/// is for Train; on the Data page a folder or list is a set; all else is for Infer.
void WindowDrops::take(const QMimeData& data) {
    const std::vector<std::filesystem::path> paths = offeredData(data).paths;
    if (takeForList(paths))
        return;
    const bool isSet = m_pages.current() == StudioPage::Data;
    if (isSet ? m_pages.train.recipe().files().take(paths) : takeForTrain(paths))
        return m_showPage(StudioPage::Train);
    if (isSet && (m_pages.data.take(data) || takeForTrain(paths)))
        return;
    m_showPage(StudioPage::Infer);
    m_pages.infer.take(data);
}

bool WindowDrops::takeForList(const std::vector<std::filesystem::path>& paths) {
    const bool isRuns = m_pages.current() == StudioPage::Runs;
    const bool isModels = m_pages.current() == StudioPage::Models;
    const auto isFolder = [](const std::filesystem::path& path) {
        std::error_code unknown;
        return std::filesystem::is_directory(path, unknown);
    };
    const auto isModel = [](const std::filesystem::path& path) {
        std::error_code unknown;
        return std::filesystem::exists(path / "model_index.json", unknown);
    };
    if ((!isRuns && !isModels) || paths.empty() || !std::ranges::all_of(paths, isFolder) ||
        std::ranges::any_of(paths, isModel)) // a model itself is to be used
        return false;
    for (const std::filesystem::path& path : paths) {
        if (isModels)
            m_pages.models.roots().add(toQString(path));
        else if (runs::isRunFolder(path))
            m_pages.runs.roots().addAround(path);
        else
            m_pages.runs.roots().add(toQString(path));
    }
    return true;
}

bool WindowDrops::takeForTrain(const std::vector<std::filesystem::path>& paths) {
    const bool isRun = paths.size() == 1 && runs::isRunFolder(paths.front());
    if (!isRun && !m_pages.train.recipe().files().take(paths))
        return false;
    m_showPage(StudioPage::Train);
    if (isRun)
        m_pages.train.showRun(paths.front());
    return true;
}

} // namespace unlit::ui
