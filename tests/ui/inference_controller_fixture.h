// The controller of the queue over a session that does no work.
#pragma once

#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"
#include "ui/bridge/inference_controller.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace unlit::ui {

class InferenceControllerTest : public testing::Test {
protected:
    std::filesystem::path makePicture(const std::string& name) {
        const auto path = std::filesystem::path(testing::TempDir()) / ("controller_" + name);
        const Image image = makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Srgb);
        writeImage(path, image, {.format = FileFormat::Png8, .overwrite = true});
        return path;
    }

    QueueState stateOf(QueueItemId id) { return m_controller.queue().find(id)->state; }

    void finishJob(std::size_t job, Outcome outcome = Outcome::Done) {
        postTo(m_controller.sink(), m_log.jobs[job], Finished{outcome, {}});
        QCoreApplication::processEvents();
    }

    FakeSessionLog m_log;
    InferenceController m_controller{makeFake(m_log)};
};

} // namespace unlit::ui
