// The Train page's message goes when what it says of a run is over.
#include "ui/train/run_message.h"

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

class RunMessageTest : public testing::Test {
protected:
    void sayEnd(bool isRead) {
        m_message.sayEnd(MessageBar::Kind::Good, QStringLiteral("mine is complete"), {}, {},
                         isRead);
    }

    bool isShown() const { return !m_bar.isHidden(); }

    MessageBar m_bar;
    RunMessage m_message{m_bar};
};

TEST_F(RunMessageTest, AnEndGoesWhenTheRunGoesOn) {
    sayEnd(true);
    EXPECT_TRUE(m_message.saysEnd());
    m_message.takeRead(false);
    EXPECT_TRUE(isShown());
    m_message.takeRead(true);
    EXPECT_FALSE(isShown());
    EXPECT_FALSE(m_message.saysEnd());
}

TEST_F(RunMessageTest, AFolderReadJustBeforeTheEndTakesNothingBack) {
    sayEnd(false);
    m_message.takeRead(true);
    EXPECT_TRUE(isShown());
    m_message.takeRead(false);
    m_message.takeRead(true);
    EXPECT_FALSE(isShown());
}

TEST_F(RunMessageTest, WhatIsNoEndStays) {
    sayEnd(true);
    m_message.say(MessageBar::Kind::Note, QStringLiteral("it is asked"));
    EXPECT_FALSE(m_message.saysEnd());
    m_message.takeRead(true);
    EXPECT_TRUE(isShown());
}

} // namespace

} // namespace unlit::ui
