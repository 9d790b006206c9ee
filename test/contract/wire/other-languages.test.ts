import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeBody } from '../../../electron/vault/describe.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

/**
 * Bodies as the public clients of other languages write them. Rust and Ruby write null for an absent member, Go for an
 * empty list. Older ones name earlier versions.
 */
let service: StartedService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

type Result = Readonly<Record<string, unknown>>;
interface Answer {
  readonly activity: { readonly status: string; readonly result: Readonly<Record<string, Result>> };
}
/** Sends an activity. Returns the members of its result. */
const send = async (
  path: string,
  type: string,
  parameters: object,
  { client = service.client, ...others }: { client?: typeof service.client; organizationId?: string } = {},
): Promise<Result> => {
  const body = { ...service.envelope(type, parameters), generateAppProofs: null, ...others };
  const { activity } = await client.request<object, Answer>(`/public/v1/submit/${path}`, body);
  expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  return Object.values(activity.result)[0] ?? {};
};
const ETHEREUM = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};
const textOf = (value: unknown) => (Array.isArray(value) ? String(value[0]) : String(value));

describe('a client of Rust', () => {
  const account = { ...ETHEREUM, path: "m/44'/60'/0'/0", name: null };

  it('makes a wallet, signs a text, and deletes the wallet', async () => {
    const wallet = await send('create_wallet', 'ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Hot',
      accounts: [account],
      mnemonicLength: null,
    });
    const signature = await send('sign_raw_payload', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: textOf(wallet.addresses),
      payload: 'hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    expect(signature.r).toMatch(/^[0-9a-f]{64}$/);
    const exported = await send('export_wallet', 'ACTIVITY_TYPE_EXPORT_WALLET', {
      walletId: wallet.walletId,
      targetPublicKey: uncompressed(),
      language: null,
    });
    expect(exported.walletId).toBe(wallet.walletId);
    const walletIds = [wallet.walletId];
    const parameters = { walletIds, deleteWithoutExport: false };
    expect(await send('delete_wallets', 'ACTIVITY_TYPE_DELETE_WALLETS', parameters)).toEqual({ walletIds });
  });

  it('makes a sub-organization with keys of two curves, which deletes itself', async () => {
    const key = newKey();
    const apiKey = (apiKeyName: string, publicKey: string, curveType: string) => ({
      apiKeyName,
      publicKey,
      curveType,
      expirationSeconds: null,
    });
    const made = await send('create_sub_organization', 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
      subOrganizationName: 'New sub-organization',
      rootUsers: [
        {
          userName: 'Root User',
          userEmail: null,
          userPhoneNumber: null,
          apiKeys: [
            apiKey('Test', key.publicKey, 'API_KEY_CURVE_P256'),
            apiKey(
              'Root',
              `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`,
              'API_KEY_CURVE_SECP256K1',
            ),
          ],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
      wallet: { walletName: 'New wallet', accounts: [account], mnemonicLength: null },
      disableEmailRecovery: null,
      disableEmailAuth: null,
      disableSmsAuth: null,
      disableOtpEmailAuth: null,
      verificationToken: null,
      clientSignature: null,
    });
    const organizationId = textOf(made.subOrganizationId);
    const client = clientOf(service.ready.baseUrl, key);
    expect(
      await send(
        'delete_sub_organization',
        'ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION',
        { deleteWithoutExport: true },
        { client, organizationId },
      ),
    ).toEqual({ subOrganizationUuid: organizationId });
  });
});

describe('a client of Go', () => {
  it('makes users, keys and policies with null for empty lists', async () => {
    const key = newKey();
    const users = await send('create_users', 'ACTIVITY_TYPE_CREATE_USERS_V4', {
      users: [
        {
          userName: 'Robot',
          apiKeys: [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
          authenticators: null,
          oauthProviders: null,
          userTags: null,
        },
      ],
    });
    const made = await send('create_private_keys', 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: [
        {
          privateKeyName: 'Signer',
          curve: 'CURVE_SECP256K1',
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
          privateKeyTags: null,
        },
      ],
    });
    expect(made.privateKeys).toHaveLength(1);
    const userId = textOf(users.userIds);
    await send('create_policy', 'ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'Robot makes wallets',
      effect: 'EFFECT_ALLOW',
      notes: '',
      condition: "activity.action == 'CREATE' && activity.resource == 'WALLET'",
      consensus: `approvers.any(user, user.id == '${userId}')`,
    });
    const client = clientOf(service.ready.baseUrl, key);
    const wallet = { walletName: 'By the robot', accounts: null };
    expect(await send('create_wallet', 'ACTIVITY_TYPE_CREATE_WALLET', wallet, { client })).toMatchObject({
      addresses: [],
    });
  });

  it('still names a list that must have an item', async () => {
    await expect(
      send('create_private_keys', 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', { privateKeys: null }),
    ).rejects.toThrow('/parameters/privateKeys must have at least 1 item');
    await expect(send('create_private_keys', 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {})).rejects.toThrow(
      '/parameters/privateKeys is missing and must be a list in square brackets',
    );
  });

  it('starts a login by code with three members', async () => {
    const { otpId } = await send('init_otp', 'ACTIVITY_TYPE_INIT_OTP_V3', {
      appName: 'Example App',
      contact: 'operator@example.com',
      otpType: 'OTP_TYPE_EMAIL',
    });
    expect(otpId).toBeDefined();
  });
});

describe('a client of Ruby', () => {
  it('makes a sub-organization of version 4 with a wallet for Tron', async () => {
    const made = await send('create_sub_organization', 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4', {
      subOrganizationName: 'Sub-Organization @1763640000000',
      rootUsers: [
        {
          userName: 'Root User',
          apiKeys: [{ apiKeyName: 'Root User API key', publicKey: newKey().publicKey }],
          authenticators: [],
          userEmail: null,
        },
      ],
      rootQuorumThreshold: 1,
      wallet: {
        walletName: 'Tron Wallet',
        mnemonicLength: 12,
        accounts: [{ ...ETHEREUM, path: "m/44'/195'/0'", addressFormat: 'ADDRESS_FORMAT_TRON' }],
      },
    });
    expect(made.wallet).toMatchObject({ addresses: [expect.stringMatching(/^T/)] });
  });

  it('signs the bytes of a personal message in text', async () => {
    const wallet = await send('create_wallet', 'ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Wallet @1',
      mnemonicLength: 12,
      accounts: [ETHEREUM],
    });
    const message = 'hello in Ruby!';
    const signature = await send('sign_raw_payload', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: textOf(wallet.addresses),
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      payload: `\u0019Ethereum Signed Message:\n${message.length}${message}`,
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    expect(signature.v).toMatch(/^0[01]$/);
  });
});

describe('a client of Python', () => {
  it('makes an API key for a user with a lifetime in text', async () => {
    const apiKey = { apiKeyName: 'Test API Key', publicKey: newKey().publicKey, curveType: 'API_KEY_CURVE_P256' };
    const made = await send('create_api_keys', 'ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId: service.userId,
      apiKeys: [{ ...apiKey, expirationSeconds: '3600' }],
    });
    expect(made.apiKeyIds).toHaveLength(1);
  });
});

describe('an explanation', () => {
  const explain = (type: string, parameters: object) => {
    const { judged, headline } = describeBody(utf8Encode(JSON.stringify(service.envelope(type, parameters))));
    return { judged, headline };
  };
  const user = { userName: 'Robot', apiKeys: [], authenticators: [], userTags: [] };
  const payment = { from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, caip2: 'eip155:1', value: '5' };

  it.each([
    [
      'ACTIVITY_TYPE_CREATE_USERS_V2',
      { users: [user] },
      { users: [{ ...user, userEmail: null, authenticators: null, userTags: null }] },
    ],
    ['ACTIVITY_TYPE_ETH_SEND_TRANSACTION', payment, { ...payment, data: null, nonce: null, sponsor: null }],
    [
      'ACTIVITY_TYPE_CREATE_POLICY_V3',
      { policyName: 'All', effect: 'EFFECT_ALLOW' },
      { policyName: 'All', effect: 'EFFECT_ALLOW', condition: null, consensus: null, notes: null },
    ],
    [
      'ACTIVITY_TYPE_UPDATE_USER',
      { userId: `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}` },
      { userId: `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`, userName: null, userTagIds: null },
    ],
  ])('of %s reads null as an absent member', (type, plain, withNulls) => {
    expect(explain(type, plain).judged).toBe('whole');
    expect(explain(type, withNulls)).toEqual(explain(type, plain));
  });
});

/** A key that an export may be encrypted to. */
function uncompressed(): string {
  return '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299';
}
