// Looks through dropped folders and stores pasted pictures, away from the GUI thread.
#pragma once

#include "core/base/failure.h"
#include "ui/bridge/background_queue.h"
#include "ui/bridge/dropped_files.h"

#include <QImage>
#include <QObject>

#include <filesystem>
#include <vector>

namespace unlit::ui {

/// GUI thread; one request after the other. The destructor waits for the one that runs.
class FileFinder : public QObject {
    Q_OBJECT

public:
    explicit FileFinder(QObject* parent = nullptr) : QObject(parent) {}

    /// See sortDropped; `found` follows, with the paths that were asked about. Of a search that
    /// takes longer `searching` tells meanwhile.
    void find(std::vector<std::filesystem::path> paths, bool isRecursive,
              const std::filesystem::path& outputFolder = {});
    /// Writes the picture as PNG, 16 bits a sample, into pastedFolder(); `found` or `failed`
    /// follows.
    void store(const QImage& image);

    /// Nothing that was asked about is found any more. Does not wait.
    void cancel() { m_queue.clear(); }

signals:
    void searching(const unlit::ui::SearchCount& count);
    void found(const std::vector<std::filesystem::path>& asked,
               const unlit::ui::DroppedFiles& files);
    void failed(const unlit::Failure& failure);

private:
    BackgroundQueue m_queue{Haste::Soon}; // last: joined while the rest is there
};

/// Writes the picture into `folder` under a name that is free; returns its path. Throws Error.
std::filesystem::path storePicture(const QImage& image, const std::filesystem::path& folder);

} // namespace unlit::ui
