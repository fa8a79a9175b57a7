<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>DataNotice</name>
    <message numerus="yes">
        <source>%n texture sets and no picture of light.</source>
        <translation>
            <numerusform>One texture set and no picture of light.</numerusform>
            <numerusform>%n texture sets and no picture of light.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsSaid</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::BarChart</name>
    <message numerus="yes">
        <source>%n pairs</source>
        <translation>
            <numerusform>%n pair</numerusform>
            <numerusform>%n pairs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::BatchPanel</name>
    <message numerus="yes">
        <source>Step %1 · %n pictures · mean loss %2</source>
        <translation>
            <numerusform>Step %1 · %n picture · mean loss %2</numerusform>
            <numerusform>Step %1 · %n pictures · mean loss %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::CheckpointChanges</name>
    <message numerus="yes">
        <source>%n checkpoints are deleted</source>
        <translation>
            <numerusform>%n checkpoint is deleted</numerusform>
            <numerusform>%n checkpoints are deleted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::DataPage</name>
    <message numerus="yes">
        <source>%n pairs</source>
        <translation>
            <numerusform>%n pair</numerusform>
            <numerusform>%n pairs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::FiguresView</name>
    <message numerus="yes">
        <source>%n faulty pairs</source>
        <translation>
            <numerusform>%n faulty pair</numerusform>
            <numerusform>%n faulty pairs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ImageIntake</name>
    <message numerus="yes">
        <source>Looking for pictures: %n files so far.</source>
        <translation>
            <numerusform>Looking for pictures: %n file so far.</numerusform>
            <numerusform>Looking for pictures: %n files so far.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures have a result already.</source>
        <translation>
            <numerusform>One picture has a result already.</numerusform>
            <numerusform>%n pictures have a result already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n texture sets without a base colour: nothing was queued.</source>
        <translation>
            <numerusform>%n texture set without a base colour: nothing was queued.</numerusform>
            <numerusform>%n texture sets without a base colour: nothing was queued.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other maps</source>
        <translation>
            <numerusform>%n other map</numerusform>
            <numerusform>%n other maps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n albedos of renders</source>
        <translation>
            <numerusform>the albedo of a render</numerusform>
            <numerusform>%n albedos of renders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier results</source>
        <translation>
            <numerusform>%n earlier result</numerusform>
            <numerusform>%n earlier results</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n base colours of texture sets.</source>
        <translation>
            <numerusform>The base colour of a texture set.</numerusform>
            <numerusform>%n base colours of texture sets.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures taken.</source>
        <translation>
            <numerusform>%n picture taken.</numerusform>
            <numerusform>%n pictures taken.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n have a result already and do not run again.</source>
        <translation>
            <numerusform>One has a result already and does not run again.</numerusform>
            <numerusform>%n have a result already and do not run again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::InferPage</name>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::InferenceQueueModel</name>
    <message numerus="yes">
        <source>%n frames</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::MainWindow</name>
    <message numerus="yes">
        <source>CPU · %n threads</source>
        <translation>
            <numerusform>CPU · %n thread</numerusform>
            <numerusform>CPU · %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::MetricPlot</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelComparison</name>
    <message numerus="yes">
        <source>Running %n models</source>
        <translation>
            <numerusform>Running %n model</numerusform>
            <numerusform>Running %n models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsEvaluate</name>
    <message numerus="yes">
        <source>%n pictures could not be measured and count for no model</source>
        <translation>
            <numerusform>%n picture could not be measured and counts for no model</numerusform>
            <numerusform>%n pictures could not be measured and count for no model</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsFacts</name>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ModelsPage</name>
    <message numerus="yes">
        <source>%n models</source>
        <translation>
            <numerusform>%n model</numerusform>
            <numerusform>%n models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::PairDetail</name>
    <message numerus="yes">
        <source>Bring back %n pairs</source>
        <translation>
            <numerusform>Bring back %n pair</numerusform>
            <numerusform>Bring back %n pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Quarantine %n pairs</source>
        <translation>
            <numerusform>Quarantine %n pair</numerusform>
            <numerusform>Quarantine %n pairs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::QueuePanel</name>
    <message numerus="yes">
        <source>Queue · %n entries</source>
        <translation>
            <numerusform>Queue · %n entry</numerusform>
            <numerusform>Queue · %n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Queue · %n images</source>
        <translation>
            <numerusform>Queue · %n image</numerusform>
            <numerusform>Queue · %n images</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::QueueVerbs</name>
    <message numerus="yes">
        <source>%n images taken out of the queue.</source>
        <translation>
            <numerusform>%n image taken out of the queue.</numerusform>
            <numerusform>%n images taken out of the queue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n results that are not saved stay.</source>
        <translation>
            <numerusform>One result that is not saved stays.</numerusform>
            <numerusform>%n results that are not saved stay.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images are back in the queue.</source>
        <translation>
            <numerusform>%n image is back in the queue.</numerusform>
            <numerusform>%n images are back in the queue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images were left from last time.</source>
        <translation>
            <numerusform>%n image was left from last time.</numerusform>
            <numerusform>%n images were left from last time.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::RecipeCompare</name>
    <message numerus="yes">
        <source>%n settings differ. Double-click one to go to it.</source>
        <translation>
            <numerusform>One setting differs. Double-click it to go to it.</numerusform>
            <numerusform>%n settings differ. Double-click one to go to it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ResultSaver</name>
    <message numerus="yes">
        <source>%n results are out of date.</source>
        <translation>
            <numerusform>%n result is out of date.</numerusform>
            <numerusform>%n results are out of date.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n results saved.</source>
        <translation>
            <numerusform>One result saved.</numerusform>
            <numerusform>%n results saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n results are not saved.</source>
        <translation>
            <numerusform>One result is not saved.</numerusform>
            <numerusform>%n results are not saved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunChanges</name>
    <message numerus="yes">
        <source>%n earlier ones: unlit run events</source>
        <translation>
            <numerusform>%n earlier one: unlit run events</numerusform>
            <numerusform>%n earlier ones: unlit run events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsNotes</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::RunsScatter</name>
    <message numerus="yes">
        <source>%n runs of the table</source>
        <translation>
            <numerusform>%n run of the table</numerusform>
            <numerusform>%n runs of the table</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without both values</source>
        <translation>
            <numerusform>%n without both values</numerusform>
            <numerusform>%n without both values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::SetDivision</name>
    <message numerus="yes">
        <source>%n pairs are back</source>
        <translation>
            <numerusform>%n pair is back</numerusform>
            <numerusform>%n pairs are back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pairs are in quarantine</source>
        <translation>
            <numerusform>%n pair is in quarantine</numerusform>
            <numerusform>%n pairs are in quarantine</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved a list of %n pairs</source>
        <translation>
            <numerusform>Saved a list of %n pair</numerusform>
            <numerusform>Saved a list of %n pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved %n pairs for training, %1 for validation</source>
        <translation>
            <numerusform>Saved %n pair for training, %1 for validation</numerusform>
            <numerusform>Saved %n pairs for training, %1 for validation</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::ShownSet</name>
    <message numerus="yes">
        <source>%n files found so far</source>
        <translation>
            <numerusform>%n file found so far</numerusform>
            <numerusform>%n files found so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::SplitView</name>
    <message numerus="yes">
        <source>%n pairs</source>
        <translation>
            <numerusform>%n pair</numerusform>
            <numerusform>%n pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n scenes</source>
        <translation>
            <numerusform>%n scene</numerusform>
            <numerusform>%n scenes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::StrokesMode</name>
    <message numerus="yes">
        <source>Use these strokes on %n other images?</source>
        <translation>
            <numerusform>Use these strokes on %n other image?</numerusform>
            <numerusform>Use these strokes on %n other images?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images have these strokes now.</source>
        <translation>
            <numerusform>%n image has these strokes now.</numerusform>
            <numerusform>%n images have these strokes now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n strokes were read.</source>
        <translation>
            <numerusform>%n stroke was read.</numerusform>
            <numerusform>%n strokes were read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n corrected images can be trained on.</source>
        <translation>
            <numerusform>%n corrected image can be trained on.</numerusform>
            <numerusform>%n corrected images can be trained on.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::SweepForm</name>
    <message numerus="yes">
        <source>Start %n runs</source>
        <translation>
            <numerusform>Start %n run</numerusform>
            <numerusform>Start %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs, which are being checked</source>
        <translation>
            <numerusform>%n run, which is being checked</numerusform>
            <numerusform>%n runs, which are being checked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs, one after the other</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs, one after the other</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::SweepProgress</name>
    <message numerus="yes">
        <source>%1 of %n runs are done</source>
        <translation>
            <numerusform>%1 of %n run is done</numerusform>
            <numerusform>%1 of %n runs are done</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>unlit::ui::SynthesizeView</name>
    <message numerus="yes">
        <source>Looking for textures: %n files</source>
        <translation>
            <numerusform>Looking for textures: %n file</numerusform>
            <numerusform>Looking for textures: %n files</numerusform>
        </translation>
    </message>
</context>
</TS>
