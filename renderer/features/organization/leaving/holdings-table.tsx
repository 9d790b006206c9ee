import { Checkbox } from '../../../ui/choices.tsx';
import { Visible } from '../../../ui/visible.tsx';
import type { Holding } from './holdings.ts';
import type { Removal } from './leaving-rules.ts';

interface HoldingsTableProps {
  readonly holdings: readonly Holding[];
  readonly chosen: ReadonlySet<Removal>;
  readonly possible: readonly Removal[];
  /** True once the first request was asked: the choice then stays. */
  readonly isFixed: boolean;
  readonly toggle: (removal: Removal) => void;
}

/** The powers of the user today and afterwards, each with the choice to remove it by a request of its own. */
export function HoldingsTable({ holdings, chosen, possible, isFixed, toggle }: HoldingsTableProps) {
  const choice = (removal: Removal | null, label: string) =>
    removal === null || isFixed || !possible.includes(removal) || (removal === 'quorum' && chosen.has('user')) ? (
      label
    ) : (
      <Checkbox label={label} checked={chosen.has(removal)} onChange={() => toggle(removal)} />
    );
  return (
    <table className="leaving-table" aria-label="Access">
      <thead>
        <tr>
          <th scope="col">{isFixed ? 'Access' : 'Remove'}</th>
          <th scope="col">Today</th>
          <th scope="col">Afterwards</th>
        </tr>
      </thead>
      <tbody>
        {holdings.map(({ label, removal, today, after, isCare }) => (
          <tr key={label}>
            <th scope="row">{choice(removal, label)}</th>
            <td>
              <Lines lines={today} />
            </td>
            <td className={isCare ? 'tone-care-text' : 'soft'}>
              <Lines lines={after} />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{choice('user', 'User')}</th>
          <td>can be given keys again</td>
          <td className={chosen.has('user') ? 'soft' : 'tone-care-text'}>
            {chosen.has('user') ? 'removed last, activities stay' : 'stays'}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>
        <Visible text={line} />
      </li>
    ))}
  </ul>
);
