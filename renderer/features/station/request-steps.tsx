import type { StationFile } from '../../../shared/model/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { STAGES } from '../../request/flow.ts';
import { isCompleted, NotCompleted } from '../../request/running.tsx';
import { go } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { addFile, STATION_WORK, selectFile } from '../../state/station.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { useStep } from './use-step.ts';

/** A request that is to be stamped here. */
export function StampStep({ file: { id, isSaved } }: { readonly file: StationFile }) {
  const work = STATION_WORK.stamp;
  const { running, problem, result } = useStep(work, id);
  const written = result?.written ?? null;
  const stamp = async () => {
    await work.start({ id });
    const made = work.use.getState().result?.written;
    if (made != null) addFile(made.file);
  };
  return (
    <>
      <p className="soft">The confirmation window shows what the request does. Nothing is sent from this machine.</p>
      <Button kind={isSaved ? 'primary' : 'plain'} large={isSaved} disabled={running} onClick={() => void stamp()}>
        Review and stamp…
      </Button>
      {problem === null ? null : <Problem error={problem} />}
      {written === null ? null : (
        <Notice
          tone="plain"
          title="Carry the stamped request to the online machine"
          action={<Button onClick={() => selectFile(written.file.id)}>Show stamped request</Button>}
        >
          <p className="selectable">
            <Visible text={written.path} />
          </p>
        </Notice>
      )}
    </>
  );
}

/** A container that is in no file yet. */
export function SaveStep({ file: { id } }: { readonly file: StationFile }) {
  const work = STATION_WORK.save;
  const { running, problem } = useStep(work, id);
  const save = async () => {
    await work.start({ id });
    const written = work.use.getState().result?.written;
    if (written != null) addFile(written.file);
  };
  return (
    <>
      <p className="soft">
        Carry it to the machine without a network: as a file, or as QR codes. It has no stamp and no key.
      </p>
      <Button kind="primary" large disabled={running} onClick={() => void save()}>
        Save file…
      </Button>
      {problem === null ? null : <Problem error={problem} />}
    </>
  );
}

/** A stamped request, which the online machine sends. */
export function SendStep({ file: { id } }: { readonly file: StationFile }) {
  const work = STATION_WORK.send;
  const { running, problem, progress, result } = useStep(work, id);
  const isOffline = useSession((session) => session.app?.isOffline === true);
  const stage = STAGES.find((each) => each.stage === progress?.stage)?.label;
  return (
    <>
      <p className="soft">
        {isOffline
          ? 'This window makes no connection. Send the request on the online machine.'
          : 'The confirmation window shows what the request does and who stamped it. It is sent as it is, byte for byte.'}
      </p>
      <Button
        kind={result === null ? 'primary' : 'plain'}
        large
        disabled={running || isOffline}
        onClick={() => void work.start({ id })}
      >
        Review and send…
      </Button>
      {running && stage !== undefined ? <p role="status">{stage}</p> : null}
      {problem === null ? null : <Problem error={problem} />}
      {result === null ? null : isCompleted(result) ? (
        <Notice
          tone="plain"
          title="The service completed it"
          action={
            <Button onClick={() => go('activities', { activityId: result.activity.row.activityId })}>
              Show activity
            </Button>
          }
        />
      ) : (
        <NotCompleted submitted={result} />
      )}
    </>
  );
}
