// Reads the pictures of runs at one step.
#pragma once

#include "core/image/image.h"

#include <QStringList>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

namespace unlit::ui {

struct RunPictureQuestion {
    struct Run {
        std::filesystem::path folder;
        QString name;
    };

    std::vector<Run> runs;
    std::int64_t step = -1;   ///< -1 = the last one
    std::int64_t beside = -1; ///< another step, whose predictions come, too; -1 = none
    QString sample;           ///< "" = the first one
    QString target;           ///< likewise
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
    std::int64_t beside = -1; ///< -1 where no run has pictures of that step, or it is the step
    QString sample;
    QString target;
    std::vector<RunPicture> pictures;
    QString problem; ///< "" or what could not be read
};

/// Any thread. A stop ends it after the picture that is being read, with what there is.
RunPictureAnswer answerTo(const RunPictureQuestion& question, const std::stop_token& stop);

} // namespace unlit::ui
