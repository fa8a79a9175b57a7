#include "ui/train/figure_titles.h"

#include "core/runs/metric_tag.h"
#include "ui/kit/text.h"

#include <QObject>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <string_view>

namespace unlit::ui {

namespace {

constexpr std::string_view kValidation = "val/";

constexpr std::array kMachineTags = {"perf/cpu_percent", "perf/gpu_percent",
                                     "perf/gpu_memory_bytes", "perf/gpu_watts",
                                     "perf/disk_free_bytes"};

QString machineTitle(const std::string& tag) {
    const std::array<QString, kMachineTags.size()> titles = {
        QObject::tr("Processors, %"), QObject::tr("GPU, %"), QObject::tr("GPU memory, bytes"),
        QObject::tr("GPU, watts"), QObject::tr("Free disk, bytes")};
    const auto found = std::ranges::find(kMachineTags, tag);
    return found == kMachineTags.end()
               ? QString()
               : titles.at(static_cast<std::size_t>(found - kMachineTags.begin()));
}

/// Of "train/loss_t250-499" 250.
int firstTimestep(const std::string& tag) {
    return std::atoi(tag.c_str() + std::string_view(kTimestepLosses).size());
}

} // namespace

std::vector<std::string> plottedTags(const std::vector<std::string>& tags,
                                     const std::string& deciding) {
    std::vector<std::string> plotted;
    const auto add = [&](const std::string& tag) {
        const bool isThere = std::ranges::find(tags, tag) != tags.end();
        if (isThere && std::ranges::find(plotted, tag) == plotted.end())
            plotted.push_back(tag);
    };
    const auto addAll = [&](std::string_view begin) {
        for (const std::string& tag : tags)
            if (tag.starts_with(begin) && tag != kLossTag && !runs::isTimestepLoss(tag))
                add(tag);
    };
    add(deciding.empty() ? runs::mainTag(tags, "psnr") : deciding);
    add("lr");
    if (std::ranges::any_of(tags, runs::isTimestepLoss))
        plotted.emplace_back(kTimestepLosses);
    addAll(kValidation);
    add("train/grad_norm");
    add("perf/images_per_second");
    addAll("train/");
    for (const char* machine : kMachineTags)
        add(machine);
    return plotted;
}

std::vector<std::string> curvesOfPlot(const std::string& plot,
                                      const std::vector<std::string>& tags) {
    if (plot != kTimestepLosses)
        return {plot};
    std::vector<std::string> parts;
    std::ranges::copy_if(tags, std::back_inserter(parts), runs::isTimestepLoss);
    std::ranges::sort(parts, {}, firstTimestep);
    return parts;
}

QString figureTitle(const std::string& tag) {
    if (tag == kTimestepLosses)
        return QObject::tr("Loss by timestep");
    if (runs::isTimestepLoss(tag))
        return toQString(tag.substr(std::string_view(kTimestepLosses).size()));
    if (tag == kLossTag)
        return QObject::tr("Loss");
    if (tag == "lr")
        return QObject::tr("Learning rate");
    if (tag == "train/grad_norm")
        return QObject::tr("Gradient norm");
    if (tag == "perf/images_per_second")
        return QObject::tr("Pictures a second");
    if (const QString title = machineTitle(tag); !title.isEmpty())
        return title;
    if (!tag.starts_with(kValidation))
        return toQString(tag);
    const std::string rest = tag.substr(kValidation.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string::npos)
        return QObject::tr("Validation %1").arg(toQString(rest));
    return QObject::tr("Validation %1 · %2")
        .arg(toQString(rest.substr(slash + 1)), toQString(rest.substr(0, slash)));
}

} // namespace unlit::ui
