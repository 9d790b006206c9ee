import { describe, expect, it } from 'vitest';
import { rowStatus, takesApproval } from '../../../../renderer/words/status.ts';
import { furtherVotesWords, missingWords, votesOf } from '../../../../renderer/words/votes.ts';

const person = (name: string | null) => ({ userId: 'user-1', name });
const ben = person('Ben');
const status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';

describe('the votes of an activity', () => {
  it('are counted against the needed ones where these are known', () => {
    expect(votesOf({ approvals: 1 })).toBe('1');
    expect(votesOf({ approvals: 1, missing: { needed: 2, from: [ben] } })).toBe('1/2');
  });

  it('are missing from people by name, and never by an id', () => {
    expect(missingWords({ approvals: 1 })).toBeNull();
    expect(missingWords({ approvals: 1, missing: { needed: 2, from: [ben, person('Chiara')] } })).toBe(
      '1 more vote, from Ben or Chiara',
    );
    expect(missingWords({ approvals: 1, missing: { needed: 3, from: [ben, person(null), person('Chiara')] } })).toBe(
      '2 more votes, from Ben, Chiara or a user without a known name',
    );
    expect(missingWords({ approvals: 1, missing: { needed: 2, from: [person(null), person('')] } })).toBe(
      '1 more vote, from 2 users without a known name',
    );
    const many = Array.from({ length: 6 }, (_, at) => person(`User ${at}`));
    expect(missingWords({ approvals: 1, missing: { needed: 2, from: many } })).toMatch(/User 3 or 2 others$/);
  });

  it('are named in the question before a stamp, in quotes that no name closes', () => {
    expect(furtherVotesWords(null)).toBeNull();
    expect(furtherVotesWords('unknown')).toBe('More votes may be needed.');
    expect(furtherVotesWords({ outcome: 'decided', more: 0, from: [] })).toBe('No other vote is needed.');
    expect(furtherVotesWords({ outcome: 'refused', more: 0, from: [] })).toBe(
      'By its present policies, the service refuses this request.',
    );
    expect(furtherVotesWords({ outcome: 'waits', more: null, from: [] })).toBe('More votes are needed.');
    expect(furtherVotesWords({ outcome: 'waits', more: 1, from: [ben, person('Chiara”. No vote is “')] })).toBe(
      'Then 1 more vote is needed, from “Ben” or “Chiara". No vote is "”.',
    );
    expect(furtherVotesWords({ outcome: 'waits', more: 1, from: [ben] }, ' for each line')).toBe(
      'Then 1 more vote is needed for each line, from “Ben”.',
    );
    expect(furtherVotesWords({ outcome: 'waits', more: 1, from: [ben] })).toBe(
      'Then 1 more vote is needed, from “Ben”.',
    );
    expect(furtherVotesWords({ outcome: 'waits', more: 2, from: [ben, person('Chiara')] })).toBe(
      'Then 2 more votes are needed, from “Ben” and “Chiara”.',
    );
  });

  it('name the only voter in the status, unless it is this operator', () => {
    expect(rowStatus({ status, canVote: false, missing: { needed: 2, from: [ben] } }, 0)).toMatchObject({
      label: 'Needs Ben’s vote',
      tone: 'plain',
    });
    expect(rowStatus({ status, canVote: true, missing: { needed: 2, from: [ben] } }, 0).label).toBe('Needs your vote');
    expect(rowStatus({ status, canVote: false }, 0).label).toBe('Waiting for votes');
    // One that has this operator's approval takes a rejection, and wants no vote.
    expect(rowStatus({ status, canVote: true, wantsVote: false }, 0)).toMatchObject({
      label: 'Waiting for votes',
      tone: 'plain',
    });
  });

  it('say that votes expired, from that moment on', () => {
    expect(rowStatus({ status, canVote: true, expiresAt: 5 }, 4).label).toBe('Needs your vote');
    expect(rowStatus({ status, canVote: true, expiresAt: 5 }, 5)).toMatchObject({
      label: 'Votes expired',
      sentence: expect.stringMatching(/^It was not decided within 24 hours/),
    });
  });
});

describe('an approval is taken', () => {
  it.each([
    ['of a row that wants it', { canVote: true, wantsVote: true }, true],
    ['of a row that does not say', { canVote: true }, true],
    ['not of one that others must decide', { canVote: true, wantsVote: false }, false],
    ['not before its votes expire', { canVote: true, wantsVote: false, expiresAt: 2 }, false],
    ['again once its votes expired', { canVote: true, wantsVote: false, expiresAt: 1 }, true],
    ['not without a vote', { canVote: false, wantsVote: false, expiresAt: 1 }, false],
  ])('%s', (_which, row, taken) => expect(takesApproval(row, 1)).toBe(taken));
});
