#include "ui/train/figure_titles.h"

#include "core/runs/metric_tag.h"
#include "ui/kit/text.h"

#include <QObject>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

namespace unlit::ui {

namespace {

constexpr std::string_view kValidation = "val/";

/// Of "train/loss_t250-499" 250.
int firstTimestep(const std::string& tag) {
    return std::atoi(tag.c_str() + std::string_view(kTimestepLosses).size());
}

} // namespace

std::vector<std::string> plottedTags(const std::vector<std::string>& tags) {
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
    add(runs::mainTag(tags, "psnr"));
    add("lr");
    if (std::ranges::any_of(tags, runs::isTimestepLoss))
        plotted.emplace_back(kTimestepLosses);
    addAll(kValidation);
    add("train/grad_norm");
    add("perf/images_per_second");
    addAll("train/");
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
