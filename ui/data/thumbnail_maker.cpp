#include "ui/data/thumbnail_maker.h"

#include "core/base/failure.h"
#include "ui/bridge/give_way.h"
#include "ui/bridge/text.h"
#include "ui/data/pair_thumbnail.h"

#include <utility>

namespace unlit::ui {

namespace {

constexpr int kThreads = 2;
constexpr std::uint64_t kMostCacheBytes = 512ULL << 20U;

} // namespace

ThumbnailMaker::ThumbnailMaker(std::filesystem::path cacheFolder, QObject* parent)
    : QObject(parent), m_cache(std::move(cacheFolder)) {
    for (int i = 0; i < kThreads; ++i)
        m_threads.emplace_back([this](const std::stop_token& stop) { run(stop); });
}

ThumbnailMaker::~ThumbnailMaker() {
    for (std::jthread& thread : m_threads)
        thread.request_stop();
    m_threads.clear();
    m_cache.trim(kMostCacheBytes);
}

void ThumbnailMaker::setSource(std::shared_ptr<const data::PictureSource> source) {
    const std::scoped_lock lock(m_mutex);
    m_source = std::move(source);
    m_orders.clear();
    m_underWay.clear();
    ++m_generation;
}

void ThumbnailMaker::want(std::vector<ThumbnailOrder> orders) {
    {
        const std::scoped_lock lock(m_mutex);
        std::erase_if(orders, [this](const ThumbnailOrder& order) {
            return m_underWay.contains(order.pair);
        });
        m_orders.assign(std::make_move_iterator(orders.begin()),
                        std::make_move_iterator(orders.end()));
    }
    m_wake.notify_all();
}

bool ThumbnailMaker::isIdle() const {
    const std::scoped_lock lock(m_mutex);
    return m_orders.empty() && m_underWay.empty();
}

void ThumbnailMaker::run(const std::stop_token& stop) {
    giveWay(Haste::Later);
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return !m_orders.empty(); })) {
        if (stop.stop_requested())
            return;
        const Work work{std::move(m_orders.front()), m_source, m_generation};
        m_orders.pop_front();
        m_underWay.insert(work.order.pair);
        lock.unlock();
        serve(work);
        lock.lock();
    }
}

void ThumbnailMaker::serve(const Work& work) {
    QImage image;
    QString problem;
    try {
        const std::string key = ThumbnailCache::keyOf(*work.source, work.order.files);
        image = m_cache.find(key);
        if (image.isNull()) {
            image = pairThumbnail(*work.source, work.order.files);
            m_cache.store(key, image);
        }
    } catch (...) {
        problem = sentence(translateCurrentException().message);
    }
    QMetaObject::invokeMethod(
        this, [this, image, problem, pair = work.order.pair, generation = work.generation] {
            {
                const std::scoped_lock lock(m_mutex);
                if (generation != m_generation)
                    return;
                m_underWay.erase(pair);
            }
            if (problem.isEmpty())
                emit made(pair, image);
            else
                emit failed(pair, problem);
        });
}

} // namespace unlit::ui
