import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyring } from '../../electron/custody/keys/keyring.ts';
import { evidence } from '../../electron/custody/store/evidence/evidence.ts';
import { createArena, createSecretMemory } from '../../electron/hardening/index.ts';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../contract/start-service.ts';

/**
 * Three root users, all of whom have to agree, and an attacker who writes into the database past its lock. The attacker
 * even makes the seals of activities and votes, so that the other protections are tested.
 */
const keyring = createKeyring(new Uint8Array(32).fill(9), createSecretMemory(createArena().pages));
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

/** Seals activities and votes as they are now. */
function reseal(): void {
  const seals = evidence(database);
  seals.open(keyring);
  seals.adopt();
}

const approve = async (user: 1 | 2) => {
  const body = service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint });
  return (await clientOf(service.ready.baseUrl, people[user]).approveActivity(body)).activity;
};

describe('a vote that was written into the database does not count', () => {
  /** Writes a vote on the activity that is wanted, by default of the second user. */
  const forge = (columns: string, from: string, userId = service.ready.userIds?.[1] ?? '') => {
    database.exec(`INSERT INTO votes (vote_id, activity_id, user_id, selection, message, public_key, signature, scheme, created_at)
      SELECT 'forged', (SELECT activity_id FROM activities WHERE fingerprint = '${fingerprint}'), '${userId}', selection,
        ${columns}, scheme, created_at FROM votes WHERE ${from} LIMIT 1`);
    reseal();
  };

  it.each([
    ['the proposer’s key and stamp', 'message, public_key, signature'],
    ['that user’s key and the proposer’s stamp', `message, '${people[1].publicKey}', signature`],
    ['a message that is no JSON', `'x', '${people[1].publicKey}', signature`],
  ])('a vote of another user with %s', async (_what, columns) => {
    forge(columns, 'true');
    expect((await approve(2)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect((await approve(1)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('a vote stamped for another activity', async () => {
    const other = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Other', accounts: [] }),
    );
    const wanted = fingerprint;
    fingerprint = other.activity.fingerprint;
    await approve(1);
    fingerprint = wanted;
    forge('message, public_key, signature', `public_key = '${people[1].publicKey}'`);
    expect((await approve(2)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect((await approve(1)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  /** Writes an approval that `key` stamped, for a user and an organization; its user is a root user of one of them. */
  const forgeApproval = async (key: ClientKey, userId: string, organizationId: string) => {
    const body = service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint });
    const message = JSON.stringify({ ...body, organizationId });
    const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
    const stamp = JSON.parse(Buffer.from((await stamper.stamp(message)).stampHeaderValue, 'base64url').toString());
    forge(`'${message}', '${key.publicKey}', '${stamp.signature}'`, 'true', userId);
  };

  it('a vote stamped for another organization', async () => {
    const [, second = ''] = service.ready.userIds ?? [];
    await forgeApproval(people[1], second, '11111111-2222-4333-8444-555555555555');
    expect((await approve(2)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  });

  it('a vote of a root user of another organization', async () => {
    const stranger = newKey();
    const apiKeys = [{ apiKeyName: 'K', publicKey: stranger.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const subOrganization = {
      subOrganizationName: 'Other',
      rootUsers: [{ userName: 'Stranger', apiKeys, authenticators: [], oauthProviders: [] }],
      rootQuorumThreshold: 1,
    };
    const proposed = await service.client.createSubOrganization(
      service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', subOrganization),
    );
    const wanted = fingerprint;
    fingerprint = proposed.activity.fingerprint;
    await approve(1);
    const { result } = await approve(2);
    fingerprint = wanted;
    const [userId = ''] = result.createSubOrganizationResultV8?.rootUserIds ?? [];
    await forgeApproval(stranger, userId, service.organizationId);
    expect((await approve(2)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  });

  it('a correctly stamped vote counts, so the ones above fail because of their organization', async () => {
    const [, second = ''] = service.ready.userIds ?? [];
    await forgeApproval(people[1], second, service.organizationId);
    expect((await approve(2)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('a changed proposal does not run', async () => {
    await approve(1);
    database.exec(`UPDATE proposals SET request = replace(request, 'Wanted', 'Other!')`);
    await expect(approve(2)).rejects.toThrow('was changed outside this service');
    expect((await service.client.getWallets({ organizationId: service.organizationId })).wallets).toEqual([]);
  });

  it('a rejected activity stays rejected', async () => {
    const body = service.envelope('ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint });
    const proposal = database.prepare('SELECT * FROM proposals').get() as object;
    await clientOf(service.ready.baseUrl, people[1]).rejectActivity(body);
    database.exec("UPDATE activities SET status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED'");
    database.exec("DELETE FROM votes WHERE selection = 'VOTE_SELECTION_REJECTED'");
    database.prepare('INSERT INTO proposals VALUES (@activity_id, @user_id, @request)').run(proposal);
    reseal();
    await expect(approve(2)).rejects.toThrow('was not written by this service');
  });

  it('the age of approvals follows from their stamps', async () => {
    service.clock.now += 24 * 60 * 60 * 1000;
    database.exec(`UPDATE votes SET created_at = ${service.clock.now}`);
    reseal();
    await approve(1);
    expect((await approve(2)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  });

  it('a lowered quorum in the database is refused', async () => {
    database.exec('UPDATE organizations SET root_quorum_threshold = 2');
    await expect(approve(1)).rejects.toThrow('was changed outside this service');
  });
});
