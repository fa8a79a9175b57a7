// What comes into the window from outside, and whose it is.
#pragma once

#include "ui/window/window_pages.h"

#include <QMimeData>

#include <filesystem>
#include <functional>
#include <vector>

namespace unlit::ui {

/// Hands things to the pages, which live longer. GUI thread.
class WindowDrops {
public:
    WindowDrops(const WindowPages& pages, std::function<void(StudioPage)> showPage)
        : m_pages(pages), m_showPage(std::move(showPage)) {}

    void take(const QMimeData& data);
    /// One recipe, or one run's folder; false for all else.
    bool takeForTrain(const std::vector<std::filesystem::path>& paths);

private:
    bool takeForList(const std::vector<std::filesystem::path>& paths);

    const WindowPages& m_pages;
    std::function<void(StudioPage)> m_showPage;
};

} // namespace unlit::ui
