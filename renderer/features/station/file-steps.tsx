import type { ReactNode } from 'react';
import type { StationFile } from '../../../shared/model/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { STATION_WORK, showFile } from '../../state/station.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { SaveStep, SendStep, StampStep } from './request-steps.tsx';
import { useStep } from './use-step.ts';
import { Working } from './working.tsx';

type Kind = StationFile['kind'];
type Step = (file: StationFile) => ReactNode;

const STEPS: Readonly<Record<Kind, Step>> = {
  'wanted-exports': ({ id }) => <MakeTargets id={id} />,
  'export-targets': ({ id }) => <Gather id={id} />,
  'gathered-exports': (file) => <Prove file={file} />,
  'request-to-stamp': (file) => (
    <>
      {file.isSaved ? null : <SaveStep file={file} />}
      <StampStep file={file} />
    </>
  ),
  'stamped-request': (file) => <SendStep file={file} />,
};

/** The step that a kind of file is for. */
export function FileSteps({ file }: { readonly file: StationFile }) {
  return <div className="station-steps">{STEPS[file.kind](file)}</div>;
}

function MakeTargets({ id }: { readonly id: string }) {
  const work = STATION_WORK.makeTargets;
  const { running, problem, progress, result } = useStep(work, id);
  const made = result?.written ?? null;
  return (
    <>
      <p className="soft">
        The vault makes a key for each export. Only this machine can open what the service encrypts to them.
      </p>
      <Button kind="primary" large disabled={running} onClick={() => void work.start({ id })}>
        Make target keys…
      </Button>
      <Working label="Making target keys" running={running} progress={progress} cancel={work.cancel} />
      {problem === null ? null : <Problem error={problem} />}
      {made === null ? null : (
        <Notice tone="plain" title="Carry the file and the check code to the online machine">
          <p className="selectable">
            <Visible text={made.path} />
          </p>
          <p className="station-code mono selectable">{made.checkCode}</p>
          <p>Compare the code there with this screen. It proves that nobody changed a key in the file.</p>
        </Notice>
      )}
    </>
  );
}

function Gather({ id }: { readonly id: string }) {
  const work = STATION_WORK.gather;
  const { running, problem, progress, result } = useStep(work, id);
  const written = result?.written ?? null;
  return (
    <>
      <p className="soft">
        The confirmation window first shows the check code of this file. Compare it with the screen of the offline
        machine.
      </p>
      <Button kind="primary" large disabled={running} onClick={() => void work.start({ id })}>
        Gather exports…
      </Button>
      <Working label="Gathering exports" running={running} progress={progress} cancel={work.cancel} />
      {problem === null ? null : <Problem error={problem} />}
      {written === null ? null : (
        <Notice
          tone={written.missing.length === 0 ? 'plain' : 'care'}
          title={
            written.missing.length === 0
              ? 'Every export is in the file'
              : `${counted(written.missing.length, 'export is', 'exports are')} missing`
          }
        >
          <p className="selectable">
            <Visible text={written.path} />
          </p>
          {written.missing.map(({ number, why }) => (
            <p key={number}>
              {number}: <Visible text={why} />
            </p>
          ))}
        </Notice>
      )}
    </>
  );
}

function Prove({ file: { id, exports } }: { readonly file: StationFile }) {
  const isProven = exports.some(({ state }) => state === 'proven');
  const work = STATION_WORK.prove;
  const { running, problem, progress } = useStep(work, id);
  const prove = async () => {
    await work.start({ id });
    const { problem: failed, result } = work.use.getState();
    if (failed === null && result !== null) showFile(result.file);
  };
  return (
    <>
      <p className="soft">
        The vault opens each bundle, derives its address, and wipes it again. A key is shown only in the confirmation
        window, after its address was compared.
      </p>
      <Button kind={isProven ? 'plain' : 'primary'} large={!isProven} disabled={running} onClick={() => void prove()}>
        Open and compare
      </Button>
      <Working label="Opening bundles" running={running} progress={progress} cancel={work.cancel} />
      {problem === null ? null : <Problem error={problem} />}
    </>
  );
}
