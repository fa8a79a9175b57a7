#include "ui/bridge/freed_elsewhere.h"

#include "tests/support/wait_for.h"
#include "tests/ui/viewer_support.h"
#include "ui/viewer/picture_store.h"

#include <QThreadPool>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace unlit::ui {

namespace {

/// Tells on which thread it goes.
class Grave {
public:
    explicit Grave(std::atomic<std::thread::id>& where) : m_where(where) {}

    ~Grave() { m_where = std::this_thread::get_id(); }

private:
    std::atomic<std::thread::id>& m_where;
};

TEST(FreedElsewhere, TheLastOneToLetGoDoesNotFree) {
    std::atomic<std::thread::id> where{};
    auto thing = freedElsewhere(std::make_shared<Grave>(where));
    auto other = thing;
    thing.reset();
    QThreadPool::globalInstance()->waitForDone();
    EXPECT_EQ(where.load(), std::thread::id()) << "somebody has it still";
    other.reset();
    QThreadPool::globalInstance()->waitForDone();
    EXPECT_NE(where.load(), std::thread::id());
    EXPECT_NE(where.load(), std::this_thread::get_id());
}

TEST(FreedElsewhere, NothingStaysNothing) {
    EXPECT_EQ(freedElsewhere(std::shared_ptr<Grave>()), nullptr);
}

TEST(FreedElsewhere, PicturesOfAViewerAre) {
    std::atomic<std::thread::id> where{};
    auto grave = std::make_shared<Grave>(where);
    std::shared_ptr<Image> image = plainImage(8, 8, 0.5F);
    PictureStore store;
    {
        // A picture goes with the last thing that holds it: here, with its pyramid.
        std::shared_ptr<const Image> shared(image.get(), [grave, image](const Image*) mutable {
            grave.reset();
            image.reset();
        });
        grave.reset();
        image.reset();
        const auto pyramid = store.get(shared);
        ASSERT_TRUE(test::waitFor([&] { return pyramid->isAveraged(pyramid->levelCount() - 1); }));
    }
    ASSERT_TRUE(test::waitFor([&] {
        store.forgetUnused(); // as soon as the averaging has let go of it, too
        return where.load() != std::thread::id();
    }));
    EXPECT_NE(where.load(), std::this_thread::get_id());
}

} // namespace

} // namespace unlit::ui
