import type { Member, OrganizationContent } from '../../../../shared/model/index.ts';
import { counted } from '../../../words/number.ts';
import { missingWords } from '../../../words/votes.ts';

/** A root quorum: its members, and the votes that it needs. */
export interface Quorum {
  readonly threshold: number;
  readonly userIds: readonly string[];
}

export interface QuorumNotice {
  readonly tone: 'danger' | 'care';
  readonly title: string;
  readonly text: string;
}

export interface QuorumChange {
  /** "3 of 4 instead of 2 of 3", or null when nothing changes. */
  readonly headline: string | null;
  readonly sentences: readonly string[];
  readonly notices: readonly QuorumNotice[];
  /** The reason why it cannot be asked. */
  readonly problem: string | null;
}

/** Returns the members in the order of the draft with the number of their votes, at most one for each member. */
export const withThreshold = ({ userIds }: Quorum, threshold: number): Quorum => ({
  userIds,
  threshold: Math.max(1, Math.min(Math.trunc(threshold) || 1, Math.max(1, userIds.length))),
});

/** Returns the quorum without a member, with as many of its votes as it has members for. The same for null. */
export const quorumLessMember = (quorum: Quorum, without: string | null): Quorum =>
  without === null
    ? quorum
    : withThreshold({ ...quorum, userIds: quorum.userIds.filter((id) => id !== without) }, quorum.threshold);

/** Returns true where its members can give the votes that it needs. */
export const isReachable = ({ threshold, userIds }: Quorum): boolean =>
  Number.isInteger(threshold) && threshold >= 1 && threshold <= new Set(userIds).size;

/** Returns a quorum in words: "2 of 3", or "needs 9 votes, but has 1 member" where its members cannot give the votes. */
export const quorumWords = (quorum: Quorum): string =>
  isReachable(quorum)
    ? `${quorum.threshold} of ${quorum.userIds.length}`
    : `needs ${counted(quorum.threshold, 'vote')}, but has ${counted(new Set(quorum.userIds).size, 'member')}`;

/** Returns true for a user who has nothing to vote with. */
export const cannotSignIn = ({ keys, passkeys }: Pick<Member, 'keys' | 'passkeys'>): boolean =>
  keys.length + passkeys.length === 0;

/** Returns the change from today's quorum to a draft in words. */
export function quorumChange(
  today: Quorum,
  draft: Quorum,
  { users, me }: Pick<OrganizationContent, 'users' | 'me'>,
): QuorumChange {
  const nameOf = (id: string) => users.find((user) => user.id === id)?.name ?? id;
  const added = draft.userIds.filter((id) => !today.userIds.includes(id));
  const removed = today.userIds.filter((id) => !draft.userIds.includes(id));
  const isSame = added.length + removed.length === 0 && today.threshold === draft.threshold;
  const [count, votes] = [draft.userIds.length, draft.threshold];
  if (count === 0)
    return { headline: null, sentences: [], notices: [], problem: 'A quorum needs at least one member.' };
  if (isSame) return { headline: null, sentences: ['Nothing changes.'], notices: [], problem: null };
  const alone = votes === 1 ? 'alone' : `together with ${counted(votes - 1, 'other member')}`;
  const spare = count - votes;
  return {
    headline: isReachable(today)
      ? `${votes} of ${count} instead of ${today.threshold} of ${today.userIds.length}`
      : `${votes} of ${count}. Today’s quorum ${quorumWords(today)}`,
    sentences: [
      ...added.map((id) => `${nameOf(id)} can do everything ${alone}.`),
      ...removed.map((id) => `${nameOf(id)} is no longer a member, and keeps only what policies allow.`),
      ...(votes > today.threshold
        ? [`${counted(today.threshold, 'vote')} is no longer enough.`.replace('votes is', 'votes are')]
        : []),
      ...(votes < today.threshold ? [`${votes === 1 ? '1 vote is' : `${votes} votes are`} enough.`] : []),
      ...(spare > 0
        ? [`${counted(spare, 'member')} may lose all keys. With more lost, nobody can change this organization.`]
        : []),
    ],
    notices: noticesOf(draft, { users, me, removed, nameOf }),
    problem: null,
  };
}

/** Returns how today's quorum decides a change of itself: the votes that it needs, and the next voters by name. */
export function approvalWords(
  { threshold, userIds }: Quorum,
  { users, me }: Pick<OrganizationContent, 'users' | 'me'>,
): readonly string[] {
  if (!isReachable({ threshold, userIds }))
    return [`Today’s quorum ${quorumWords({ threshold, userIds })}, so nobody can approve this change.`];
  const decides = `Today’s quorum decides: ${threshold} of ${userIds.length}.`;
  const others = userIds
    .filter((id) => id !== me)
    .map((userId) => ({ userId, name: users.find(({ id }) => id === userId)?.name ?? null }));
  const isMember = me !== null && userIds.includes(me);
  const approvals = isMember ? 1 : 0;
  if (approvals >= threshold) return [decides, 'You decide it alone.'];
  const next = missingWords({ approvals, missing: { needed: threshold, from: others } });
  return [
    decides,
    isMember ? 'Your request is the first vote.' : 'You are no member, so the service refuses your request.',
    ...(isMember ? [`Then it needs ${next}.`] : []),
  ];
}

interface Around extends Pick<OrganizationContent, 'users' | 'me'> {
  readonly removed: readonly string[];
  readonly nameOf: (id: string) => string;
}

function noticesOf({ threshold, userIds }: Quorum, { users, me, removed, nameOf }: Around): readonly QuorumNotice[] {
  const notices: QuorumNotice[] = [];
  if (threshold === userIds.length)
    notices.push({
      tone: 'danger',
      title: 'No member may be lost',
      text: `If one of ${userIds.length} loses the keys, nobody can change this organization again.`,
    });
  if (threshold === 1 && userIds.length > 1)
    notices.push({
      tone: 'danger',
      title: 'One vote is enough',
      text: 'Each member alone can export every key and change every rule. No policy limits a member.',
    });
  if (me !== null && removed.includes(me))
    notices.push({ tone: 'danger', title: 'You remove yourself', text: 'Only the remaining members can undo this.' });
  const without = userIds.filter((id) => users.some((user) => user.id === id && cannotSignIn(user)));
  if (without.length > 0)
    notices.push({
      tone: userIds.length - without.length < threshold ? 'danger' : 'care',
      title: without.length === 1 ? 'A member cannot vote' : `${without.length} members cannot vote`,
      text: `${without.map(nameOf).join(', ')}: no key and no passkey.`,
    });
  return notices;
}
