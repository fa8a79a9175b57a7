// Makes thumbnails of pairs in the background, those first that are looked at.
#pragma once

#include "core/data/source/filename_list.h"
#include "core/data/source/picture_source.h"
#include "ui/bridge/background_queue.h"
#include "ui/data/thumbnail_cache.h"

#include <QImage>
#include <QObject>

#include <deque>
#include <memory>
#include <set>
#include <vector>

namespace unlit::ui {

struct ThumbnailOrder {
    int pair = -1; ///< the number that the answer carries
    data::ListedPair files;
};

/// GUI thread; two pairs at a time. The destructor waits for what they are reading.
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
    bool isIdle() const { return m_orders.empty() && m_underWay.empty(); }

signals:
    void made(int pair, const QImage& image);
    void failed(int pair, const QString& problem);

private:
    void serve();
    void begin(const ThumbnailOrder& order);

    ThumbnailCache m_cache;
    std::deque<ThumbnailOrder> m_orders; ///< nobody works on them yet
    std::set<int> m_underWay;            ///< pairs
    std::shared_ptr<const data::PictureSource> m_source;
    BackgroundQueue m_queue; // last: joined while the rest is there
};

} // namespace unlit::ui
