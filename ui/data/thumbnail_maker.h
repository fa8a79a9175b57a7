// Makes thumbnails of pairs in the background, those first that are looked at.
#pragma once

#include "core/data/source/filename_list.h"
#include "core/data/source/picture_source.h"
#include "ui/data/thumbnail_cache.h"

#include <QImage>
#include <QObject>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace unlit::ui {

struct ThumbnailOrder {
    int pair = -1; ///< the number that the answer carries
    data::ListedPair files;
};

/// GUI thread; two threads of its own. The destructor waits for what they are reading.
class ThumbnailMaker : public QObject {
    Q_OBJECT

public:
    explicit ThumbnailMaker(std::filesystem::path cacheFolder, QObject* parent = nullptr);
    ~ThumbnailMaker() override;

    /// From now on orders speak of this source; what was ordered before is forgotten.
    void setSource(std::shared_ptr<const data::PictureSource> source);
    /// Takes the place of all orders that nobody works on yet; the first one is served first.
    void want(std::vector<ThumbnailOrder> orders);

    /// Nothing is ordered that has not been answered.
    bool isIdle() const;

signals:
    void made(int pair, const QImage& image);
    void failed(int pair, const QString& problem);

private:
    struct Work {
        ThumbnailOrder order;
        std::shared_ptr<const data::PictureSource> source;
        int generation = 0;
    };

    void run(const std::stop_token& stop);
    void serve(const Work& work);

    ThumbnailCache m_cache;
    mutable std::mutex m_mutex; ///< guards everything below
    std::condition_variable_any m_wake;
    std::deque<ThumbnailOrder> m_orders;
    std::set<int> m_underWay; ///< pairs of this generation
    std::shared_ptr<const data::PictureSource> m_source;
    int m_generation = 0;
    std::vector<std::jthread> m_threads; // last: joined while the rest is there
};

} // namespace unlit::ui
