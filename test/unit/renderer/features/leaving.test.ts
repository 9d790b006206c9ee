import { describe, expect, test } from 'vitest';
import { isRemoved, planOf, stateOfSteps } from '../../../../renderer/features/organization/leaving/leaving-plan.ts';
import {
  possibleRemovals,
  quorumWithout,
  stepsOf as stepsOrNull,
} from '../../../../renderer/features/organization/leaving/leaving-rules.ts';
import type { Member, OrganizationContent } from '../../../../shared/model/index.ts';
import { checkValue, OPERATIONS } from '../../../../shared/operations/index.ts';
import { ALL, idOf, leaving, NOW, openRequest, stepsOf, titles } from './leaving-support.ts';

/** A quorum of Ines and one other, whose only key ends this many milliseconds after the read. */
const withEnd = (after: number) =>
  leaving('Ines Duarte', ({ users, parts }) => ({
    parts: { ...parts, users: { readAt: NOW, problem: null } },
    quorum: { threshold: 1, userIds: [idOf('Ines Duarte'), idOf('CI deploy')] },
    users: users.map(
      (one): Member =>
        one.id === idOf('CI deploy')
          ? { ...one, passkeys: [], providers: [], keys: one.keys.map((key) => ({ ...key, expiresAt: NOW + after })) }
          : one,
    ),
  }));

describe('the requests of a removal', () => {
  test('take the quorum first, then the credentials and tags, and the user last', () => {
    expect(titles(leaving('Marek Novák'))).toEqual([
      'Take Marek Novák out of the root quorum, which is then 2 of 2',
      'Remove 1 API key: Key 1',
      'Remove 1 passkey: YubiKey 5C',
      'Take the tag “Approvers” from Marek Novák',
      'Remove the user Marek Novák',
    ]);
  });

  test('are declared requests with parameters that fit, and only those that were chosen', () => {
    const own = openRequest('a', { asker: idOf('Ines Duarte') });
    const steps = stepsOf(leaving('Ines Duarte', undefined, [own]), ALL);
    expect(steps.map(({ removal }) => removal)).toEqual(['quorum', 'keys', 'passkeys', 'tags', 'requests', 'user']);
    for (const { operation, parameters } of steps) {
      const known = {
        ...parameters,
        ...('fingerprint' in parameters ? { fingerprint: `sha256:${'0'.repeat(64)}` } : {}),
      };
      expect(checkValue(OPERATIONS[operation].parameters, known), operation).toEqual([]);
    }
    expect(titles(leaving('Sam Whitaker'), new Set(['user']))).toEqual(['Remove the user Sam Whitaker']);
  });

  test('lower the votes of the quorum to its remaining members, never to none', () => {
    const two = leaving('Ines Duarte', ({ users }) => ({
      quorum: { threshold: 2, userIds: [users[0]?.id ?? '', users[1]?.id ?? ''] },
    }));
    expect(quorumWithout(two).draft).toEqual({ threshold: 1, userIds: [two.content.users[0]?.id] });
  });

  test('are none for the last member of the quorum, for yourself, and for a quorum that could not vote', () => {
    const last = leaving('Ines Duarte', ({ users }) => ({ quorum: { threshold: 1, userIds: [users[1]?.id ?? ''] } }));
    expect(quorumWithout(last).problem?.title).toBe('Ines Duarte is the only member of the root quorum');
    const mute = leaving('Ines Duarte', ({ users }) => ({
      quorum: { threshold: 1, userIds: [users[1]?.id ?? '', idOf('Lena Fischer')] },
    }));
    expect(quorumWithout(mute).problem?.text).toContain('no other member has a valid key or passkey');
    const ended = withEnd(-1);
    expect(quorumWithout(ended).problem?.text).toContain('no other member has a valid key or passkey');
    expect(quorumWithout(leaving('Ada Byrne')).problem?.title).toBe('This is your own user');
    for (const of of [last, mute, ended, leaving('Ada Byrne')]) {
      expect(possibleRemovals(of)).toEqual([]);
      expect(stepsOrNull(of, ALL)).toBeNull();
    }
  });

  test('are asked, with a warning, when the keys of the members that remain end later', () => {
    const ending = withEnd(25 * 86_400_000);
    expect(quorumWithout(ending)).toMatchObject({ problem: null, isFirst: true });
    expect(quorumWithout(ending).ending).toContain('CI deploy (in 25 days): no other key and no passkey.');
    expect(stepsOf(ending, ALL).find(({ removal }) => removal === 'keys')?.after).toEqual(['quorum']);
    expect(quorumWithout(leaving('Ines Duarte')).ending).toBeNull();
  });

  test('are none where the quorum or the users were not read', () => {
    const unread = (part: 'users' | 'configuration', problem: string | null, readAt: number | null) =>
      leaving('Sam Whitaker', ({ parts }) => ({ parts: { ...parts, [part]: { readAt, problem } } }));
    for (const of of [
      unread('users', 'Refused.', NOW),
      unread('configuration', 'Refused.', NOW),
      unread('configuration', null, null),
      leaving('Sam Whitaker', () => ({ quorum: null })),
    ]) {
      expect(quorumWithout(of).problem).not.toBeNull();
      expect(stepsOrNull(of, ALL)).toBeNull();
    }
  });
});

describe('the end of a removal', () => {
  const sam = leaving('Sam Whitaker', undefined, [openRequest('own', { asker: idOf('Sam Whitaker') })]);
  const started = stepsOf(sam, ALL);
  const samId = sam.user.id;
  const around = (change: (content: OrganizationContent) => Partial<OrganizationContent>, isOpenWhole = true) => ({
    content: { ...sam.content, ...change(sam.content) },
    open: [],
    isOpenWhole,
  });
  const withProblem =
    (part: 'users' | 'configuration', more: Partial<OrganizationContent> = {}) =>
    ({ parts }: OrganizationContent): Partial<OrganizationContent> => ({
      ...more,
      parts: { ...parts, [part]: { readAt: NOW, problem: 'Refused.' } },
    });
  const stateAfter = (read: ReturnType<typeof around>) => stateOfSteps(started, planOf(samId, read, ALL), read);

  test.each<[string, ReturnType<typeof around>]>([
    ['the users were refused', around(withProblem('users'))],
    [
      'the users were refused and the user is absent from the earlier ones',
      around(withProblem('users', { users: [] })),
    ],
    ['the quorum was refused', around(withProblem('configuration'))],
    [
      'the other members lost their keys',
      around(({ users }) => ({
        quorum: { threshold: 1, userIds: [samId, users[0]?.id ?? ''] },
        users: users.map((one): Member => (one.id === samId ? one : { ...one, keys: [], passkeys: [], providers: [] })),
      })),
    ],
  ])('nothing is done after a read in which %s', (_what, read) => {
    expect(planOf(samId, read, ALL)).toBeNull();
    expect(isRemoved(samId, read)).toBe(false);
    expect(stateAfter(read)).toEqual({ done: [], left: [], unknown: started });
  });

  test('is proven by the absence of each object in what was read', () => {
    const gone = around(({ users }) => ({ users: users.filter(({ id }) => id !== samId) }));
    expect(stateAfter(gone)).toEqual({ done: started, left: [], unknown: [] });
    const keyless = around(({ users }) => ({
      users: users.map((one): Member => (one.id === samId ? { ...one, keys: [] } : one)),
    }));
    const { done, left, unknown } = stateAfter(keyless);
    expect(done.map(({ removal }) => removal)).toEqual(['keys', 'requests']);
    expect(left.map(({ removal }) => removal)).toEqual(['passkeys', 'tags', 'user']);
    expect(unknown).toEqual([]);
  });

  test('is not known of a request that is still open, or that may be among the unread ones', () => {
    const users = (content: OrganizationContent) => ({ users: content.users.filter(({ id }) => id !== samId) });
    const removals = (read: ReturnType<typeof around>) => stateAfter(read).unknown.map(({ removal }) => removal);
    expect(removals(around(users, false))).toEqual(['requests']);
    const read = { ...around(users), open: sam.open };
    expect(stateOfSteps(started, planOf(samId, read, ALL), read).unknown).toHaveLength(1);
  });
});
