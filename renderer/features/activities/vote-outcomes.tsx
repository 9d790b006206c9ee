import type { JobOutput } from '../../../shared/ipc/index.ts';
import type { WaitingRow } from '../../../shared/model/index.ts';
import { shortHeadline } from '../../meaning/headline.ts';
import { Button } from '../../ui/button.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';

type Outcome = JobOutput<'votes.cast'>['votes'][number];

const STATES: Readonly<Record<Outcome['state'], string>> = {
  cast: 'Voted',
  refused: 'Not taken by the service',
  unknown: 'Sent, outcome unknown',
  alone: 'Not voted on',
  left: 'Not voted on',
};

export const doneTitle = (votes: readonly Outcome[]): string => {
  const cast = votes.filter(({ state }) => state === 'cast').length;
  return cast === votes.length ? `${counted(cast, 'vote')} cast` : `${cast} of ${counted(votes.length, 'vote')} cast`;
};

interface OutcomesProps {
  readonly rows: readonly WaitingRow[];
  readonly onShow: (activityId: string) => void;
  readonly votes: readonly Outcome[];
}

/** The outcome of each vote. Those that were not cast come first, with the reason. */
export function Outcomes({ rows, votes, onShow }: OutcomesProps) {
  const sorted = votes.toSorted((one, other) => Number(one.state === 'cast') - Number(other.state === 'cast'));
  return (
    <ul className="votes-outcomes" aria-label="Outcome of each vote">
      {sorted.map(({ activityId, state, problem }) => {
        const row = rows.find((one) => one.activityId === activityId);
        return (
          <li key={activityId}>
            <div className="votes-request">
              <strong>
                <Visible text={row === undefined ? activityId : shortHeadline(row.headline, new Set(row.addresses))} />
              </strong>
              <span className={state === 'cast' ? 'soft' : 'tone-care'}>
                {STATES[state]}
                {problem === null ? '' : '. '}
                {problem === null ? null : <Visible text={problem} />}
              </span>
            </div>
            {state === 'cast' ? null : <Button onClick={() => onShow(activityId)}>Open</Button>}
          </li>
        );
      })}
    </ul>
  );
}
