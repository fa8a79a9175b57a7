// The model and the LoRAs that images run with: chosen, understood, refused.
#pragma once

#include "ui/bridge/background.h"
#include "ui/bridge/model_inspector.h"
#include "ui/pages/infer/infer_parts.h"

#include <QObject>
#include <QStringList>

#include <filesystem>
#include <vector>

namespace unlit::ui {

/// Keeps InferParts::model. GUI thread; folders and files are read in the background.
class ChosenModel : public QObject {
    Q_OBJECT

public:
    ChosenModel(InferParts& parts, const ModelInspector::Inspect& inspect);

    /// Nothing starts before the folder is understood; changed() follows.
    void choose(const QString& folder);
    void browse();
    void browseLora();
    /// Those that are none are said, and change nothing.
    void addLoras(const std::vector<std::filesystem::path>& files);
    /// Folders of earlier starts that are no models any more are not offered.
    void hideBroken();

signals:
    /// What the model makes of the qualities is known, and nothing runs with it yet.
    void valuesChanged();
    /// The model is another one, or none.
    void changed();

private:
    void takeSummary(const ModelSummary& summary);
    void takeFailure(const Failure& failure);

    InferParts& m_parts;
    ModelInspector::Inspect m_inspect;
    ModelInspector m_inspector;
    std::vector<std::filesystem::path> m_newLoras; ///< being read
    // These last: joined while the rest is there.
    Background<QStringList> m_modelCheck;
    Background<std::vector<Failure>> m_loraCheck;
};

} // namespace unlit::ui
