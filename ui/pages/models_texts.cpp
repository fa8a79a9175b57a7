#include "ui/pages/models_texts.h"

#include "ui/bridge/text.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QImage>
#include <QUrl>

namespace unlit::ui {

namespace {

struct ModelsTextsWords {
    Q_DECLARE_TR_FUNCTIONS(ModelsTexts)
};

/// Shows words that somebody else wrote. Qt's own would read whatever pictures and style sheets
/// they name, /dev/zero included, and open links of any kind.
class WordsView : public QTextBrowser {
public:
    explicit WordsView(QWidget* parent) : QTextBrowser(parent) {
        setOpenLinks(false);
        connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
            if (link.scheme() == QLatin1String("https") || link.scheme() == QLatin1String("http"))
                QDesktopServices::openUrl(link);
            else if (link.isRelative() && link.path().isEmpty())
                scrollToAnchor(link.fragment());
        });
    }

    /// Nothing is read. Where a picture gives nothing, Qt looks for its file by itself.
    QVariant loadResource(int type, const QUrl& /*name*/) override {
        if (type != QTextDocument::ImageResource)
            return QByteArray(" ");
        QImage nothing(1, 1, QImage::Format_ARGB32);
        nothing.fill(Qt::transparent);
        return nothing;
    }
};

} // namespace

QTextBrowser* makeTextView(QWidget* parent) {
    auto* view = new WordsView(parent);
    view->setObjectName(QStringLiteral("words"));
    view->setFrameShape(QFrame::NoFrame);
    view->document()->setDocumentMargin(20);
    return view;
}

QString guideText() {
    return ModelsTextsWords::tr(
        "## Where models come from\n\n"
        "A model is a folder in the layout of diffusers: `model_index.json` beside `unet`, `vae`, "
        "`scheduler`, `text_encoder` and `tokenizer`, with weights as `.safetensors`. Unlit "
        "fetches "
        "nothing from the net by itself.\n\n"
        "### The public Marigold-IID weights\n\n"
        "Two repositories of the Hugging Face hub hold them. Read the licence on each one's page "
        "before you use it.\n\n"
        "- **prs-eth/marigold-iid-appearance-v1-1** makes albedo, roughness and metallicity.\n"
        "- **prs-eth/marigold-iid-lighting-v1-1** makes albedo, shading and the rest of the light."
        "\n\n"
        "*With the hub's own client*, in a terminal:\n\n"
        "    hf download prs-eth/marigold-iid-appearance-v1-1\n\n"
        "It lands in the hub's cache, which is looked through here: press F5. A download that "
        "broke "
        "off is shown as what it is; the same command goes on with it.\n\n"
        "*With a browser*: open the repository's page, then *Files and versions*. Save "
        "`model_index.json` into a new folder, and the files of the five folders into folders of "
        "the same names in it. Of each part one file of weights is enough: with `fp16` in its name "
        "it is half as large. Then *Add folder…* the folder that yours lies in.\n\n"
        "### Models of your own\n\n"
        "Every checkpoint of a training is a model folder. *Add folder…* the folder that your runs "
        "are written to. *Convert* makes a smaller one of the best of them.\n\n"
        "### What cannot be read\n\n"
        "Single files (`.ckpt`) and pickled weights (`.bin`) are refused: reading them can run any "
        "code. Whoever trusts them loads them once in Python with diffusers and calls "
        "`save_pretrained(\"new-folder\", safe_serialization=True)`.\n");
}

QString cardText(const ModelRow* row) {
    if (row == nullptr)
        return ModelsTextsWords::tr("## No model chosen\n\nChoose a model in the table.");
    if (row->card.text.empty())
        return ModelsTextsWords::tr(
            "## No card\n\nThe folder has no `README.md`. What the model says of "
            "itself otherwise is in the overview.");
    return toQString(row->card.text);
}

} // namespace unlit::ui
