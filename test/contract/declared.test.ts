import { encryptPrivateKeyToBundle, encryptWalletToBundle } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIVITIES, DOCUMENTS, QUERIES } from '../../electron/custody/handlers/index.ts';
import {
  type Activity,
  checkValue,
  OPERATIONS,
  type Operation,
  type OperationName,
} from '../../shared/operations/index.ts';
import { type StartedService, startService } from './start-service.ts';

/** Every declared operation, asked through the official client's own transport, answers what its declaration says. */
let service: StartedService;
let walletId: string;
let address: string;
let activityId: string;
let privateKeyId: string;

beforeAll(async () => {
  service = await startService();
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Declared',
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/0'",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    }),
  );
  activityId = activity.id;
  walletId = activity.result.createWalletResult!.walletId;
  address = activity.result.createWalletResult!.addresses[0]!;
  const keys = await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: [
        { privateKeyName: 'Declared', curve: 'CURVE_SECP256K1' as const, privateKeyTags: [], addressFormats: [] },
      ],
    }),
  );
  privateKeyId = keys.activity.result.createPrivateKeysResultV2!.privateKeys[0]!.privateKeyId!;
});
afterAll(() => service.stop());

/** An import bundle of the service for its root user, and what the official package needs to check it. */
async function target(name: 'init_import_private_key' | 'init_import_wallet') {
  const { userId, organizationId } = service;
  const operation = OPERATIONS[name];
  const { activity } = await service.client.request<{ userId: string }, { activity: Activity }>(
    operation.path,
    service.envelope(operation.activityType, { userId }) as never,
  );
  const result = activity.result?.[operation.resultMember] as { importBundle: string } | undefined;
  const importBundle = result?.importBundle ?? '';
  return { userId, organizationId, importBundle, dangerouslyOverrideSignerPublicKey: service.ready.keys.signer };
}

/** Members of an example that name things which exist in this service only. */
const real = async (name: OperationName): Promise<Record<string, unknown>> => {
  const apiKeyId = async () => {
    const { activity } = await service.client.getActivity({ organizationId: service.organizationId, activityId });
    return activity.votes[0]!.user.apiKeys[0]!.apiKeyId;
  };
  const members: Partial<Record<OperationName, () => Promise<Record<string, unknown>> | Record<string, unknown>>> = {
    create_wallet: () => ({ walletName: 'Another' }),
    create_wallet_accounts: () => ({ walletId }),
    list_wallet_accounts: () => ({ walletId }),
    get_api_key: async () => ({ apiKeyId: await apiKeyId() }),
    sign_raw_payload: () => ({ signWith: address }),
    sign_raw_payloads: () => ({ signWith: address }),
    sign_transaction: () => ({ signWith: address }),
    export_wallet: () => ({ walletId }),
    get_private_key: () => ({ privateKeyId }),
    export_private_key: () => ({ privateKeyId }),
    init_import_private_key: () => ({ userId: service.userId }),
    init_import_wallet: () => ({ userId: service.userId }),
    import_private_key: async () => ({
      userId: service.userId,
      encryptedBundle: await encryptPrivateKeyToBundle({
        ...(await target('init_import_private_key')),
        privateKey: '01'.repeat(32),
        keyFormat: 'HEXADECIMAL',
      }),
    }),
    import_wallet: async () => ({
      userId: service.userId,
      encryptedBundle: await encryptWalletToBundle({
        ...(await target('init_import_wallet')),
        mnemonic: 'test test test test test test test test test test test junk',
      }),
    }),
    export_wallet_account: () => ({ address }),
    get_activity: () => ({ activityId }),
  };
  return (await members[name]?.()) ?? {};
};

const ask = async (operation: Operation): Promise<unknown> => {
  const name = operation.name as OperationName;
  if (operation.kind === 'discovery') return (await fetch(service.ready.baseUrl + operation.path)).json();
  const example = operation.kind === 'activity' ? operation.example.parameters : operation.example.request;
  const given = { ...(example as object), ...(await real(name)) };
  const body =
    operation.kind === 'activity'
      ? service.envelope(operation.activityType, given)
      : { ...given, organizationId: service.organizationId };
  return service.client.request(operation.path, body);
};

describe.each(Object.values(OPERATIONS).map((operation): [string, Operation] => [operation.name, operation]))(
  '%s',
  (_name, operation) => {
    it('answers its example as it is declared', async () => {
      const reply = await ask(operation);
      expect(checkValue(operation.response, reply)).toEqual([]);
      if (operation.kind !== 'activity') return;
      const { activity } = reply as { activity: Record<string, unknown> };
      expect(activity).toMatchObject({ type: operation.activityType, status: 'ACTIVITY_STATUS_COMPLETED' });
      expect(Object.keys(activity.intent as object)).toEqual([operation.intentMember]);
      expect(Object.keys(activity.result as object)).toEqual([operation.resultMember]);
      expect(
        checkValue(operation.result, (activity.result as Record<string, unknown>)[operation.resultMember]),
      ).toEqual([]);
    });
  },
);

it.each([
  ['query', QUERIES],
  ['activity', ACTIVITIES],
  ['discovery', DOCUMENTS],
])('each declared %s has a handler, and no handler is without a declaration', (kind, handlers) => {
  const declared = Object.values(OPERATIONS).filter((operation) => operation.kind === kind);
  expect(Object.keys(handlers).sort()).toEqual(declared.map(({ name }) => name).sort());
});
