import { useClock } from '../../state/clock.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Visible } from '../../ui/visible.tsx';
import { staleLine } from '../../words/earn.ts';

/** Rows searched, more than there are vaults with accounts. */
const MOST = 500;

/** A line for each chain that could not be read, with the age of its rows. */
export function StaleChains() {
  const { answer } = useAnswer('earn.list', { search: '', offset: 0, limit: MOST }, 'earn.changed');
  const now = useClock((clock) => clock.now);
  const lines = new Set(
    (answer?.rows ?? []).flatMap(({ chain, stale }) => (stale === null ? [] : [staleLine(chain, stale, now)])),
  );
  if (lines.size === 0) return null;
  return (
    <ul className="earn-chains" aria-label="Chains that could not be asked">
      {[...lines].map((line) => (
        <li key={line} className="caption earn-stale">
          <Visible text={line} />
        </li>
      ))}
    </ul>
  );
}
