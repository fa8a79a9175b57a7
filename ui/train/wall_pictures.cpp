#include "ui/train/wall_pictures.h"

#include "core/train/writers/picture_figures.h"
#include "ui/kit/text.h"

#include <QImageReader>

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kLongestPx = 2048; // the viewer has the whole picture
constexpr std::int64_t kMostBytes = std::int64_t{256} << 20;

fs::path pathOf(const runs::SamplePictures& sample, const std::string& what) {
    const fs::path* file = sample.find(what);
    return file != nullptr ? *file : fs::path();
}

/// The nearest before the wanted one, or else the first.
std::int64_t nearestStep(const std::vector<std::int64_t>& steps, std::int64_t wanted) {
    if (steps.empty())
        return -1;
    if (wanted < 0)
        return steps.back();
    const auto after = std::ranges::upper_bound(steps, wanted);
    return after == steps.begin() ? steps.front() : *std::prev(after);
}

std::int64_t stampOf(const fs::path& file) {
    std::error_code failed;
    const auto time = fs::last_write_time(file, failed);
    return failed ? 0 : time.time_since_epoch().count();
}

QImage readPicture(const fs::path& file) {
    QImageReader reader(toQString(file));
    const QSize size = reader.size();
    if (const int longest = std::max(size.width(), size.height()); longest > kLongestPx)
        reader.setScaledSize(size * kLongestPx / longest);
    return reader.read().convertToFormat(QImage::Format_RGB32);
}

} // namespace

WallAnswer answerTo(const WallQuestion& question) {
    WallAnswer answer;
    answer.steps = runs::pictureSteps(question.shown.run);
    // Those of the newest step may just be written: a set's folder appears whole.
    while (!answer.steps.empty() &&
           runs::picturesAt(question.shown.run, answer.steps.back()).empty())
        answer.steps.pop_back();
    answer.step = nearestStep(answer.steps, question.shown.step);
    if (answer.step < 0)
        return answer;
    const auto samples = runs::picturesAt(question.shown.run, answer.step);
    for (const runs::SamplePictures& sample : samples)
        for (const std::string& target : runs::targetsOf(sample))
            if (!answer.targets.contains(toQString(target)))
                answer.targets += toQString(target);
    answer.target =
        answer.targets.contains(question.target) ? question.target : answer.targets.value(0);
    std::vector<runs::SamplePictures> others;
    if (!question.other.run.empty()) {
        answer.otherStep = nearestStep(runs::pictureSteps(question.other.run), question.other.step);
        if (answer.otherStep >= 0)
            others = runs::picturesAt(question.other.run, answer.otherStep);
    }
    runs::PictureFigures figures;
    fs::path measured; // the folder that they are of
    for (const runs::SamplePictures& sample : samples) {
        const auto part = [&](const char* what) {
            return pathOf(sample, runs::partName(answer.target.toStdString(), what));
        };
        WallRow row;
        row.sample = toQString(sample.sample);
        row.dataset = toQString(sample.dataset);
        row.beauty = pathOf(sample, "beauty");
        row.prediction = part("prediction");
        row.truth = part("truth");
        row.error = part("error");
        row.uncertainty = part("uncertainty");
        row.stamp = stampOf(row.prediction);
        if (row.prediction.parent_path() != measured) {
            measured = row.prediction.parent_path();
            figures = runs::readPictureFigures(measured);
        }
        row.psnr = figures.find(sample.sample, answer.target.toStdString(), "psnr");
        const auto other = std::ranges::find_if(others, [&](const runs::SamplePictures& candidate) {
            return candidate.sample == sample.sample && candidate.dataset == sample.dataset;
        });
        if (other != others.end())
            row.other = pathOf(*other, runs::partName(answer.target.toStdString(), "prediction"));
        answer.rows.push_back(std::move(row));
    }
    return answer;
}

std::optional<double> psnrOf(const QImage& first, const QImage& second) {
    if (first.isNull() || first.size() != second.size())
        return {};
    const QImage a = first.convertToFormat(QImage::Format_RGB32);
    const QImage b = second.convertToFormat(QImage::Format_RGB32);
    double sum = 0;
    for (int y = 0; y < a.height(); ++y) {
        const auto* left = reinterpret_cast<const QRgb*>(a.constScanLine(y));
        const auto* right = reinterpret_cast<const QRgb*>(b.constScanLine(y));
        for (int x = 0; x < a.width(); ++x) {
            const int red = qRed(left[x]) - qRed(right[x]);
            const int green = qGreen(left[x]) - qGreen(right[x]);
            const int blue = qBlue(left[x]) - qBlue(right[x]);
            sum += red * red + green * green + blue * blue;
        }
    }
    const double mean = sum / (3.0 * a.width() * a.height());
    return mean == 0 ? std::numeric_limits<double>::infinity()
                     : 10 * std::log10(255.0 * 255.0 / mean);
}

void WallPictures::ask(const WallQuestion& question) {
    m_rows.ask([question](const std::stop_token&) { return answerTo(question); },
               [this](const WallAnswer& answer) {
                   forgetOld(answer);
                   emit answered(answer);
               });
}

/// A run that went on from an earlier checkpoint writes its pictures anew.
void WallPictures::forgetOld(const WallAnswer& answer) {
    bool isOld = false;
    for (const WallRow& row : answer.rows) {
        const auto [known, isNew] = m_stamps.try_emplace(row.prediction, row.stamp);
        isOld = isOld || (!isNew && known->second != row.stamp);
        known->second = row.stamp;
    }
    if (!isOld)
        return;
    m_pictures.clear();
    m_uses.clear();
    m_psnr.clear();
    m_bytes = 0;
}

QImage WallPictures::get(const fs::path& file) {
    if (file.empty())
        return {};
    if (const auto found = m_pictures.find(file); found != m_pictures.end()) {
        m_uses.splice(m_uses.begin(), m_uses, found->second.use);
        return found->second.picture;
    }
    if (!m_loading.insert(file).second)
        return {};
    m_reader.post([file](const std::stop_token&) { return readPicture(file); },
                  [this, file](const QImage& picture) { take(file, picture); });
    return {};
}

void WallPictures::take(const fs::path& file, const QImage& picture) {
    m_loading.erase(file);
    m_uses.push_front(file);
    m_pictures[file] = {picture, m_uses.begin()};
    m_bytes += picture.sizeInBytes();
    while (m_bytes > kMostBytes && m_uses.size() > 1) {
        const auto oldest = m_pictures.find(m_uses.back());
        m_bytes -= oldest->second.picture.sizeInBytes();
        m_pictures.erase(oldest);
        m_uses.pop_back();
    }
    emit loaded(file);
}

std::optional<double> WallPictures::psnr(const fs::path& prediction, const fs::path& truth) {
    if (const auto known = m_psnr.find(prediction); known != m_psnr.end())
        return known->second;
    const auto value = psnrOf(get(prediction), get(truth));
    if (value)
        m_psnr[prediction] = *value;
    return value;
}

} // namespace unlit::ui
