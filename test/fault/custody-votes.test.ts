import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../contract/start-service.ts';

/** Three root users, all of whom have to agree, and somebody who writes into the database past its lock. */
const people = [newKey(), newKey(), newKey()] as const;
let service: StartedService;
let database: SqliteDatabase.Database;
let fingerprint: string;

beforeEach(async () => {
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  service = await startService({
    key: people[0],
    init: {
      rootUsers: people.map(({ publicKey }, index) => ({
        userName: `User ${index}`,
        apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
      })),
      rootQuorumThreshold: 3,
    },
  });
  database = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Wanted', accounts: [] }),
  );
  fingerprint = activity.fingerprint;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.stop();
});

const approve = async (user: 1 | 2) => {
  const body = service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint });
  return (await clientOf(service.ready.baseUrl, people[user]).approveActivity(body)).activity;
};

describe('what somebody wrote into the database is no vote', () => {
  it.each([
    ['a vote of another user with the proposer’s stamp', 'message'],
    ['a vote with that user’s key and a stamp that does not hold', `'{"type":"x"}'`],
    ['a vote whose message is no JSON', `'x'`],
  ])('%s', async (_what, message) => {
    const [, second = ''] = service.ready.userIds ?? [];
    const publicKey = message === 'message' ? 'public_key' : `'${people[1].publicKey}'`;
    database.exec(`INSERT INTO votes (vote_id, activity_id, user_id, selection, message, public_key, signature, scheme, created_at)
      SELECT 'forged', activity_id, '${second}', selection, ${message}, ${publicKey}, signature, scheme, created_at FROM votes`);
    expect((await approve(2)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect((await approve(1)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('a proposal that was changed is not carried out', async () => {
    await approve(1);
    database.exec(`UPDATE proposals SET request = replace(request, 'Wanted', 'Other!')`);
    await expect(approve(2)).rejects.toThrow('this activity cannot be decided');
    expect((await service.client.getWallets({ organizationId: service.organizationId })).wallets).toEqual([]);
  });

  it('a quorum that was made smaller is refused as a whole', async () => {
    database.exec('UPDATE organizations SET root_quorum_threshold = 2');
    await expect(approve(1)).rejects.toThrow('is not as this service wrote it');
  });
});
