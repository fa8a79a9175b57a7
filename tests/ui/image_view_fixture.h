// The picture widget with a black picture before a white one, and a mouse for it.
#pragma once

#include "tests/support/wait_for.h"
#include "tests/ui/viewer_support.h"
#include "ui/viewer/image_view.h"

#include <QApplication>
#include <QMouseEvent>

#include <gtest/gtest.h>

namespace unlit::ui {

class ImageViewTest : public testing::Test {
protected:
    ImageViewTest() {
        m_view.resize(600, 500);
        show(plainPicture(400, 400, 0.0F), plainPicture(200, 200, 1.0F));
    }

    void show(const PixelSourcePtr& first, const PixelSourcePtr& second) {
        m_view.setPictures({first, {}, QStringLiteral("L")}, {second, {}, QStringLiteral("R")});
    }

    QImage grab() {
        EXPECT_TRUE(test::waitFor([this] { return m_view.isComplete(); }));
        return m_view.grab().toImage();
    }

    QRgb at(int x, int y) { return grab().pixel(x, y); }

    /// Sent, not synthesised: no pointer of a screen is needed.
    void mouse(QEvent::Type type, const QPointF& to, Qt::MouseButton button = Qt::LeftButton,
               Qt::KeyboardModifiers keys = {}) {
        const bool isMove = type == QEvent::MouseMove;
        QMouseEvent event(type, to, m_view.mapToGlobal(to), isMove ? Qt::NoButton : button, button,
                          keys);
        QApplication::sendEvent(&m_view, &event);
    }

    void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers keys = {},
              Qt::MouseButton button = Qt::LeftButton) {
        mouse(QEvent::MouseButtonPress, from, button, keys);
        mouse(QEvent::MouseMove, to, button, keys);
        mouse(QEvent::MouseButtonRelease, to, button, keys);
    }

    QPointF handle() { return m_view.scene().wipe().handle(); }

    ViewState m_state;
    ImageView m_view{m_state};
};

} // namespace unlit::ui
