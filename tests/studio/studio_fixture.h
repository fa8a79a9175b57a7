// The window as the program opens it, with a model that the program made and nothing remembered.
#pragma once

#include "core/session/models/model_commands.h"
#include "tests/cli/command_fixture.h"
#include "tests/support/wait_for.h"
#include "ui/bridge/session_inference_service.h"
#include "ui/kit/text.h"
#include "ui/main_window.h"

#include <QCoreApplication>
#include <QTest>

#include <functional>

namespace unlit::test {

class StudioTest : public CommandTest {
protected:
    StudioTest() { m_window.show(); }

    ui::InferPage& page() { return m_window.inferPage(); }

    ui::InferenceQueueModel& queue() { return page().controller().queue(); }

    /// Small and quick, files beside each other in `out`.
    ui::InferSettings settings() {
        ui::InferSettings settings;
        settings.modelFolder = ui::toQString(std::filesystem::path(model()));
        settings.quality = ui::Quality::Custom;
        settings.setCustom({2, 2, 64});
        settings.options.seed = 99;
        settings.options.precision = Precision::Float32;
        settings.output.folder = ui::toQString(path("out"));
        settings.output.kind = ui::OutputKind::ExrFloat;
        settings.output.uncertainty = true;
        settings.output.sidecar = true;
        return settings;
    }

    bool waitForState(int row, ui::QueueState state) {
        return waitFor([&] { return queue().rowCount() > row && queue().at(row).state == state; });
    }

    ui::MainWindow m_window{
        {.settingsFile = {},
         .stateFolder = {},
         .makeService =
             [](EventSink& sink) { return std::make_unique<ui::SessionInferenceService>(sink); },
         .inspectModel = inspectModel,
         .makeTrainService = {}}};
};

} // namespace unlit::test
