// The pictures of a validation wall: which there are at a step, and their pixels, read in the
// background.
#pragma once

#include "core/runs/run_pictures.h"
#include "ui/bridge/background_queue.h"

#include <QImage>
#include <QObject>
#include <QStringList>

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace unlit::ui {

/// What stands in a row of the wall.
struct WallRow {
    QString sample;
    QString dataset;
    std::filesystem::path beauty; ///< each empty where there is none
    std::filesystem::path prediction;
    std::filesystem::path truth;
    std::filesystem::path error;
    std::filesystem::path uncertainty;
    std::filesystem::path other; ///< the prediction that this one is wiped against
    std::int64_t stamp = 0;      ///< another one when the prediction was written anew
    std::optional<double> psnr;  ///< as the trainer measured it, dB; unset = not told
    bool operator==(const WallRow&) const = default;
};

/// A run at a step.
struct WallPlace {
    std::filesystem::path run; ///< empty = none
    std::int64_t step = -1;    ///< -1 = the last one; else the nearest before it
    bool operator==(const WallPlace&) const = default;
};

struct WallQuestion {
    WallPlace shown;
    WallPlace other; ///< to wipe against
    QString target;  ///< "" = the first one
};

struct WallAnswer {
    std::vector<std::int64_t> steps; ///< of the run on show, ascending
    std::int64_t step = -1;
    std::int64_t otherStep = -1;
    QStringList targets; ///< of its pictures; one of "" for a lone target
    QString target;
    std::vector<WallRow> rows;
    bool operator==(const WallAnswer&) const = default;
};

/// Lists folders; opens no picture. Any thread.
WallAnswer answerTo(const WallQuestion& question);

/// Peak signal-to-noise ratio of two pictures of 8 bits, over all pixels and channels; nullopt for
/// other sizes, infinity for the same.
std::optional<double> psnrOf(const QImage& first, const QImage& second);

/// GUI thread. Keeps what was used last, up to a limit. The destructor waits for the picture that
/// is being read.
class WallPictures : public QObject {
    Q_OBJECT

public:
    explicit WallPictures(QObject* parent = nullptr) : QObject(parent) {}

    /// A question that comes while another waits takes its place.
    void ask(const WallQuestion& question);

    /// The picture if it is there; else a null one, and loaded() follows. A picture that cannot be
    /// read stays null.
    QImage get(const std::filesystem::path& file);
    /// Of the eight bits of a prediction and its truth, over all their pixels, once both are there:
    /// near what a trainer measures, which leaves out what its mask does.
    std::optional<double> psnr(const std::filesystem::path& prediction,
                               const std::filesystem::path& truth);

    bool isBusy() const { return m_rows.isBusy() || !m_loading.empty(); }

signals:
    /// To the last question only.
    void answered(const unlit::ui::WallAnswer& answer);
    void loaded(const std::filesystem::path& file);

private:
    void take(const std::filesystem::path& file, const QImage& picture);
    void forgetOld(const WallAnswer& answer);

    struct Kept {
        QImage picture;
        std::list<std::filesystem::path>::iterator use;
    };

    std::set<std::filesystem::path> m_loading;
    std::list<std::filesystem::path> m_uses; ///< the last used one first
    std::map<std::filesystem::path, Kept> m_pictures;
    std::map<std::filesystem::path, double> m_psnr;         ///< of predictions
    std::map<std::filesystem::path, std::int64_t> m_stamps; ///< likewise
    std::int64_t m_bytes = 0;
    Background<WallAnswer> m_rows;
    BackgroundQueue m_reader{Haste::Soon}; // these last: joined while the rest is there
};

} // namespace unlit::ui
