import { describe, expect, test } from 'vitest';
import { namesIn } from '../../../../renderer/features/organization/names.ts';
import { nextVotersWords } from '../../../../renderer/features/organization/quorum/next-voters.ts';
import { listedVotersWords, openOf } from '../../../../renderer/features/organization/quorum/open-votes.tsx';
import {
  approvalWords,
  isReachable,
  quorumChange,
  quorumLessMember,
  quorumWords,
  withThreshold,
} from '../../../../renderer/features/organization/quorum/quorum-rules.ts';
import { SECTIONS } from '../../../../renderer/features/organization/sections/index.ts';
import type { ActivityRow } from '../../../../shared/model/index.ts';
import { activity } from '../fixture-data.ts';
import { organization } from '../fixture-organization.ts';

const content = organization(Date.UTC(2026, 10, 26));
const [ada = '', ines = '', marek = '', tom = ''] = content.users.map(({ id }) => id);
const lena = content.users.find(({ name }) => name === 'Lena Fischer')?.id ?? '';
const today = { threshold: 2, userIds: [ada, ines, marek] };
const changeTo = (threshold: number, ...userIds: string[]) => quorumChange(today, { threshold, userIds }, content);

describe('a change of the quorum', () => {
  test('is said in one line, with the people by name', () => {
    const { headline, sentences, notices } = changeTo(3, ada, ines, marek, tom);
    expect(headline).toBe('3 of 4 instead of 2 of 3');
    expect(sentences).toEqual([
      'Tom Okafor can do everything together with 2 other members.',
      '2 votes are no longer enough.',
      '1 member may lose all keys. With more lost, nobody can change this organization.',
    ]);
    expect(notices).toEqual([]);
  });

  test('that changes nothing, or leaves nobody, cannot be asked', () => {
    expect(changeTo(2, ada, ines, marek)).toMatchObject({ headline: null, sentences: ['Nothing changes.'] });
    expect(changeTo(1)).toMatchObject({ headline: null, problem: 'A quorum needs at least one member.' });
  });

  test.each([
    [changeTo(3, ada, ines, marek), 'danger', 'No member may be lost'],
    [changeTo(1, ada, ines, marek), 'danger', 'One vote is enough'],
    [changeTo(2, ines, marek, tom), 'danger', 'You remove yourself'],
    [changeTo(2, ada, ines, lena), 'care', 'A member cannot vote'],
    [changeTo(2, ada, lena), 'danger', 'A member cannot vote'],
  ])('that is dangerous says so (%#)', ({ notices }, tone, title) => {
    expect(notices).toContainEqual(expect.objectContaining({ tone, title }));
  });

  test('removes people by name', () => {
    expect(changeTo(1, ada).sentences).toContain(
      'Ines Duarte is no longer a member, and keeps only what policies allow.',
    );
    expect(changeTo(1, ada).sentences).toContain('1 vote is enough.');
  });
});

test.each([
  [{ threshold: 2, userIds: ['a', 'b', 'c'] }, '2 of 3', true],
  [{ threshold: 9, userIds: ['a'] }, 'needs 9 votes, but has 1 member', false],
  [{ threshold: 2, userIds: ['a', 'a'] }, 'needs 2 votes, but has 1 member', false],
  [{ threshold: 0, userIds: ['a', 'b'] }, 'needs 0 votes, but has 2 members', false],
])('a quorum is said in words (%#)', (quorum, words, reachable) => {
  expect(quorumWords(quorum)).toBe(words);
  expect(isReachable(quorum)).toBe(reachable);
});

test('a quorum that nobody can reach is no “9 of 1” anywhere', () => {
  const unreachable = { threshold: 9, userIds: [ada] };
  const look = { content: { ...content, quorum: unreachable }, names: namesIn(content), now: 0 };
  const shown = JSON.stringify([
    approvalWords(unreachable, content),
    quorumChange(unreachable, today, content),
    SECTIONS.policies.lines?.([], look, false),
  ]);
  expect(shown).not.toContain('9 of 1');
  expect(shown).toContain('Today’s quorum needs 9 votes, but has 1 member, so nobody can approve this change.');
  expect(shown).toContain('The root quorum needs 9 votes, but has 1 member, so it can decide nothing.');
});

test('a quorum that was never read cannot be changed', () => {
  const names = namesIn(content);
  expect(SECTIONS.quorum.primary({ content: { ...content, quorum: null }, names, now: 0 })).toBeNull();
  expect(SECTIONS.quorum.primary({ content, names, now: 0 })).toMatchObject({ page: { name: 'quorum' } });
});

test.each([
  [0, 1],
  [Number.NaN, 1],
  [2.7, 2],
  [9, 3],
])('%d votes of 3 members are %d', (votes, wanted) => {
  expect(withThreshold(today, votes).threshold).toBe(wanted);
});

describe('the removal of a member from the quorum', () => {
  test('opens the change of the quorum without the member, with its dangers', () => {
    const look = { content: { ...content, quorum: today }, names: namesIn(content), now: 0 };
    const [row] = SECTIONS.quorum.rows(look).filter(({ id }) => id === marek);
    expect(SECTIONS.quorum.acts(row!, look)).toEqual([
      { label: 'Remove from quorum…', page: { name: 'quorum', without: marek } },
    ]);
    const draft = quorumLessMember(today, marek);
    expect(draft).toEqual({ threshold: 2, userIds: [ada, ines] });
    expect(quorumChange(today, draft, content).notices).toContainEqual(
      expect.objectContaining({ tone: 'danger', title: 'No member may be lost' }),
    );
  });

  test('keeps no more votes than there are members', () => {
    expect(quorumLessMember({ threshold: 2, userIds: [ada, ines] }, ines)).toEqual({ threshold: 1, userIds: [ada] });
    expect(quorumLessMember(today, null)).toBe(today);
  });
});

describe('the next voters', () => {
  const row = (change: Partial<ActivityRow>): ActivityRow => ({
    ...activity(1, Date.UTC(2026, 10, 26)),
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    type: 'ACTIVITY_TYPE_DELETE_USERS',
    approvals: 1,
    askedBy: { userId: ada, name: 'Ada Byrne' },
    ...change,
  });
  const vote = (userId = '') => ({
    userId,
    name: null,
    selection: 'VOTE_SELECTION_APPROVED',
    publicKey: '',
    createdAt: null,
  });

  test('are those that the service reports', () => {
    const missing = { needed: 2, from: [{ userId: 'x', name: 'Tom' }] };
    expect(nextVotersWords({ row: row({ missing }), votes: [] }, content)).toBe('1 more vote, from Tom');
  });

  test('are the other members of the root quorum where the service reports none', () => {
    const words = 'votes: in the root quorum, 1 more vote, from Ines Duarte or Marek Novák';
    expect(nextVotersWords({ row: row({}), votes: [vote(ada)] }, content)).toBe(words);
    expect(listedVotersWords(row({}), content)).toBe(words);
    // The vote of somebody else counts only by policies.
    const other = nextVotersWords({ row: row({}), votes: [vote('x')] }, content);
    expect(other).toBe('votes: in the root quorum, 2 more votes, from Ada Byrne, Ines Duarte or Marek Novák');
  });

  test('are nobody where the root quorum cannot be reached', () => {
    const unreachable = { ...content, quorum: { threshold: 9, userIds: [ada] } };
    const words = 'votes: the root quorum needs 9 votes, but has 1 member';
    expect(nextVotersWords({ row: row({}), votes: [vote(ada)] }, unreachable)).toBe(words);
    expect(listedVotersWords(row({}), unreachable)).toBe(words);
  });

  test('are not named where the votes or the quorum are not known', () => {
    expect(nextVotersWords({ row: row({}), votes: [] }, { ...content, quorum: null })).toBe('votes');
    expect(listedVotersWords(row({ approvals: 2 }), content)).toBe('votes');
    expect(listedVotersWords(row({ askedBy: null }), content)).toBe('votes');
    expect(nextVotersWords({ row: row({}), votes: [vote(ada), vote(ines), vote(marek)] }, content)).toBe('votes');
  });

  test('of a change of the quorum follow from the quorum of today', () => {
    expect(approvalWords(today, content)).toEqual([
      'Today’s quorum decides: 2 of 3.',
      'Your request is the first vote.',
      'Then it needs 1 more vote, from Ines Duarte or Marek Novák.',
    ]);
    expect(approvalWords({ ...today, threshold: 1 }, content)).toContain('You decide it alone.');
    expect(approvalWords(today, { ...content, me: 'x' })).toContain(
      'You are no member, so the service refuses your request.',
    );
  });

  test('are asked about for requests of the organization alone, while these wait', () => {
    const rows = [
      row({ activityId: 'a' }),
      row({ activityId: 'b', type: 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM' }),
      row({ activityId: 'c', type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' }),
      row({ activityId: 'd', status: 'ACTIVITY_STATUS_COMPLETED' }),
      row({ activityId: 'e', type: 'ACTIVITY_TYPE_OF_TOMORROW' }),
    ];
    expect(openOf(rows).map(({ activityId }) => activityId)).toEqual(['a', 'b']);
  });
});
