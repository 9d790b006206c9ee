import { describe, expect, test } from 'vitest';
import { holdingsOf } from '../../../../renderer/features/organization/leaving/holdings.ts';
import { isHeld, nextOf } from '../../../../renderer/features/organization/leaving/leaving-plan.ts';
import {
  adviceAfter,
  type Leaving,
  policiesNaming,
  possibleRemovals,
  type Removal,
} from '../../../../renderer/features/organization/leaving/leaving-rules.ts';
import {
  type OpenRequest,
  requestsOf,
  sameRequest,
} from '../../../../renderer/features/organization/leaving/open-requests.ts';
import { isExportOf, readWhole } from '../../../../renderer/features/organization/leaving/read-around.ts';
import type { Member } from '../../../../shared/model/index.ts';
import { activity } from '../fixture-data.ts';
import { ALL, idOf, leaving, NOW, openRequest, stepsOf } from './leaving-support.ts';

describe('the activities that are read', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...activity(1, NOW), activityId: `a${at}` }));
  const listOf =
    (all: readonly ReturnType<typeof activity>[]) =>
    async ({ offset, limit }: { readonly offset: number; readonly limit: number }) => ({
      rows: all.slice(offset, offset + limit),
      total: all.length,
    });

  test('are all pages of the list, so that other rows hide none', async () => {
    const all = rows(1200);
    const { rows: found, isWhole } = await readWhole(listOf(all), ({ activityId }) => activityId === 'a1199');
    expect(found).toEqual([all[1199]]);
    expect(isWhole).toBe(true);
  });

  test('are incomplete where the list has no end', async () => {
    const { isWhole } = await readWhole(
      async () => ({ rows: rows(1), total: Number.MAX_SAFE_INTEGER }),
      () => true,
    );
    expect(isWhole).toBe(false);
  });

  test.each([
    ['ACTIVITY_TYPE_EXPORT_WALLET', 'u', 'ACTIVITY_STATUS_COMPLETED', true],
    ['ACTIVITY_TYPE_EXPORT_SECRETS', 'u', 'ACTIVITY_STATUS_COMPLETED', true],
    ['ACTIVITY_TYPE_EXPORT_PRIVATE_KEY', 'u', 'ACTIVITY_STATUS_FAILED', false],
    ['ACTIVITY_TYPE_EXPORT_PRIVATE_KEY', 'other', 'ACTIVITY_STATUS_COMPLETED', false],
    ['ACTIVITY_TYPE_CREATE_WALLET', 'u', 'ACTIVITY_STATUS_COMPLETED', false],
  ] as const)('with %s by %s, %s: an export of u is %s', (type, userId, status, isExport) => {
    expect(isExportOf('u', { ...activity(1, NOW), type, status, askedBy: { userId, name: null } })).toBe(isExport);
  });
});

describe('a removal that waits for votes', () => {
  const marek = leaving('Marek Novák');
  const [quorumStep] = stepsOf(marek, ALL);
  const waitingFor = (type: string, values: readonly (readonly [string, string])[]) =>
    leaving('Marek Novák', undefined, [openRequest('q', { asker: marek.content.me ?? '', type, values })]);
  const quorumValues = [
    ['threshold', '2'],
    ['userIds[0]', idOf('Ines Duarte')],
    ['userIds[1]', idOf('Ada Byrne')],
  ] as const;

  test('finds its own open request by type and values', () => {
    const steps = stepsOf(waitingFor('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', quorumValues), ALL);
    expect(steps.find(({ key }) => key === quorumStep?.key)?.waiting?.row.activityId).toBe('q');
    const others = stepsOf(
      waitingFor('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', [...quorumValues, ['userIds[2]', marek.user.id]]),
      ALL,
    );
    expect(others.every(({ waiting }) => waiting === null)).toBe(true);
    expect(
      sameRequest(
        'ACTIVITY_TYPE_DELETE_USERS',
        quorumStep?.parameters ?? {},
        waitingFor('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', quorumValues).open,
      ),
    ).toBeNull();
  });

  test('an empty list of a request is the row “none” of its intent', () => {
    const parameters = { userTagId: 't', addUserIds: [], removeUserIds: ['u'] };
    const values = [
      ['userTagId', 't'],
      ['addUserIds', 'none'],
      ['removeUserIds[0]', 'u'],
    ] as const;
    const open = [openRequest('t', { asker: 'x', type: 'T', values })];
    expect(sameRequest('T', parameters, open)?.row.activityId).toBe('t');
    expect(sameRequest('T', { ...parameters, addUserIds: ['v'] }, open)).toBeNull();
  });

  test('a request that gives is not the one that takes, though it has the same values', () => {
    const taking = { userTagId: 't', addUserIds: [], removeUserIds: ['u'] };
    const giving = [
      ['userTagId', 't'],
      ['addUserIds[0]', 'u'],
      ['removeUserIds', 'none'],
    ] as const;
    expect(sameRequest('T', taking, [openRequest('t', { asker: 'u', type: 'T', values: giving })])).toBeNull();
    // A list with the text “none” is not an empty list.
    expect(
      sameRequest('T', { ids: [] }, [openRequest('n', { asker: 'u', type: 'T', values: [['ids[0]', 'none']] })]),
    ).toBeNull();
  });

  test('continues with the credentials, and keeps the user until the quorum is changed', () => {
    const steps = stepsOf(waitingFor('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', quorumValues), ALL);
    expect(nextOf(steps)?.removal).toBe('keys');
    const user = steps.find(({ removal }) => removal === 'user');
    expect(user !== undefined && isHeld(user, steps)).toBe(true);
    expect(nextOf(steps.filter(({ removal }) => removal === 'quorum' || removal === 'user'))).toBeUndefined();
  });

  test('holds the credentials too where the quorum could not vote without them', () => {
    const tight = leaving('Marek Novák', ({ quorum }) => ({
      quorum: { threshold: 3, userIds: quorum?.userIds ?? [] },
    }));
    const steps = stepsOf(tight, ALL);
    expect(steps.filter((step) => isHeld(step, steps)).map(({ removal }) => removal)).toEqual([
      'keys',
      'passkeys',
      'user',
    ]);
  });
});

describe('the open requests of a user', () => {
  test('are those made, approved and awaited, each in one list', () => {
    const open = [
      openRequest('made', { asker: 'sam', approvers: ['sam'] }),
      openRequest('approved', { asker: 'ada', approvers: ['ada', 'sam'], from: ['sam'] }),
      openRequest('awaited', { asker: 'ada', approvers: ['ada'], from: ['sam', 'ines'] }),
      openRequest('other', { asker: 'ada', approvers: ['ada'] }),
    ];
    const ids = (requests: readonly OpenRequest[]) => requests.map(({ row }) => row.activityId);
    const { made, approved, awaited } = requestsOf('sam', open);
    expect([ids(made), ids(approved), ids(awaited)]).toEqual([['made'], ['approved'], ['awaited']]);
  });

  test('that this operator cannot vote on are not rejected', () => {
    const open = [openRequest('made', { asker: idOf('Sam Whitaker'), canVote: false })];
    expect(possibleRemovals(leaving('Sam Whitaker', undefined, open))).not.toContain('requests');
  });
});

describe('the table of a removal', () => {
  const leftOf = (of: Leaving, label: string, chosen = ALL) =>
    holdingsOf(of, chosen, NOW).find((row) => row.label === label)?.after;

  test('names the people left in each tag, and the quorum that remains', () => {
    expect(leftOf(leaving('Marek Novák'), 'Tags')).toEqual(['Approvers: 3 left']);
    expect(leftOf(leaving('Marek Novák'), 'Root quorum')).toEqual(['2 of 2 without Marek Novák']);
    const alone = leaving('Marek Novák', ({ users }) => ({
      users: users.map((one): Member => (one.name === 'Marek Novák' ? one : { ...one, tagIds: [] })),
    }));
    expect(leftOf(alone, 'Tags')).toEqual(['Approvers: nobody left']);
    expect(holdingsOf(alone, ALL, NOW).find(({ label }) => label === 'Tags')?.isCare).toBe(true);
  });

  test('keeps in care whatever is not removed', () => {
    const kept = holdingsOf(leaving('Sam Whitaker'), new Set(), NOW);
    expect(kept.filter(({ label }) => label === 'API keys' || label === 'Passkeys')).toMatchObject([
      { after: ['stay'], isCare: true },
      { after: ['stay'], isCare: true },
    ]);
  });

  test('lists the policies that name the user or a tag, with what the advisor proves of them afterwards', () => {
    const sam = leaving('Sam Whitaker');
    expect(policiesNaming(sam).map(({ name }) => name)).toEqual(['Small payments', 'New accounts']);
    const few = leaving('Sam Whitaker', ({ users }) => ({
      users: users.map(
        (one): Member => (['Sam Whitaker', 'Tom Okafor'].includes(one.name) ? one : { ...one, tagIds: [] }),
      ),
    }));
    const accounts = policiesNaming(few).find(({ name }) => name === 'New accounts');
    expect(accounts && adviceAfter(accounts, few).join()).toContain('and 1 person has it');
    expect(accounts && adviceAfter(accounts, sam)).toEqual([]);
  });

  test('keeps the votes of a user who keeps a way to log in', () => {
    const awaited = (change: Partial<Member>, chosen: Set<Removal>) => {
      const open = [openRequest('awaited', { asker: 'ada', from: [idOf('Sam Whitaker')] })];
      const of = leaving('Sam Whitaker', undefined, open);
      return leftOf(
        { ...of, user: { ...of.user, providers: [], email: null, phone: null, ...change } },
        'Votes wanted',
        chosen,
      );
    };
    const keysAndPasskeys = new Set<Removal>(['keys', 'passkeys']);
    const provider = { id: 'o', name: 'Google', issuer: 'google' } as Member['providers'][number];
    expect(awaited({}, keysAndPasskeys)).toEqual(['only others can vote']);
    expect(awaited({ providers: [provider] }, keysAndPasskeys)).toEqual(['can be given']);
    expect(awaited({ email: 'sam@example.org' }, keysAndPasskeys)).toEqual([
      'not known: a login code can give a new key',
    ]);
    expect(awaited({ passkeys: [] }, new Set(['keys']))).toEqual(['only others can vote']);
    expect(awaited({ email: 'sam@example.org' }, new Set(['user']))).toEqual(['only others can vote']);
  });

  test('says that other open requests are not known where not all were read', () => {
    expect(leftOf({ ...leaving('Sam Whitaker'), isOpenWhole: false }, 'Other requests')).toEqual(['not known']);
  });

  test('says that the policies are not known where they were not read', () => {
    const unread = leaving('Sam Whitaker', ({ parts }) => ({
      parts: { ...parts, policies: { readAt: NOW, problem: 'Refused.' } },
    }));
    expect(leftOf(unread, 'Policies')).toEqual(['not known']);
  });
});
