// Which pixels of the chosen picture have no light: what a layer of its file says, or a picture.
#pragma once

#include "ui/models/queue_item.h"

#include <QComboBox>

#include <functional>
#include <string>

namespace unlit::ui {

/// What `--mask FILE` means for an item: the file itself, or with {stem} or {frame} in the place of
/// its first frame's where that names one for every frame of a sequence.
std::string maskPattern(const QueueItem& item, const std::filesystem::path& mask);

/// A list of "None", the file's other layers and "Picture…", which asks for a file. GUI thread.
class MaskBox : public QComboBox {
    Q_OBJECT

public:
    /// The chosen file, or nothing; starts in the folder.
    using AskFile = std::function<QString(const QString& folder)>;

    explicit MaskBox(QWidget* parent = nullptr);

    /// Null: nothing is chosen, the list is switched off.
    void setItem(const QueueItem* item);
    /// Writes what is chosen into both fields.
    void addTo(InputOptions& input) const;

    /// In place of the dialog; for tests.
    void setAskFile(AskFile ask) { m_ask = std::move(ask); }

signals:
    void maskEdited();

private:
    void showItem();
    void choose(int index);

    AskFile m_ask;
    QueueItem m_item; ///< id 0 = none
    std::string m_mask;
    std::string m_maskLayer;
};

} // namespace unlit::ui
