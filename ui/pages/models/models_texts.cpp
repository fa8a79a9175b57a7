#include "ui/pages/models/models_texts.h"

#include "ui/kit/text.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QImage>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextList>
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

void showMarkdown(QTextBrowser& view, const QString& text) {
    view.setMarkdown(text);
    // Qt sets paragraphs of Markdown without any space between them.
    constexpr qreal afterParagraph = 9;
    constexpr qreal afterItem = 3;
    constexpr qreal beforeHeading = 8;
    for (QTextBlock block = view.document()->begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        const bool isInList = block.textList() != nullptr && block.next().textList() != nullptr;
        format.setBottomMargin(isInList ? afterItem : afterParagraph);
        if (format.headingLevel() > 0 && block != view.document()->begin())
            format.setTopMargin(beforeHeading);
        QTextCursor(block).setBlockFormat(format);
    }
}

QString guideText() {
    return ModelsTextsWords::tr(
        "## Where models come from\n\n"
        "A model is a folder in the layout of diffusers: `model_index.json` beside `unet`, `vae`, "
        "`scheduler`, `text_encoder` and `tokenizer`, with weights as `.safetensors`. Unlit "
        "opens no connection: where a program that fetches is found (`hf`, `huggingface-cli`, or "
        "git with Git LFS), *Fetch* below runs it.\n\n"
        "### The public Marigold-IID weights\n\n"
        "Two repositories of the Hugging Face hub hold them. Read the licence on each one's page "
        "before you use it.\n\n"
        "- **prs-eth/marigold-iid-appearance-v1-1** makes albedo, roughness and metallicity.\n"
        "- **prs-eth/marigold-iid-lighting-v1-1** makes albedo, shading and the rest of the light."
        "\n\n"
        "*With the hub's own client*: *Fetch*, or the command below in a terminal. The model lands "
        "in the hub's cache, which is looked through here (F5). A download that broke off is shown "
        "as what it is; the same command goes on with it.\n\n"
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
