import type { StationFile } from '../../../shared/model/index.ts';
import { livenessOf } from '../../../shared/words/index.ts';
import { ExportWritten } from '../../parts/export-written.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useClock } from '../../state/clock.ts';
import { STATION_WORK } from '../../state/station.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Mono, Visible } from '../../ui/visible.tsx';
import { count } from '../../words/number.ts';
import { EXPORT_NAMES, stationHeadline } from '../../words/station.ts';
import { FileSteps } from './file-steps.tsx';
import { ShowCodes } from './show-codes.tsx';
import { useStep } from './use-step.ts';
import { WriteAll } from './write-all.tsx';

/** The claims of a file, its steps, and the proofs that this machine made. */
export function FileView({ file }: { readonly file: StationFile }) {
  return (
    <section className="station-view" aria-label="File">
      <h2 className="display">
        <Visible text={stationHeadline(file)} />
      </h2>
      <div className="station-claims">
        <Facts
          label="Claims"
          titled
          note="Written in the file. Anybody could have written them."
          facts={useClaims(file)}
        />
      </div>
      <FileSteps file={file} />
      {file.kind === 'wanted-exports' ? null : <ShowCodes id={file.id} />}
      {file.exports.length === 0 ? null : <Exports file={file} />}
    </section>
  );
}

function useClaims({ name, organizationId, operation, madeAt, exports }: StationFile): readonly Fact[] {
  const now = useClock((clock) => clock.now);
  return [
    { label: 'File', value: name },
    ...(organizationId === null
      ? []
      : [
          {
            label: 'Organization',
            value: <Mono text={organizationId} />,
          },
        ]),
    ...(operation === null ? [] : [{ label: 'Request', value: operation }]),
    ...(madeAt === null ? [] : [{ label: 'Time', value: livenessOf(madeAt, now) }]),
    ...(exports.length === 0 ? [] : [{ label: 'Exports', value: count(exports.length) }]),
  ];
}

/** Exports of one page. */
const PAGE = 100;

function Exports({ file: { id, exports } }: { readonly file: StationFile }) {
  const { running, problem, result } = useStep(STATION_WORK.reveal, id);
  const path = result?.path ?? null;
  const isTried = exports.some(({ state }) => state !== 'listed');
  return (
    <section className="station-exports" aria-label="Exports">
      <h3>
        {isTried ? 'Proof' : 'Exports'}
        {isTried ? <span className="caption soft">Made on this computer, with no network.</span> : null}
      </h3>
      {exports.some(({ state }) => state === 'proven') ? <WriteAll id={id} exports={exports} /> : null}
      {problem === null ? null : <Problem error={problem} />}
      {path === null ? null : <ExportWritten path={path} />}
      <Pages label="Exports" count={Math.ceil(exports.length / PAGE)}>
        {(page) => (
          <ol>
            {exports.slice(page * PAGE, (page + 1) * PAGE).map((one, index) => (
              <li key={`${one.kind} ${one.of}`} className="station-export" data-state={one.state}>
                {one.state === 'listed' ? <span /> : <Icon name={one.state === 'proven' ? 'check' : 'danger'} />}
                <div>
                  <p>
                    {EXPORT_NAMES[one.kind]} {one.of === one.address ? null : <Mono text={one.of} />}
                  </p>
                  <WholeAddress text={one.address} />
                  {one.why === null ? null : (
                    <p className="caption">
                      <Visible text={one.why} />
                    </p>
                  )}
                </div>
                {one.state === 'proven' ? (
                  <Button
                    disabled={running}
                    onClick={() => void STATION_WORK.reveal.start({ id, number: page * PAGE + index + 1 })}
                  >
                    Reveal…
                  </Button>
                ) : null}
              </li>
            ))}
          </ol>
        )}
      </Pages>
    </section>
  );
}
