#include "ui/recipe/recipe_panel.h"

#include "core/base/error.h"
#include "core/config/recipe_edit.h"
#include "core/config/yaml/document.h"
#include "ui/kit/text.h"
#include "ui/recipe/recipe_compare.h"
#include "ui/recipe/recipe_layout.h"
#include "ui/recipe/run_place.h"

#include <QMessageBox>
#include <QTextCursor>

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr const char* kNewRecipe =
    "# A new recipe: say what to start from, and which pictures to learn from.\n"
    "model:\n"
    "  pretrained_path:\n"
    "dataset:\n"
    "  train:\n"
    "    dir:\n"
    "    filenames: filename_list.txt\n";

} // namespace

void RecipePanel::connectParts() {
    connect(&m_document, &RecipeDocument::opened, this, [this] {
        m_isOther = true;
        read();
        showName();
    });
    connect(&m_document, &RecipeDocument::spliced, this, &RecipePanel::read);
    connect(&m_document, &RecipeDocument::modifiedChanged, this, &RecipePanel::showName);
    connect(&m_reader, &RecipeReader::done, this, &RecipePanel::showState);
    connect(&m_estimator, &RecipeEstimator::done, this, &RecipePanel::showEstimate);
    connect(m_editor, &YamlEditor::undoAsked, &m_document.history(), &QUndoStack::undo);
    connect(m_editor, &YamlEditor::redoAsked, &m_document.history(), &QUndoStack::redo);
    connect(m_findings, &FindingsList::chosen, this, &RecipePanel::choose);
    connect(m_form, &RecipeForm::placeAsked, this, &RecipePanel::goToPlace);
    connect(m_form, &RecipeForm::edited, this,
            [this](const std::string& path, const config::Node& value) {
                edit(tr("Change of %1").arg(recipeLabel(path)), toQString("set " + path),
                     [&](const std::string& yaml, const config::Node& merged) {
                         return config::withSetting(yaml, merged, path, value);
                     });
            });
    connect(m_form, &RecipeForm::cleared, this, [this](const std::string& path) {
        edit(tr("Reset of %1").arg(recipeLabel(path)), {},
             [&](const std::string& yaml, const config::Node&) {
                 return config::withoutSetting(yaml, path);
             });
    });
    connect(m_form, &RecipeForm::elementAdded, this, [this](const std::string& list) {
        edit(tr("Another set"), {}, [&](const std::string& yaml, const config::Node& merged) {
            return config::withListElement(yaml, merged, list,
                                           RecipeSchema::newElement(*m_state, list));
        });
    });
    connect(m_form, &RecipeForm::elementRemoved, this,
            [this](const std::string& list, std::size_t index) {
                edit(tr("A set taken out"), {},
                     [&](const std::string& yaml, const config::Node& merged) {
                         return config::withoutListElement(yaml, merged, list, index);
                     });
            });
}

/// One change of the text by the form. What bases say is read anew where the text has changed
/// since.
void RecipePanel::edit(
    const QString& what, const QString& mergeKey,
    const std::function<std::string(const std::string&, const config::Node&)>& change) {
    const std::string yaml = m_document.utf8();
    try {
        std::vector<Diagnostic> told;
        const config::Node merged =
            state() != nullptr ? m_state->loaded.document
                               : config::loadDocumentText(yaml, m_document.shownAs(), told);
        m_document.setText(toQString(change(yaml, merged)), what, mergeKey);
        m_message->hide();
    } catch (const Error& error) {
        sayFailure(sentence(error.what()), sentence(error.hint()));
        read(); // the form shows what the text says
    }
}

RecipeReader::State RecipePanel::state() const {
    const bool isCurrent = m_state != nullptr && m_state->revision == m_document.revision() &&
                           m_state->shownAs == m_document.shownAs();
    return isCurrent ? m_state : nullptr;
}

void RecipePanel::read() {
    m_reader.read(m_document.utf8(), m_document.shownAs(), m_document.revision());
    m_estimator.cancel();
}

void RecipePanel::showState(const RecipeReader::State& state) {
    if (state->revision != m_document.revision() || state->shownAs != m_document.shownAs())
        return; // a newer one is under way
    m_state = state;
    m_editor->setFindings(state->findings);
    m_findings->show(state->findings, state->shownAs);
    m_waiting->setVisible(state->broken.has_value());
    m_form->setEnabled(!state->broken);
    if (state->broken) {
        const Diagnostic& why = *state->broken;
        m_waitingText->setText(
            tr("The form waits for the text: %1")
                .arg((why.mark.line > 0 ? tr("line %1: ").arg(why.mark.line) : QString()) +
                     toQString(why.message)));
    } else {
        m_form->show(state, m_isOther);
        m_isOther = false;
    }
    showButtons();
    if (state->isUsable())
        m_estimator.estimate(state->loaded.config, state->shownAs);
    else
        m_estimate->setText(tr("Estimate: when nothing is wrong any more"));
}

void RecipePanel::showEstimate(const RunEstimate& estimate) {
    QString text = tr("Estimate: %1").arg(estimateText(estimate));
    QString details = estimateDetails(estimate);
    if (const auto known = state()) {
        const QString place =
            toQString(runPlace(known->loaded.config.run.outputDir, known->shownAs.parent_path()));
        const int room = m_estimate->contentsRect().width();
        text += u'\n' + m_estimate->fontMetrics().elidedText(tr("Runs go to %1").arg(place),
                                                             Qt::ElideMiddle, room);
        details += u'\n' + tr("Runs are made in %1 (run.output_dir).").arg(place);
    }
    m_estimate->setText(text);
    m_estimate->setToolTip(details);
}

QString RecipePanel::whyNot() const {
    if (m_isBusy)
        return m_whyBusy;
    if (m_state == nullptr)
        return tr("The recipe is being read.");
    for (const Diagnostic& finding : m_state->findings)
        if (finding.severity == Diagnostic::Severity::Error)
            return sentence(finding.message);
    return {};
}

void RecipePanel::showButtons() {
    const QString why = whyNot();
    m_rehearse->setEnabled(why.isEmpty());
    m_start->setEnabled(why.isEmpty());
    m_rehearse->setToolTip(
        why.isEmpty() ? tr("Two steps, a validation, a save and a resume, to see that all of it "
                           "works (Ctrl+Shift+R)")
                      : why);
    m_start->setToolTip(why.isEmpty() ? tr("Train with these settings (Ctrl+Return)") : why);
}

void RecipePanel::setBusy(bool isRunning, const QString& why) {
    m_isBusy = isRunning;
    m_whyBusy = why;
    showButtons();
}

void RecipePanel::wantStart(bool isRehearsal) {
    if (state() == nullptr) // a click faster than the reading
        showState(readRecipeState(m_document.utf8(), m_document.shownAs(), m_document.revision()));
    if (!whyNot().isEmpty())
        return;
    const QString folder = toQString(m_document.shownAs().parent_path());
    if (isRehearsal)
        emit rehearsalWanted(m_document.text(), folder);
    else
        emit startWanted(m_document.text(), folder);
}

void RecipePanel::showName() {
    const QString place =
        m_document.file().empty() ? tr("Not on disk yet") : toQString(m_document.file());
    m_chooser->showName(m_document.name(), place, m_document.isModified());
}

void RecipePanel::showText(bool isText) {
    m_switch->setCurrent(isText ? 1 : 0);
    m_views->setCurrentIndex(isText ? 1 : 0);
    m_search->setPlaceholderText(isText ? tr("Find in the text") : tr("Find a setting"));
    if (!isText)
        m_form->setFilter(m_search->text());
    emit settingsChanged();
}

void RecipePanel::search(const QString& words) {
    if (!showsText())
        return m_form->setFilter(words);
    QTextCursor cursor = m_editor->textCursor();
    cursor.setPosition(cursor.selectionStart());
    m_editor->setTextCursor(cursor);
    searchAgain(false);
}

void RecipePanel::searchAgain(bool isBackward) {
    const QString words = m_search->text();
    const bool isMissing = showsText() && !words.isEmpty() && !m_editor->find(words, isBackward);
    m_search->setToolTip(isMissing ? tr("The text has no such words") : QString());
}

void RecipePanel::choose(const Diagnostic& finding) {
    if (!showsText() && !finding.key.empty() && goToKey(finding.key))
        return;
    goToPlace(finding.mark);
}

bool RecipePanel::goToKey(const std::string& key) {
    if (!showsText()) {
        for (std::string path = key; !path.empty();) { // "a.b.c" may be a part of a map at "a.b"
            if (m_form->focusField(path)) {
                m_search->clear();
                return true;
            }
            const std::size_t dot = path.rfind('.');
            path = dot == std::string::npos ? std::string() : path.substr(0, dot);
        }
        return false;
    }
    const config::Node* node = m_state == nullptr ? nullptr : m_state->own.at(key);
    if (node == nullptr)
        return false;
    m_editor->goTo(node->mark.line, node->mark.column);
    return true;
}

void RecipePanel::goToPlace(const SourceMark& place) {
    if (place.file != m_document.shownAs() && place.line > 0)
        return openRecipe(place.file);
    showText(true);
    m_editor->goTo(std::max(1, place.line), std::max(1, place.column));
}

void RecipePanel::openCompare() {
    if (m_state == nullptr)
        return;
    auto* dialog =
        new RecipeCompare(m_state->loaded, m_document.name(), m_chooser->sources(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RecipeCompare::keyChosen, this, &RecipePanel::goToKey);
    dialog->open();
}

void RecipePanel::openNew() {
    if (!mayClose())
        return;
    openText(tr("untitled.yaml"), QString::fromLatin1(kNewRecipe));
    m_isNew = true;
}

} // namespace unlit::ui
