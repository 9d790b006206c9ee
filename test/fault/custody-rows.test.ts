import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCustodyService } from '../../electron/custody/service.ts';
import { startCustody } from '../tools/start-custody.ts';
import { openToTamper } from '../tools/tamper-database.ts';
import { startInput } from './custody-process.ts';

const operator = generateP256KeyPair();
const stranger = generateP256KeyPair();

let directory: string;
let reports: string[];
let service: ReturnType<typeof createCustodyService>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-rows-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service?.stop({});
  rmSync(directory, { recursive: true });
});

async function start(init: string | null) {
  reports = [];
  service = createCustodyService({
    now: Date.now,
    report(_during, error) {
      reports.push(String(error));
      return 'reference';
    },
  });
  const ready = await startCustody(service, startInput(directory, init));
  const whoami = (key: typeof operator) =>
    new TurnkeyClient(
      { baseUrl: ready.baseUrl },
      new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey }),
    ).getWhoami({ organizationId: ready.organizationId });
  return { ...ready, whoami };
}

/** Changes the file of a stopped service, as an attacker without the master key could. */
function tamper(statements: string, folder = directory): void {
  const database = openToTamper(folder);
  database.exec(statements);
  database.close();
}

/** Every way to give or take power with SQL, the key that then asks, and the expected error. */
type Attack = readonly [what: string, sql: string, asker: typeof operator, said: RegExp];

/** Changes of a row without which the service starts. */
const CHANGES: readonly Attack[] = [
  [
    'UPDATE of the key that a user has',
    `UPDATE api_keys SET public_key = '${stranger.publicKey}'`,
    stranger,
    new RegExp(`The API key "${stranger.publicKey}" of the user "[0-9a-f-]{36}" was changed outside this service`),
  ],
  [
    'UPDATE of when a key expires',
    'UPDATE api_keys SET expiration_seconds = 1',
    operator,
    new RegExp(`The API key "${operator.publicKey}" of the user "[0-9a-f-]{36}" was changed outside this service`),
  ],
  [
    'UPDATE of a user',
    'UPDATE users SET in_root_quorum = 0',
    operator,
    /The user "[0-9a-f-]{36}" of the organization "[0-9a-f-]{36}" was changed outside this service/,
  ],
];

/** Changes that no start survives: of a row that everything needs, a missing row, and a row of somebody else. */
const FATAL: readonly Attack[] = [
  [
    'INSERT of a stranger’s key for the root user',
    `INSERT INTO api_keys SELECT 'f', organization_id, user_id, 'x', '${stranger.publicKey}', credential_type, NULL, created_at, updated_at, NULL FROM api_keys`,
    stranger,
    new RegExp(`The API key "${stranger.publicKey}" of the user "[0-9a-f-]{36}" was not written by this service`),
  ],
  [
    'UPDATE of the quorum',
    'UPDATE organizations SET root_quorum_threshold = 7',
    operator,
    /The organization "[0-9a-f-]{36}" was changed outside this service/,
  ],
  [
    'DELETE of a key',
    'DELETE FROM api_keys',
    operator,
    /"api_keys\/[0-9a-f-]{36}" was removed or changed outside this service/,
  ],
];

describe('a row that decides permissions', () => {
  it.each(FATAL)('is refused at the start and named after an %s', async (_what, sql, _asker, said) => {
    await start(operator.publicKey);
    await service.stop({});
    tamper(sql);
    await expect(start(null)).rejects.toMatchObject({
      code: 'DATABASE_CHANGED',
      message: expect.stringMatching(said),
    });
  });

  it.each(CHANGES)('is refused at its use, and reported at the start, after an %s', async (_what, sql, asker, said) => {
    await start(operator.publicKey);
    await service.stop({});
    tamper(sql);
    const { whoami } = await start(null);
    expect(reports).toEqual([expect.stringMatching(said)]);
    expect(reports[0]).toContain('Until then the service refuses only the requests that need this row.');
    await expect(whoami(asker)).rejects.toThrow(said);
  });

  it.each([...CHANGES, ...FATAL])(
    'is refused while the service runs, and named, after an %s',
    async (_what, sql, asker, said) => {
      const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
      const { whoami } = await start(operator.publicKey);
      await expect(whoami(operator)).resolves.toMatchObject({ username: 'Operator' });
      // SQLite keeps others out while the service runs. Its own connection stands for a program that writes past that
      // lock.
      (pragma.mock.contexts.at(-1) as SqliteDatabase.Database).exec(sql);
      await expect(whoami(asker)).rejects.toThrow(said);
    },
  );
});

describe('rows that were written while the service ran', () => {
  const key = generateP256KeyPair();
  /** Writes a user, a policy and a tag, and a request that fails after it wrote rows. Then stops the service. */
  async function write(): Promise<void> {
    const { baseUrl, organizationId } = await start(operator.publicKey);
    const client = new TurnkeyClient(
      { baseUrl },
      new ApiKeyStamper({ apiPublicKey: operator.publicKey, apiPrivateKey: operator.privateKey }),
    );
    const envelope = <Type extends string, Parameters>(type: Type, parameters: Parameters) => ({
      type,
      timestampMs: String(Date.now()),
      organizationId,
      parameters,
    });
    const user = {
      userName: 'Robot',
      apiKeys: [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    };
    await client.createUsers(envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [user] }));
    await expect(
      client.createUsers(envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [{ ...user, apiKeys: [] }, user] })),
    ).rejects.toThrow('registered in the organization already');
    const policy = { policyName: 'Narrow', effect: 'EFFECT_ALLOW' as const, condition: 'false', notes: '' };
    await client.createPolicy(envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
    await client.createUserTag(envelope('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'Tag', userIds: [] }));
    const profile = { sessionProfileName: 'Nothing', scope: 'false', expirationSeconds: '60' };
    await client.createSessionProfile(envelope('ACTIVITY_TYPE_CREATE_SESSION_PROFILE', profile));
    const contract = {
      smartContractAddress: '0x11',
      smartContractInterface: '[]',
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' as const,
      label: 'Token',
    };
    await client.createSmartContractInterface(envelope('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', contract));
    await service.stop({});
  }

  it('are valid at the next start', async () => {
    await write();
    const { whoami } = await start(null);
    await expect(whoami(key)).resolves.toMatchObject({ username: 'Robot' });
  });

  /** The robot, who is no root user, and the root user list the wallets and make a tag. */
  async function requests() {
    const { baseUrl, organizationId, whoami } = await start(null);
    const ask = (by: typeof operator) => {
      const client = new TurnkeyClient(
        { baseUrl },
        new ApiKeyStamper({ apiPublicKey: by.publicKey, apiPrivateKey: by.privateKey }),
      );
      return {
        wallets: () => client.getWallets({ organizationId }),
        policies: () => client.getPolicies({ organizationId }),
        makeTag: (userTagName: string) =>
          client.createUserTag({
            type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
            timestampMs: String(Date.now()),
            organizationId,
            parameters: { userTagName, userIds: [] },
          }),
      };
    };
    return { robot: ask(key), root: ask(operator), whoami };
  }

  it.each([
    ['a policy that is widened', "condition = 'true'"],
    ['a policy that is moved to another organization', "organization_id = 'another'"],
    ['a policy that no longer denies', "effect = 'EFFECT_ALLOW', condition = 'true'"],
  ])('and %s allows nobody anything but the root quorum, and reads go on', async (_what, change) => {
    await write();
    tamper(`PRAGMA foreign_keys = OFF; UPDATE policies SET ${change}`);
    const { robot, root } = await requests();
    const named = /The policy "[0-9a-f-]{36}" .* was changed outside this service/;
    expect(reports).toEqual([expect.stringMatching(named)]);
    await expect(robot.makeTag('Robot’s')).rejects.toThrow(named);
    await expect(robot.wallets()).resolves.toMatchObject({ wallets: [] });
    await expect(root.makeTag('Root’s')).resolves.toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED' } });
    await expect(root.policies()).rejects.toThrow(named);
  });

  it('and the API key of one user refuses that user alone', async () => {
    await write();
    tamper(`UPDATE api_keys SET expiration_seconds = 1 WHERE public_key = '${key.publicKey}'`);
    const { robot, root, whoami } = await requests();
    const named = /The API key "[0-9a-f]{66}" of the user "[0-9a-f-]{36}" was changed outside this service/;
    await expect(robot.wallets()).rejects.toThrow(named);
    await expect(whoami(operator)).resolves.toMatchObject({ username: 'Operator' });
    await expect(root.makeTag('Next')).resolves.toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED' } });
  });

  it('and an API key that is moved to another user gives that user nothing', async () => {
    await write();
    tamper(
      `UPDATE api_keys SET user_id = (SELECT user_id FROM users WHERE user_name = 'Operator') WHERE public_key = '${key.publicKey}'`,
    );
    const { robot, root } = await requests();
    await expect(robot.wallets()).rejects.toThrow('was changed outside this service');
    const { activity } = await root.makeTag('Next');
    const [vote] = activity.votes;
    expect(vote?.user?.apiKeys.map(({ credential }) => credential.publicKey)).toEqual([operator.publicKey]);
  });

  it.each([
    ['a user who is made a root user', "UPDATE users SET in_root_quorum = 1 WHERE user_name = 'Robot'", 'The user '],
    ['a session profile that is widened', "UPDATE session_profiles SET scope = 'true'", 'The session profile '],
    [
      'an interface that calls a function otherwise',
      "UPDATE smart_contract_interfaces SET smart_contract_interface = '[{}]'",
      'The smart contract interface ',
    ],
    ['a renamed tag', "UPDATE tags SET tag_name = 'Another'", 'The tag '],
  ])('and %s is reported, and others are served', async (_what, sql, said) => {
    await write();
    tamper(sql);
    const { root } = await requests();
    expect(reports).toEqual([expect.stringContaining(said)]);
    await expect(root.wallets()).resolves.toMatchObject({ wallets: [] });
  });

  it.each([
    [
      'a policy that is added',
      "INSERT INTO policies SELECT 'p', organization_id, 'x', effect, '', '', '', 0, 0, NULL FROM policies",
      /The policy "p" .* was not written by this service/,
    ],
    ['a policy that is removed', 'DELETE FROM policies', /"policies\/[0-9a-f-]{36}" was removed or changed outside/],
    [
      'a tag that is given',
      "INSERT INTO tag_members SELECT 'm', tag_id, user_id FROM tags, users WHERE user_name = 'Robot'",
      /in the tag .* was not written by this service/,
    ],
    [
      'a key of the service',
      "UPDATE service_keys SET signs_from = 5 WHERE name = 'signer'",
      /The service’s own key "signer" was changed outside/,
    ],
    [
      'the mark of its evidence',
      "UPDATE evidence_marks SET mark = 'other'",
      /The mark that its activities are "other"/,
    ],
  ])('and %s refuses the start and is named', async (_what, sql, said) => {
    await write();
    tamper(sql);
    await expect(start(null)).rejects.toMatchObject({
      code: 'DATABASE_CHANGED',
      message: expect.stringMatching(said),
    });
  });
});

describe('the seals of the rows', () => {
  it.each([
    ['that have no head any more', 'DELETE FROM row_seals_head', /The seals of its rows were removed/],
    [
      'that are removed with their rows',
      "DELETE FROM api_keys; DELETE FROM row_seals WHERE place LIKE 'api_keys/%'",
      /The seals of its rows were not written by this service/,
    ],
    [
      'that are copied to another place',
      "INSERT INTO row_seals SELECT 'users/x', seal FROM row_seals LIMIT 1",
      /The seals of its rows were not written by this service/,
    ],
  ])('%s are missed at the start', async (_what, sql, said) => {
    await start(operator.publicKey);
    await service.stop({});
    tamper(sql);
    await expect(start(null)).rejects.toMatchObject({
      code: 'DATABASE_CHANGED',
      message: expect.stringMatching(said),
    });
  });

  it('of another folder under the same key are invalid here', async () => {
    await start(operator.publicKey);
    await service.stop({});
    const other = mkdtempSync(join(tmpdir(), 'castellan-rows-'));
    service = createCustodyService({ now: Date.now, report: () => 'reference' });
    await startCustody(service, startInput(other, stranger.publicKey));
    await service.stop({});
    tamper(`ATTACH '${join(other, 'custody.db')}' AS other; DELETE FROM main.row_seals; DELETE FROM main.row_seals_head;
      INSERT INTO main.row_seals SELECT * FROM other.row_seals;
      INSERT INTO main.row_seals_head SELECT * FROM other.row_seals_head`);
    rmSync(other, { recursive: true });
    await expect(start(null)).rejects.toMatchObject({
      code: 'DATABASE_CHANGED',
      message: expect.stringMatching(/^The organization ".*" was not written by this service/),
    });
  });
});
