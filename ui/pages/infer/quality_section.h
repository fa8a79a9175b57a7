// The part of the settings column that trades time for quality.
#pragma once

#include "ui/settings/infer_settings.h"
#include "ui/widgets/seed_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QObject>
#include <QSpinBox>

#include <array>
#include <map>
#include <optional>
#include <string>

namespace unlit::ui {

class FormColumn;
class SegmentedControl;

class QualitySection : public QObject {
    Q_OBJECT

public:
    QualitySection(FormColumn& form, QObject* parent);

    void setSettings(const InferSettings& settings);
    /// Writes all that stands here into `settings`.
    void fill(InferSettings& settings) const;
    /// The presets follow; what the model cannot be asked for cannot be chosen.
    void setModel(const ModelQuality& model);
    /// What is in the boxes now.
    QualityValues values() const;
    /// What the presets stand for with the chosen model.
    QualityValues valuesFor(Quality quality) const;
    /// Seconds that an image takes with each quality, Custom last; unset = never measured. The one
    /// that is chosen is written out, the others stand in the tool tips.
    void setEstimates(const std::array<std::optional<double>, 4>& seconds, const QString& device);

    /// As if the user had clicked it.
    void pick(Quality quality);

signals:
    void edited();

private:
    void addRows(FormColumn& form);
    void showLimits();
    void choose(Quality quality);
    void show(const QualityValues& values);
    void showStrength();
    /// One entry for each word of the setting; `titles`: what people read in place of the word.
    void addWords(QComboBox& box, const std::string& key,
                  const std::map<std::string, QString>& titles);
    void showWord(QComboBox& box);
    void takeWord(const QComboBox& box);
    void takeStrength(int percent);
    int modelsPercent() const;
    void valueEdited();

    QStringList explanations() const;

    SegmentedControl* m_quality;
    QSpinBox* m_steps;
    QSpinBox* m_ensemble;
    QSpinBox* m_size;
    SeedField* m_seed;
    QComboBox* m_precision;
    QComboBox* m_tiles;
    QComboBox* m_detail;
    QCheckBox* m_keepsBlack;
    QCheckBox* m_endsSettled;
    QSpinBox* m_strength; // percent
    QLabel* m_estimate;
    ModelQuality m_model;
    InferOptions m_options = studioOptions(); // as chosen, but for steps, ensemble and size
    bool m_isShowing = false;                 // boxes change because we set them, not the user
};

} // namespace unlit::ui
