// Reads the pictures of runs at one step in the background.
#pragma once

#include "core/image/image.h"

#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace unlit::ui {

struct RunPictureQuestion {
    struct Run {
        std::filesystem::path folder;
        QString name;
    };

    std::vector<Run> runs;
    std::int64_t step = -1; ///< -1 = the last one
    QString sample;         ///< "" = the first one
    QString target;         ///< likewise
};

struct RunPicture {
    QString name; ///< "Beauty", "Truth", "p2 · prediction", …
    bool isPrediction = false;
    std::shared_ptr<const Image> image;
};

struct RunPictureAnswer {
    std::vector<std::int64_t> steps; ///< of any of the runs, ascending
    QStringList samples;             ///< at the step
    QStringList targets;             ///< of the sample; one of "" for a lone target
    std::int64_t step = -1;
    QString sample;
    QString target;
    std::vector<RunPicture> pictures;
    QString problem; ///< "" or what could not be read
};

/// GUI thread; a question that comes while another waits takes its place. The destructor waits for
/// the picture that is being read.
class RunPictureLoader : public QObject {
    Q_OBJECT

public:
    explicit RunPictureLoader(QObject* parent = nullptr);
    ~RunPictureLoader() override;

    void ask(RunPictureQuestion question);

    bool isBusy() const { return m_answered != m_asked; }

signals:
    /// To the last question only.
    void answered(const unlit::ui::RunPictureAnswer& answer);

private:
    QThreadPool m_pool;
    std::atomic<int> m_asked = 0;
    int m_answered = 0;
};

/// What the loader does; any thread. Gives up early when `isVoid` says so.
RunPictureAnswer answerTo(const RunPictureQuestion& question, const std::function<bool()>& isVoid);

} // namespace unlit::ui
