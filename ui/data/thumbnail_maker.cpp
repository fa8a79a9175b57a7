#include "ui/data/thumbnail_maker.h"

#include "ui/data/pair_thumbnail.h"
#include "ui/kit/text.h"

#include <utility>

namespace unlit::ui {

namespace {

constexpr int kAtOnce = 2;
constexpr std::size_t kMostUnderWay = 2 * kAtOnce; // one follows while the GUI hears of the last
constexpr std::uint64_t kMostCacheBytes = 512ULL << 20U;

QImage cachedThumbnail(ThumbnailCache& cache, const data::PictureSource& source,
                       const data::ListedPair& files) {
    const std::string key = ThumbnailCache::keyOf(source, files);
    QImage image = cache.find(key);
    if (image.isNull()) {
        image = pairThumbnail(source, files);
        cache.store(key, image);
    }
    return image;
}

} // namespace

ThumbnailMaker::ThumbnailMaker(std::filesystem::path cacheFolder, QObject* parent)
    : QObject(parent), m_cache(std::move(cacheFolder)), m_queue(Haste::Later, kAtOnce) {}

ThumbnailMaker::~ThumbnailMaker() {
    m_queue.clear();
    m_queue.wait();
    m_cache.trim(kMostCacheBytes);
}

void ThumbnailMaker::setSource(std::shared_ptr<const data::PictureSource> source) {
    m_queue.clear();
    m_source = std::move(source);
    m_orders.clear();
    m_underWay.clear();
}

void ThumbnailMaker::want(std::vector<ThumbnailOrder> orders) {
    std::erase_if(orders,
                  [this](const ThumbnailOrder& order) { return m_underWay.contains(order.pair); });
    m_orders.assign(std::make_move_iterator(orders.begin()), std::make_move_iterator(orders.end()));
    serve();
}

/// Orders wait here, where others can take their place, until a thread is about to be free.
void ThumbnailMaker::serve() {
    while (!m_orders.empty() && m_underWay.size() < kMostUnderWay) {
        m_underWay.insert(m_orders.front().pair);
        begin(m_orders.front());
        m_orders.pop_front();
    }
}

void ThumbnailMaker::begin(const ThumbnailOrder& order) {
    const auto end = [this, pair = order.pair] {
        m_underWay.erase(pair);
        serve();
    };
    m_queue.post([this, source = m_source, files = order.files](
                     const std::stop_token&) { return cachedThumbnail(m_cache, *source, files); },
                 [this, end, pair = order.pair](const QImage& image) {
                     end();
                     emit made(pair, image);
                 },
                 [this, end, pair = order.pair](const Failure& failure) {
                     end();
                     emit failed(pair, sentence(failure.message));
                 });
}

} // namespace unlit::ui
