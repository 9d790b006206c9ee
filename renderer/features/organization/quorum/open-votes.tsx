import type { ActivityRow, OrganizationContent } from '../../../../shared/model/index.ts';
import { findActivityByType } from '../../../../shared/operations/index.ts';
import { worded } from '../../../language/worded.ts';
import { go } from '../../../state/route.ts';
import { useAnswer } from '../../../state/use-answer.ts';
import { Button } from '../../../ui/button.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { activitySentence } from '../../../words/headline.ts';
import { nextVotersWords } from './next-voters.ts';

const WAITING = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
/** Activities that are looked through, the newest. */
const MAXIMUM_READ = 100;
/** Requests that are listed. */
const MAXIMUM_SHOWN = 3;

/** The resources of policies that belong to the organization itself. */
const RESOURCES: ReadonlySet<string> = new Set([
  'USER',
  'CREDENTIAL',
  'POLICY',
  'ORGANIZATION',
  'MFA_POLICY',
  'SESSION_PROFILE',
  'INVITATION',
]);

/** Returns the requests about the organization that wait for votes. */
export const openOf = (rows: readonly ActivityRow[]): readonly ActivityRow[] =>
  rows.filter(({ status, type }) => {
    const governed = status === WAITING ? findActivityByType(type)?.governed : undefined;
    if (governed === undefined) return false;
    return governed.by === 'root quorum' || (governed.by === 'policies' && RESOURCES.has(governed.resource));
  });

/** Returns the next voters of a listed request. Its list says who cast the first vote, and no other. */
export function listedVotersWords(row: ActivityRow, content: Pick<OrganizationContent, 'quorum' | 'users'>): string {
  const { askedBy, approvals } = row;
  if (row.missing === undefined && (approvals !== 1 || askedBy === null)) return worded('votes');
  const first = { selection: 'VOTE_SELECTION_APPROVED', publicKey: '', createdAt: null };
  return nextVotersWords({ row, votes: askedBy === null ? [] : [{ ...askedBy, ...first }] }, content);
}

/** The requests about the organization that wait for votes, with the people who vote next. */
export function OpenVotes({ content }: { readonly content: OrganizationContent }) {
  const { answer } = useAnswer(
    'activities.list',
    { search: WAITING, offset: 0, limit: MAXIMUM_READ },
    'activities.changed',
  );
  const open = openOf(answer?.rows ?? []);
  const isWhole = answer === null || answer.total <= answer.rows.length;
  if (open.length === 0 && isWhole) return null;
  const more = Math.max(open.length - MAXIMUM_SHOWN, 0);
  return (
    <ul className="organization-votes" aria-label="Requests that wait for votes">
      {open.slice(0, MAXIMUM_SHOWN).map((row) => (
        <li key={row.activityId}>
          <Button kind="quiet" onClick={() => go('activities', { activityId: row.activityId })}>
            <span className="cut">
              <Visible text={activitySentence(row)} />
            </span>
          </Button>
          <span className="tone-care-text">
            <Visible text={`waits for ${listedVotersWords(row, content)}`} />
          </span>
        </li>
      ))}
      {more === 0 && isWhole ? null : (
        <li>
          <Button kind="quiet" onClick={() => go('activities')}>
            {isWhole ? `${more} more in Activities` : 'Not all waiting requests were read. Look in Activities.'}
          </Button>
        </li>
      )}
    </ul>
  );
}
