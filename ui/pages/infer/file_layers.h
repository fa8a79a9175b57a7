// The other layers of the picture's file as layers of the viewer: read when they are first looked
// at.
#pragma once

#include "core/base/failure.h"
#include "core/image/image_file.h"
#include "ui/bridge/background.h"
#include "ui/viewer/viewer_layer.h"

#include <QObject>
#include <QSize>
#include <QStringList>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>

namespace unlit::ui {

/// GUI thread; files are read in the background. Pictures that are not on show are let go when
/// another one is read: each may take hundreds of megabytes.
class FileLayers : public QObject {
    Q_OBJECT

public:
    using MakeSource = std::function<PixelSourcePtr(const std::shared_ptr<const Image>&)>;

    explicit FileLayers(QObject* parent = nullptr);

    /// `names`: all layers of the file; `shown`: the one that is the picture. False where nothing
    /// has changed.
    bool setFile(const std::filesystem::path& file, const QStringList& names, const QString& shown);
    void clear();

    /// One for each other layer; a plain grey of size `size` stands in for what is not read yet.
    /// `exposureEv`: stops that light is shown brighter by, as the picture is.
    std::vector<ViewerLayer> layers(const QSize& size, double exposureEv,
                                    const MakeSource& source) const;

    /// Reads the layer of this title, where it is one of these and has not been read; `keep`:
    /// titles of layers on show.
    void want(const QString& title, const QStringList& keep);

signals:
    /// One has been read: layers() has it now.
    void changed();
    void failed(const unlit::Failure& failure);

private:
    struct Read {
        std::shared_ptr<const Image> image;
        LayerInfo info;
    };

    static QString titleOf(const QString& name);
    static ViewerLayer layerOf(const QString& title, const Read& read, double exposureEv,
                               const MakeSource& source);

    std::filesystem::path m_file;
    QStringList m_names;
    std::map<QString, Read> m_read; // by title
    QString m_wanted;
    Background<Read> m_reader; // last: joined while the rest is there
};

} // namespace unlit::ui
