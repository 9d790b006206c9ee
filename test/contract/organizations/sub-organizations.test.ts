import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
let database: SqliteDatabase.Database;
beforeAll(async () => {
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  service = await startService();
  database = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
  pragma.mockRestore();
});
afterAll(() => service.stop());

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
const twice = newKey();
const [passkey] = OPERATIONS.create_authenticators.example.parameters.authenticators;
if (passkey === undefined) throw new Error('there is no example');

function rootUser(key: ClientKey, userName = 'Customer') {
  const apiKeys = [{ apiKeyName: 'Phone', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  return { userName, apiKeys, authenticators: [], oauthProviders: [] };
}

/** The body that makes one with a new wallet; `changes` take the place of its parameters. */
function creation(subOrganizationName: string, key: ClientKey, changes: object = {}) {
  return service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
    subOrganizationName,
    rootUsers: [rootUser(key)],
    rootQuorumThreshold: 1,
    wallet: { walletName: 'Savings', accounts: [account] },
    ...changes,
  });
}

async function make(subOrganizationName: string, changes: object = {}, key = newKey()) {
  const { activity } = await service.client.createSubOrganization(creation(subOrganizationName, key, changes));
  const result = activity.result.createSubOrganizationResultV8;
  const organizationId = result?.subOrganizationId ?? '';
  const client = clientOf(service.ready.baseUrl, key);
  const wallet = (walletName: string) => ({
    ...service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }),
    organizationId,
  });
  return { organizationId, result, client, key, wallet };
}

const idsOf = async (request: object = {}) =>
  (await service.client.getSubOrgIds({ organizationId: service.organizationId, ...request })).organizationIds;

describe('a sub-organization', () => {
  it('has its own root users and its first wallet, and signs with it', async () => {
    const { organizationId, result, client } = await make('Customer 1', { disableEmailAuth: true });
    expect(result).toMatchObject({
      wallet: { addresses: [expect.stringMatching(/^0x/)] },
      rootUserIds: [expect.any(String)],
    });
    expect(await client.getWhoami({ organizationId })).toEqual({
      organizationId,
      organizationName: 'Customer 1',
      userId: result?.rootUserIds?.[0],
      username: 'Customer',
    });
    const { configs } = await client.getOrganizationConfigs({ organizationId });
    expect(configs.quorum).toEqual({ threshold: 1, userIds: result?.rootUserIds });
    const { activity } = await client.signRawPayload({
      ...service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: result?.wallet?.addresses[0] ?? '',
        payload: '00',
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_SHA256',
      }),
      organizationId,
    });
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('can be read by its parent, which can do nothing else there', async () => {
    const { organizationId, wallet } = await make('Read', {
      rootUsers: [rootUser(newKey()), rootUser(newKey(), 'Second')],
      rootQuorumThreshold: 2,
      wallet: undefined,
    });
    const { client: parent } = service;
    const { organizationData } = await parent.getOrganization({ organizationId });
    expect(organizationData).toMatchObject({ organizationId, name: 'Read', rootQuorum: { threshold: 2 } });
    expect((await parent.getUsers({ organizationId })).users).toHaveLength(2);
    expect((await parent.getWallets({ organizationId })).wallets).toEqual([]);
    expect(await parent.getWhoami({ organizationId })).toMatchObject({ organizationId: service.organizationId });
    await expect(parent.createWallet(wallet('Not theirs'))).rejects.toThrow(
      'Turnkey error 7: request not authorized: a parent organization can only read this one',
    );
    expect((await parent.getActivities({ organizationId })).activities).toEqual([]);
  });

  it('counts only votes of its own users, not of its parent', async () => {
    const [first, second] = [newKey(), newKey()];
    const rootUsers = [rootUser(first), rootUser(second, 'Second')];
    const { organizationId, client, wallet } = await make('Votes', { rootUsers, rootQuorumThreshold: 2 }, first);
    const { activity } = await client.createWallet(wallet('Together'));
    expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const vote = () => ({
      ...service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint: activity.fingerprint }),
      organizationId,
    });
    await expect(service.client.approveActivity(vote())).rejects.toThrow('can only read this one');
    const seen = await service.client.getActivity({ organizationId, activityId: activity.id });
    expect(seen.activity).toMatchObject({
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      canApprove: false,
      canReject: false,
    });
    const approved = await clientOf(service.ready.baseUrl, second).approveActivity(vote());
    expect(approved.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('cannot read its parent or siblings, and cannot create sub-organizations', async () => {
    const { organizationId, client, key, wallet } = await make('Alone');
    const sibling = await make('Sibling');
    for (const other of [service.organizationId, sibling.organizationId]) {
      await expect(client.getUsers({ organizationId: other })).rejects.toThrow(
        'Turnkey error 16: could not find public key in organization or its parent organization',
      );
      await expect(client.createWallet({ ...wallet('x'), organizationId: other })).rejects.toThrow(
        'could not find public key',
      );
    }
    await expect(client.getWhoami({ organizationId: sibling.organizationId })).rejects.toThrow(
      'could not find public key',
    );
    await expect(client.createSubOrganization({ ...creation('Below', key), organizationId })).rejects.toThrow(
      'Turnkey error 8: organization over quota: a sub-organization has no sub-organizations',
    );
    expect((await client.getSubOrgIds({ organizationId })).organizationIds).toEqual([]);
  });

  it('has at most ten tags of a kind', async () => {
    const { organizationId, client } = await make('Tagged', { wallet: undefined });
    const tag = (userTagName: string) =>
      client.createUserTag({
        ...service.envelope('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName, userIds: [] }),
        organizationId,
      });
    for (let count = 0; count < 10; count += 1) await tag(`Tag ${count}`);
    await expect(tag('One more')).rejects.toThrow('organization over quota: it has at most 10 user tags');
  });

  it('is found by whoami at its parent, unless several have the key', async () => {
    const { organizationId, client, key } = await make('Asked');
    expect(await client.getWhoami({ organizationId: service.organizationId })).toMatchObject({ organizationId });
    await make('Asked again', {}, key);
    await expect(client.getWhoami({ organizationId: service.organizationId })).rejects.toThrow(
      'Turnkey error 16: more than one suborg associated with a public key',
    );
  });

  it.each([
    ['a threshold of nobody', { rootQuorumThreshold: 0 }, 'quorum threshold must be non-zero integer'],
    ['more votes than users', { rootQuorumThreshold: 2 }, 'quorum users missing: 2 votes need as many users'],
    [
      'an identity that no token proves',
      { rootUsers: [{ ...rootUser(newKey()), oauthProviders: [{ providerName: 'p', oidcToken: 't' }] }] },
      'invalid OIDC token',
    ],
    ['a verification token of nobody', { verificationToken: 't' }, 'this service did not sign it'],
    [
      'a wallet of a wrong path',
      { wallet: { walletName: 'w', accounts: [{ ...account, path: 'm/x' }] } },
      'invalid path',
    ],
    ['a key that two of its users have', { rootUsers: [rootUser(twice), rootUser(twice)] }, 'invalid api key'],
  ])('is not made with %s', async (_what, changes, said) => {
    const before = await idsOf({ paginationOptions: { limit: '100' } });
    await expect(service.client.createSubOrganization(creation('Wrong', newKey(), changes))).rejects.toThrow(said);
    expect(await idsOf({ paginationOptions: { limit: '100' } })).toEqual(before);
  });
});

describe('list_suborgs', () => {
  const key = newKey();
  let organizationId: string;
  let address: string;
  beforeAll(async () => {
    const user = {
      ...rootUser(key, 'Ada'),
      userEmail: 'ada@example.com',
      userPhoneNumber: '+491701234567',
      authenticators: [passkey],
    };
    const made = await make('Found', { rootUsers: [user] }, key);
    organizationId = made.organizationId;
    address = made.result?.wallet?.addresses[0] ?? '';
  });

  it.each([
    ['NAME', () => 'Found'],
    ['USERNAME', () => 'Ada'],
    ['EMAIL', () => 'ada@example.com'],
    ['PHONE_NUMBER', () => '+491701234567'],
    ['CREDENTIAL_ID', () => passkey.attestation.credentialId],
    ['PUBLIC_KEY', () => key.publicKey],
    ['WALLET_ACCOUNT_ADDRESS', () => address],
    ['WALLET_ACCOUNT_ADDRESS', () => address.toLowerCase()],
  ])('finds it by its %s alone', async (filterType, value) => {
    const other = filterType === 'WALLET_ACCOUNT_ADDRESS' ? `0x${'01'.repeat(20)}` : `${value()}0`;
    expect(await idsOf({ filterType, filterValue: value() })).toEqual([organizationId]);
    expect(await idsOf({ filterType, filterValue: other })).toEqual([]);
  });

  it.each([
    ['a filter that is none', { filterType: 'COLOUR', filterValue: 'x' }, '/filterType'],
    ['a filter without a value', { filterType: 'NAME' }, 'filterType and filterValue belong together'],
    ['a value without a filter', { filterValue: 'x' }, 'filterType and filterValue belong together'],
    [
      'an OIDC token that is none',
      { filterType: 'OIDC_TOKEN', filterValue: 'x' },
      'invalid OIDC token: a JWT has three parts with dots between them, and it has 1',
    ],
  ])('refuses %s', async (_what, request, said) => {
    await expect(idsOf(request)).rejects.toThrow(said);
  });

  it('lists all of them page by page, oldest first', async () => {
    const later = await make('Later', { wallet: undefined });
    const latest = await make('Latest', { wallet: undefined });
    const all = await idsOf({ paginationOptions: { limit: '100' } });
    expect(all.slice(-2)).toEqual([later.organizationId, latest.organizationId]);
    const [first, second, third] = all;
    expect(await idsOf({ paginationOptions: { limit: '2' } })).toEqual([first, second]);
    expect(await idsOf({ paginationOptions: { limit: '1', after: second } })).toEqual([third]);
    expect(await idsOf({ paginationOptions: { limit: '1', before: second } })).toEqual([first]);
    await expect(idsOf({ paginationOptions: { after: service.organizationId } })).rejects.toThrow(
      'invalid pagination cursor',
    );
  });
});

describe('delete_sub_organization', () => {
  const deletion = (organizationId: string, parameters: { deleteWithoutExport?: boolean }) => ({
    ...service.envelope('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', parameters),
    organizationId,
  });

  it('deletes everything in it when its root user accepts the loss of keys', async () => {
    const { organizationId, client, wallet } = await make('Short');
    await client.createWallet(wallet('Another'));
    await expect(client.deleteSubOrganization(deletion(organizationId, {}))).rejects.toThrow('has not been exported');
    expect((await client.getWallets({ organizationId })).wallets).toHaveLength(2);
    const { activity } = await client.deleteSubOrganization(deletion(organizationId, { deleteWithoutExport: true }));
    expect(activity.result.deleteSubOrganizationResult).toEqual({ subOrganizationUuid: organizationId });
    await expect(client.getWallets({ organizationId })).rejects.toThrow('Turnkey error 16: could not find public key');
    await expect(service.client.getWallets({ organizationId })).rejects.toThrow(
      'Turnkey error 5: no organization found with the given ID',
    );
    expect(await idsOf({ filterType: 'NAME', filterValue: 'Short' })).toEqual([]);
  });

  /** The tables that hold rows of an organization. The record of its activities stays. */
  const tablesWith = (organizationId: string) =>
    database
      .prepare<[], string>(
        `SELECT sqlite_master.name FROM sqlite_master, pragma_table_info(sqlite_master.name) AS info
         WHERE sqlite_master.type = 'table' AND info.name = 'organization_id' ORDER BY 1`,
      )
      .pluck()
      .all()
      .filter((table) => database.prepare(`SELECT 1 FROM ${table} WHERE organization_id = ?`).get(organizationId));

  it('leaves only the rows of its existence and its activities', async () => {
    const { organizationId, client } = await make('Whole', { disableEmailAuth: true });
    const { configs } = await client.getOrganizationConfigs({ organizationId });
    expect((configs.features ?? []).map(({ name }) => name)).toEqual([
      'FEATURE_NAME_EMAIL_RECOVERY',
      'FEATURE_NAME_OTP_EMAIL_AUTH',
      'FEATURE_NAME_SMS_AUTH',
    ]);
    for (const name of [
      'create_private_keys',
      'create_policy',
      'create_user_tag',
      'create_session_profile',
      'init_otp',
      'create_webhook_endpoint',
      'create_smart_contract_interface',
      'create_tvc_app',
      'create_oauth2_credential',
    ] as const) {
      const { activityType, example, path } = OPERATIONS[name];
      const parameters = { ...example.parameters, ...(name === 'create_user_tag' ? { userIds: [] } : {}) };
      const body = { ...service.envelope(activityType, parameters), organizationId };
      await client.request<typeof body, unknown>(path, body);
    }
    expect(tablesWith(organizationId)).toHaveLength(18);
    await client.deleteSubOrganization(deletion(organizationId, { deleteWithoutExport: true }));
    expect(tablesWith(organizationId)).toEqual(['activities', 'organizations']);
  });

  it('runs no activity that waits for votes', async () => {
    const waiting = database.prepare<[], number>('SELECT count(*) FROM proposals').pluck();
    const [key, second] = [newKey(), newKey()];
    const rootUsers = [rootUser(key), rootUser(second, 'Second')];
    const { organizationId, client, wallet } = await make(
      'Two',
      { rootUsers, rootQuorumThreshold: 2, wallet: undefined },
      key,
    );
    const { activity: creation } = await client.createWallet(wallet('Never'));
    expect(creation.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const { activity } = await client.deleteSubOrganization(deletion(organizationId, {}));
    expect(waiting.get()).toBe(2);
    await clientOf(service.ready.baseUrl, second).approveActivity({
      ...service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint: activity.fingerprint }),
      organizationId,
    });
    expect(waiting.get()).toBe(0);
  });

  it('needs its root users or an allowing policy of its own, never its parent', async () => {
    const { organizationId, client } = await make('Kept', { wallet: undefined });
    const robot = newKey();
    await client.createUsers({
      ...service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users: [{ ...rootUser(robot, 'Robot'), userTags: [] }] }),
      organizationId,
    });
    const byRobot = () => clientOf(service.ready.baseUrl, robot).deleteSubOrganization(deletion(organizationId, {}));
    await expect(byRobot()).rejects.toThrow('No policies evaluated to outcome: Allow');
    const condition = "activity.resource == 'ORGANIZATION' && activity.action == 'DELETE'";
    const policy = { policyName: 'Closing', effect: 'EFFECT_ALLOW' as const, condition, notes: '' };
    await client.createPolicy({ ...service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy), organizationId });
    await expect(service.client.deleteSubOrganization(deletion(organizationId, {}))).rejects.toThrow('Turnkey error 7');
    await expect(service.client.deleteSubOrganization(deletion(service.organizationId, {}))).rejects.toThrow(
      'only a sub-organization can be deleted',
    );
    expect((await byRobot()).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});
