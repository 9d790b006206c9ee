import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/steps.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { activitySentence } from '../../../words/headline.ts';
import { counted } from '../../../words/number.ts';
import { isCancelled } from '../../../words/problem.ts';
import { shortMoment } from '../../../words/time.ts';
import { AccessGroups } from '../access/access-report.tsx';
import { ACCESS_GROUPS } from '../access/access-rules.ts';
import { useAccessCheck } from '../access/use-access-check.ts';
import type { Around } from './read-around.ts';

/** The powers of a user who is still there. */
const GROUPS = ACCESS_GROUPS.filter(({ outcome }) => outcome !== 'deny');

interface PowerUntilThenProps {
  readonly userId: string;
  readonly name: string;
  readonly around: Pick<Around, 'exports' | 'areExportsWhole'> | null;
}

/** The power of the user until the removal, and the losses that no removal undoes. */
export function PowerUntilThen({ userId, name, around }: PowerUntilThenProps) {
  const exports = around?.exports ?? [];
  const { report, progress, check } = useAccessCheck(userId);
  const { busy, problem } = check;
  return (
    <>
      <h2>Until then</h2>
      {busy ? <Progress label="Check" {...progress} text={`${counted(progress.done, 'request')} decided`} /> : null}
      {problem === null || isCancelled(problem) ? null : (
        <>
          <p className="tone-care-text">
            <Visible text={`The rights of ${name} are not known.`} />
          </p>
          <Problem error={problem} />
        </>
      )}
      {report === null ? null : <AccessGroups name={name} report={report} groups={GROUPS} />}
      <h2>Not removed</h2>
      {exports.length === 0 ? null : (
        <Notice
          tone="danger"
          title={`${name} exported ${counted(exports.length, 'key, wallet or secret', 'keys, wallets or secrets')}`}
        >
          <ul>
            {exports.map(({ activityId, words, title, createdAt }) => (
              <li key={activityId}>
                <Visible text={`${activitySentence({ words, title })}, ${shortMoment(createdAt)}`} />
              </li>
            ))}
          </ul>
          No removal takes an exported key back. Move its funds, and replace exported secrets.
        </Notice>
      )}
      {around === null || around.areExportsWhole ? null : (
        <Notice tone="care" title="Other exports are not known">
          There are more activities than were read. Search the activities for exports of {name}.
        </Notice>
      )}
      <ul className="soft">
        <li>Exports are known from the activities that this program has read. Older ones may be missing.</li>
        <li>Activities stay, under this name.</li>
        <li>Sub-organizations have users of their own. Check them too.</li>
      </ul>
    </>
  );
}
