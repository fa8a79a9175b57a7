// Several studios at once: each has a queue of its own, and none is lost.
#include "ui/models/queue_place.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>
#include <memory>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class QueuePlaceTest : public testing::Test {
protected:
    fs::path at(const char* name) const { return m_state / name; }

    void leave(const char* name) const {
        fs::create_directories(m_state);
        std::ofstream(at(name)) << "x";
    }

    QTemporaryDir m_folder;
    fs::path m_state = fs::path(m_folder.path().toStdString()) / "state";
};

} // namespace

TEST_F(QueuePlaceTest, EachStudioHasAFileOfItsOwn) {
    const QueuePlace first(m_state);
    EXPECT_EQ(first.file(), at("queue.json"));
    EXPECT_TRUE(first.isFirst());
    auto second = std::make_unique<QueuePlace>(m_state);
    EXPECT_EQ(second->file(), at("queue-2.json"));
    EXPECT_FALSE(second->isFirst());
    const QueuePlace third(m_state);
    EXPECT_EQ(third.file(), at("queue-3.json"));
    second.reset();
    EXPECT_EQ(QueuePlace(m_state).file(), at("queue-2.json")) << "it is free again";
}

TEST_F(QueuePlaceTest, TheFirstOneTakesWhatOthersHaveLeft) {
    leave("queue-2.json");
    leave("queue-4.json");
    {
        const QueuePlace first(m_state);
        EXPECT_EQ(first.left(), (std::vector{at("queue-2.json"), at("queue-4.json")}));
        const QueuePlace second(m_state);
        EXPECT_EQ(second.file(), at("queue-3.json")) << "2 is being read by the first one";
        EXPECT_TRUE(second.left().empty());
    }
    QueuePlace again(m_state);
    EXPECT_EQ(again.left().size(), 2U) << "they stay until they are written elsewhere";
    again.forgetLeft();
    EXPECT_FALSE(fs::exists(at("queue-2.json")));
    EXPECT_FALSE(fs::exists(at("queue-4.json")));
    EXPECT_EQ(QueuePlace(m_state).file(), at("queue-2.json"));
}

TEST_F(QueuePlaceTest, WhatAnotherStudioHasOpenIsNotTaken) {
    auto first = std::make_unique<QueuePlace>(m_state);
    const QueuePlace second(m_state);
    leave("queue-2.json");
    first.reset();
    EXPECT_TRUE(QueuePlace(m_state).left().empty());
}

TEST_F(QueuePlaceTest, AFolderThatCannotBeMadeHasAQueueAllTheSame) {
    std::ofstream(m_state) << "a file";
    EXPECT_EQ(QueuePlace(m_state).file(), at("queue.json"));
    EXPECT_TRUE(QueuePlace(m_state).left().empty());
}

} // namespace unlit::ui
