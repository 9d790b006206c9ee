import type { StationExport } from '../../../shared/model/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { STATION_WORK } from '../../state/station.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { useStep } from './use-step.ts';
import { Working } from './working.tsx';

interface WriteAllProps {
  readonly id: string;
  readonly exports: readonly StationExport[];
}

/** Writes every proven export to a file of a new folder, and a signed report of them. */
export function WriteAll({ id, exports }: WriteAllProps) {
  const work = STATION_WORK.writeExports;
  const { running, problem, progress, result } = useStep(work, id);
  const written = result?.written ?? null;
  const proven = exports.filter(({ state }) => state === 'proven').length;
  return (
    <div className="station-steps">
      <p className="soft">
        The confirmation window asks for the format, and for the passphrase of an encrypted one. A report without
        secrets lists the files, and the profile’s key signs it.
      </p>
      <Button kind="primary" large disabled={running} onClick={() => void work.start({ id })}>
        {`Write ${counted(proven, 'file', 'files')}…`}
      </Button>
      <Working label="Writing exports" running={running} progress={progress} cancel={work.cancel} />
      {problem === null ? null : <Problem error={problem} />}
      {written === null ? null : (
        <Notice
          tone={written.hasReport ? 'plain' : 'care'}
          title={
            written.hasReport
              ? `${counted(written.files, 'file is', 'files are')} written, with a signed report`
              : `${counted(written.files, 'file is', 'files are')} written, without a report`
          }
        >
          <p className="selectable">
            <Visible text={written.path} />
          </p>
          {written.hasReport ? (
            <p>
              Anybody can verify the report: <code className="mono">castellan export check-report report.json</code>
            </p>
          ) : (
            <p>You did not sign the report, so nothing proves later what was opened.</p>
          )}
        </Notice>
      )}
    </div>
  );
}
