import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCustodyService } from '../../../electron/custody/service.ts';
import { startCustody } from '../../tools/start-custody.ts';
import { createPasskey } from '../authentication/software-passkey.ts';
import { type ClientKey, clientOf, NOON, newKey } from '../start-service.ts';

const people = { first: newKey(), second: newKey(), third: newKey() };
const rootUser = (userName: string, { publicKey }: ClientKey) => ({
  userName,
  apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
});

/** From the next opening of a database on, the disk refuses to sync when `fails` returns true. */
function refuseSyncs(fails: () => boolean): void {
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation(() => {
    if (fails()) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  });
  syncBuiltinESMExports();
}

/** A service with three root users, others without a name of their own, and a quorum, and what ends it. */
async function serviceWith(rootQuorumThreshold: number, others = 0) {
  const more = Array.from({ length: others }, (_none, index) => rootUser(`Other ${index}`, newKey()));
  const directory = mkdtempSync(join(tmpdir(), 'castellan-votes-'));
  const service = createCustodyService({ now: () => NOON, report: () => '' });
  const ready = await startCustody(service, {
    directory,
    port: 0,
    authPort: 0,
    dialect: 'spec' as const,
    master: new Uint8Array(32).fill(9),
    init: {
      organizationName: 'Treasury',
      rootUsers: [
        rootUser('First', people.first),
        rootUser('Second', people.second),
        rootUser('Third', people.third),
        ...more,
      ],
      rootQuorumThreshold,
    },
  });
  const { organizationId } = ready;
  let made = 0;
  const envelope = <Type extends string, Parameters>(type: Type, parameters: Parameters) => {
    made += 1;
    return { type, timestampMs: String(NOON + made), organizationId, parameters };
  };
  const as = (who: keyof typeof people) => clientOf(ready.baseUrl, people[who]);
  return {
    organizationId,
    /** The user has a passkey in place of the API key. */
    async usePasskey(who: keyof typeof people) {
      const client = as(who);
      const { userId } = await client.getWhoami({ organizationId });
      const { user } = await client.getUser({ organizationId, userId });
      const authenticators = [createPasskey().register('Phone')];
      const apiKeyIds = user.apiKeys.map(({ apiKeyId }) => apiKeyId);
      await client.createAuthenticators(
        envelope('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', { userId, authenticators }) as never,
      );
      await client.deleteApiKeys(envelope('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds }));
    },
    propose: async (walletName: string) =>
      (await as('first').createWallet(envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }))).activity,
    approve: async (who: keyof typeof people, fingerprint: string) =>
      as(who).approveActivity(envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint })),
    missing: async (activityIds: string[], of = organizationId) => {
      const { votes } = await service.missingVotes({ organizationId: of, activityIds });
      return votes.map((one) => one && [one.needed, ...one.from.map(({ name }) => name)]);
    },
    /** The votes after a request or an approval that the user has not sent. */
    furtherOf: async (who: keyof typeof people, body: string) =>
      (await service.furtherVotes({ organizationId, publicKey: people[who].publicKey, body })).votes,
    further: async (who: keyof typeof people, body: object, of = organizationId) => {
      const asked = { organizationId: of, publicKey: people[who].publicKey, body: JSON.stringify(body) };
      const { votes } = await service.furtherVotes(asked);
      return votes && [votes.outcome, votes.more, ...votes.from.map(({ name }) => name)];
    },
    wallet: (walletName: string) => envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }),
    approval: (fingerprint: string) => envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }),
    rejection: (fingerprint: string) => envelope('ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint }),
    activities: async () => (await as('first').getActivities({ organizationId })).activities.length,
    async end() {
      await service.stop({});
      rmSync(directory, { recursive: true });
    },
  };
}

describe('the missing votes of an activity', () => {
  let service: Awaited<ReturnType<typeof serviceWith>>;
  afterEach(() => service.end());

  it('are one of everybody who can cast the last one', async () => {
    service = await serviceWith(2);
    const { id, fingerprint } = await service.propose('Hot');
    expect(await service.missing([id])).toEqual([[2, 'Second', 'Third']]);
    await service.approve('second', fingerprint);
    expect(await service.missing([id])).toEqual([null]);
  });

  it('are also those of users who have passkeys alone', async () => {
    service = await serviceWith(2);
    await service.usePasskey('second');
    const { id } = await service.propose('Hot');
    expect(await service.missing([id])).toEqual([[2, 'Second', 'Third']]);
  });

  it('are two where no single one is enough', async () => {
    service = await serviceWith(3);
    const { id, fingerprint } = await service.propose('Hot');
    expect(await service.missing([id])).toEqual([[3, 'Second', 'Third']]);
    await service.approve('third', fingerprint);
    expect(await service.missing([id])).toEqual([[3, 'Second']]);
  });

  it('are not searched in pairs among more than eight votes', async () => {
    service = await serviceWith(3, 7);
    expect(await service.missing([(await service.propose('Hot')).id])).toEqual([null]);
    await service.end();
    service = await serviceWith(3, 6);
    expect((await service.missing([(await service.propose('Hot')).id]))[0]).toHaveLength(9);
  });

  it('are not returned for an activity of another organization, nor for an unknown one', async () => {
    service = await serviceWith(2);
    const { id } = await service.propose('Hot');
    expect(await service.missing([id], '00000000-0000-4000-8000-000000000001')).toEqual([null]);
    expect(await service.missing(['00000000-0000-4000-8000-000000000001', id])).toEqual([null, [2, 'Second', 'Third']]);
  });

  it('are not returned once the disk does not confirm what they are read from', async () => {
    let fails = false;
    refuseSyncs(() => fails);
    try {
      service = await serviceWith(2);
      const { id } = await service.propose('Hot');
      fails = true;
      await expect(service.propose('Cold')).rejects.toThrow();
      await expect(service.missing([id])).rejects.toThrow('The disk did not confirm the last changes');
      await expect(service.further('second', service.wallet('Cold'))).rejects.toThrow('The disk did not confirm');
    } finally {
      fails = false;
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
  });
});

describe('the votes after a request that is not sent yet', () => {
  let service: Awaited<ReturnType<typeof serviceWith>>;
  afterEach(() => service.end());

  it('are none where its own stamp decides', async () => {
    service = await serviceWith(1);
    expect(await service.further('first', service.wallet('Hot'))).toEqual(['decided', 0]);
  });

  it('are those of the others, and nothing is stored', async () => {
    service = await serviceWith(2);
    expect(await service.further('first', service.wallet('Hot'))).toEqual(['waits', 1, 'Second', 'Third']);
    expect(await service.activities()).toBe(0);
    await service.end();
    service = await serviceWith(3);
    expect(await service.further('third', service.wallet('Hot'))).toEqual(['waits', 2, 'First', 'Second']);
  });

  it('are not counted where more than two are missing', async () => {
    service = await serviceWith(4, 1);
    expect(await service.further('first', service.wallet('Hot'))).toEqual(['waits', null]);
  });

  it('are those after an approval of an activity that waits', async () => {
    service = await serviceWith(3);
    const { fingerprint } = await service.propose('Hot');
    expect(await service.further('second', service.approval(fingerprint))).toEqual(['waits', 1, 'Third']);
    await service.approve('third', fingerprint);
    expect(await service.further('second', service.approval(fingerprint))).toEqual(['decided', 0]);
  });

  it('are not known for a rejection, an unknown activity, another organization, a wrong body and an unknown key', async () => {
    service = await serviceWith(2);
    const { fingerprint } = await service.propose('Hot');
    const other = '00000000-0000-4000-8000-000000000001';
    expect(await service.further('second', service.rejection(fingerprint))).toBeNull();
    expect(await service.further('second', service.approval('sha256:00'))).toBeNull();
    expect(await service.further('second', { ...service.wallet('Hot'), organizationId: other })).toBeNull();
    expect(await service.further('second', service.wallet('Hot'), other)).toBeNull();
    expect(await service.further('second', { ...service.wallet('Hot'), parameters: {} })).toBeNull();
    expect(await service.further('second', { ...service.wallet('Hot'), type: 'ACTIVITY_TYPE_NONE' })).toBeNull();
    expect([await service.furtherOf('second', '{'), await service.furtherOf('second', '[]')]).toEqual([null, null]);
    await service.usePasskey('second');
    expect(await service.further('second', service.wallet('Hot'))).toBeNull();
  });
});
