import type { WaitingRow } from '../../../shared/model/index.ts';
import { shortHeadline } from '../../meaning/headline.ts';
import { PersonName } from '../../parts/person.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { votesOf } from '../../words/votes.ts';

interface RequestsProps {
  readonly rows: readonly WaitingRow[];
  readonly title: string;
  readonly help: string;
  readonly isBusy: boolean;
  readonly onShow: (activityId: string) => void;
  readonly onTakeOut: (activityId: string) => void;
}

/** Requests with their warnings, the most serious first. */
export function Requests({ title, help, rows, isBusy, onShow, onTakeOut }: RequestsProps) {
  const sorted = rows.toSorted((one, other) => Number(one.warning === null) - Number(other.warning === null));
  return (
    <section className="votes-group" aria-label={title}>
      <h3>{title}</h3>
      <p className="soft caption">{help}</p>
      <ul>
        {sorted.map((row) => (
          <li key={row.activityId}>
            <RequestLines row={row} />
            <Button disabled={isBusy} onClick={() => onShow(row.activityId)}>
              Open
            </Button>
            <Button kind="quiet" disabled={isBusy} onClick={() => onTakeOut(row.activityId)}>
              Take out
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The request in a sentence, its warning, and who asked. */
function RequestLines({ row: { headline, addresses, warning, askedBy, ...row } }: { readonly row: WaitingRow }) {
  const known = new Set(addresses);
  return (
    <div className="votes-request">
      <strong>
        <Visible text={shortHeadline(headline, known)} />
      </strong>
      {warning === null ? null : (
        <span className={`inbox-warning tone-${warning.level}`}>
          <Icon name={warning.level} />
          <span>
            <Visible text={shortHeadline(warning.text, known)} />
          </span>
        </span>
      )}
      <span className="caption soft">
        {askedBy === null ? null : (
          <>
            Asked by <PersonName person={askedBy} /> ·{' '}
          </>
        )}
        {row.missing === undefined ? `${counted(row.approvals, 'vote')} so far` : `${votesOf(row)} votes`}
      </span>
    </div>
  );
}
