#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/infer_page.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QMenu>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace unlit::ui {

TEST(PictureMenu, opens_at_the_right_button) {
    const QTemporaryDir folder;
    const std::filesystem::path file = toPath(folder.path()) / "a.exr";
    writeImage(file, makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Linear), {});
    FakeSessionLog log;
    InferPage page(makeFake(log), describe);
    page.resize(1280, 800);
    page.show();
    page.addImages({file});
    ASSERT_TRUE(waitFor([&] { return page.viewerPanel().hasPicture(); }));

    ImageView& picture = page.viewerPanel().view();
    const QPoint place = picture.rect().center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, picture.mapToGlobal(place));
    QCoreApplication::sendEvent(&picture, &event);
    bool offersCopy = false, offersAttention = false;
    for (QMenu* menu : page.findChildren<QMenu*>()) {
        if (!menu->isVisible())
            continue;
        for (const QAction* action : menu->actions()) {
            offersCopy = offersCopy || action->text() == QStringLiteral("Copy result as a picture");
            offersAttention = offersAttention ||
                              action->text() == QStringLiteral("What attention looks at here…");
        }
        menu->close();
    }
    EXPECT_TRUE(offersCopy);
    EXPECT_TRUE(offersAttention);
}

} // namespace unlit::ui
