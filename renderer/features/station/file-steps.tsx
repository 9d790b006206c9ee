import type { ReactNode } from 'react';
import type { StationFile } from '../../../shared/model/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { STATION_WORK, showFile } from '../../state/station.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/steps.tsx';
import { Visible } from '../../ui/visible.tsx';
import { count, counted } from '../../words/number.ts';

type Kind = StationFile['kind'];
type Step = (file: StationFile) => ReactNode;

const STEPS: Readonly<Record<Kind, Step>> = {
  'wanted-exports': ({ id }) => <MakeTargets id={id} />,
  'export-targets': ({ id }) => <Gather id={id} />,
  'gathered-exports': ({ id }) => <Prove id={id} />,
  'request-to-stamp': ({ id }) => <Stamp id={id} />,
  'stamped-request': () => (
    <p className="soft">
      Send it on the online machine: <code className="mono">castellan send FILE</code>
    </p>
  ),
};

/** The step that a kind of file is for. */
export function FileSteps({ file }: { readonly file: StationFile }) {
  return <div className="station-steps">{STEPS[file.kind](file)}</div>;
}

function MakeTargets({ id }: { readonly id: string }) {
  const work = STATION_WORK.makeTargets;
  const { running, problem, progress, result } = work.use();
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
      {problem === null || running ? null : <Problem error={problem} />}
      {made === null || running ? null : (
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
  const { running, problem, progress, result } = work.use();
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
      {problem === null || running ? null : <Problem error={problem} />}
      {written === null || running ? null : (
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

function Prove({ id }: { readonly id: string }) {
  const work = STATION_WORK.prove;
  const { running, problem, progress } = work.use();
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
      <Button kind="primary" large disabled={running} onClick={() => void prove()}>
        Open and compare
      </Button>
      <Working label="Opening bundles" running={running} progress={progress} cancel={work.cancel} />
      {problem === null || running ? null : <Problem error={problem} />}
    </>
  );
}

function Stamp({ id }: { readonly id: string }) {
  const work = STATION_WORK.stamp;
  const { running, problem, result } = work.use();
  const written = result?.written ?? null;
  return (
    <>
      <p className="soft">The confirmation window shows what the request does. Nothing is sent from this machine.</p>
      <Button kind="primary" large disabled={running} onClick={() => void work.start({ id })}>
        Review and stamp…
      </Button>
      {problem === null || running ? null : <Problem error={problem} />}
      {written === null || running ? null : (
        <Notice tone="plain" title="Carry the stamped request to the online machine">
          <p className="selectable">
            <Visible text={written.path} />
          </p>
        </Notice>
      )}
    </>
  );
}

interface WorkingProps {
  readonly label: string;
  readonly running: boolean;
  readonly progress: { readonly done: number; readonly total: number | null } | null;
  readonly cancel: () => void;
}

function Working({ label, running, progress, cancel }: WorkingProps) {
  if (!running) return null;
  const { done = 0, total = null } = progress ?? {};
  const text = total === null ? 'Starting' : `${count(done)} of ${count(total)}`;
  return (
    <div className="station-working">
      <Progress label={label} done={done} total={total} text={text} />
      <Button kind="quiet" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}
