import { computeActivityFingerprint } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
const second = newKey();

beforeAll(async () => {
  const first = newKey();
  service = await startService({
    key: first,
    init: {
      rootUsers: [
        {
          userName: 'Operator',
          apiKeys: [{ apiKeyName: 'Workstation', publicKey: first.publicKey, curveType: 'API_KEY_CURVE_P256' }],
        },
        {
          userName: 'Colleague',
          apiKeys: [{ apiKeyName: 'Laptop', publicKey: second.publicKey, curveType: 'API_KEY_CURVE_P256' }],
        },
      ],
    },
  });
});
afterAll(() => service.stop());

const walletNamed = (walletName: string) =>
  service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] });
const list = async (request: Omit<Parameters<StartedService['client']['getActivities']>[0], 'organizationId'> = {}) =>
  (await service.client.getActivities({ organizationId: service.organizationId, ...request })).activities;

const manyAccounts = (length: number) =>
  Array.from({ length }, (_, index) => ({
    curve: 'CURVE_SECP256K1' as const,
    pathFormat: 'PATH_FORMAT_BIP32' as const,
    path: `m/44'/60'/0'/0/${index}`,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
  }));

describe('an activity', () => {
  it('gets the same answer for the same bytes, whoever repeats them and however late', async () => {
    const body = walletNamed('Once');
    const { activity } = await service.client.createWallet(body);
    expect(await service.client.createWallet(body)).toEqual({ activity });

    const colleague = clientOf(service.ready.baseUrl, second);
    expect(await colleague.createWallet(body)).toEqual({ activity });

    const then = service.clock.now;
    service.clock.now += 3 * 60 * 60 * 1000;
    expect(await service.client.createWallet(body)).toEqual({ activity });
    service.clock.now = then;
  });

  it('is created once when equal bytes arrive many times simultaneously', async () => {
    // With accounts to derive, the first is not stored yet when the others come.
    const body = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Race', accounts: manyAccounts(60) });
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.client.createWallet(body)));
    expect(new Set(answers.map(({ activity }) => activity.id)).size).toBe(1);
    expect(new Set(answers.map(({ activity }) => activity.result.createWalletResult?.walletId)).size).toBe(1);
    const { wallets } = await service.client.getWallets({ organizationId: service.organizationId });
    expect(wallets.filter(({ walletName }) => walletName === 'Race')).toHaveLength(1);
  });

  it('is a new activity when one byte differs', async () => {
    const first = await service.client.createWallet(walletNamed('Other bytes'));
    const body = { ...walletNamed('Other bytes 2') };
    const again = await service.client.createWallet(body);
    expect(again.activity.id).not.toBe(first.activity.id);
    expect(again.activity.fingerprint).not.toBe(first.activity.fingerprint);
  });

  it('has the fingerprint that the official package computes of the body', async () => {
    const body = walletNamed('Fingerprint');
    const { activity } = await service.client.createWallet(body);
    expect(activity.fingerprint).toBe(computeActivityFingerprint(JSON.stringify(body)));
  });

  it('contains the proposer’s approval with the exact body', async () => {
    const body = walletNamed('Vote');
    const { activity } = await service.client.createWallet(body);
    expect(activity.votes).toHaveLength(1);
    expect(activity.votes[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId: service.userId,
      user: expect.objectContaining({
        userId: service.userId,
        userName: 'Operator',
        authenticators: [],
        userTags: [],
        oauthProviders: [],
      }),
      activityId: activity.id,
      selection: 'VOTE_SELECTION_APPROVED',
      message: JSON.stringify(body),
      publicKey: service.key.publicKey,
      signature: expect.stringMatching(/^30[0-9a-f]+$/),
      scheme: 'SIGNATURE_SCHEME_TK_API_P256',
      createdAt: { seconds: '1763640000', nanos: '0' },
    });
    expect(activity.votes[0]?.user.apiKeys[0]?.credential.publicKey).toBe(service.key.publicKey);
  });

  it('has an id of version 7 with its creation time', async () => {
    const { activity } = await service.client.createWallet(walletNamed('Time'));
    expect(activity.id[14]).toBe('7');
    expect(Number.parseInt(activity.id.replaceAll('-', '').slice(0, 12), 16)).toBe(service.clock.now);
  });
});

describe('get_activity', () => {
  it('returns the same activity as the submit', async () => {
    const { activity } = await service.client.createWallet(walletNamed('Fetched'));
    expect(
      await service.client.getActivity({ organizationId: service.organizationId, activityId: activity.id }),
    ).toEqual({ activity });
  });

  it('refuses an unknown id', async () => {
    const fetching = service.client.getActivity({ organizationId: service.organizationId, activityId: service.userId });
    await expect(fetching).rejects.toThrow('Turnkey error 5: no activity found with the given ID');
  });
});

describe('list_activities', () => {
  it('lists newest first, by type and status, in pages of both directions', async () => {
    const made: string[] = [];
    for (let index = 0; index < 12; index += 1)
      made.unshift((await service.client.createWallet(walletNamed(`Listed ${index}`))).activity.id);
    const ids = async (request?: Parameters<typeof list>[0]) => (await list(request)).map(({ id }) => id);

    expect(await ids()).toEqual(made.slice(0, 10));
    expect(await ids({ paginationOptions: { limit: '4', after: made[3]! } })).toEqual(made.slice(4, 8));
    expect(await ids({ paginationOptions: { limit: '2', before: made[7]! } })).toEqual(made.slice(5, 7));
    expect(await ids({ filterByType: ['ACTIVITY_TYPE_CREATE_WALLET'], paginationOptions: { limit: '3' } })).toEqual(
      made.slice(0, 3),
    );
    expect(await ids({ filterByType: ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'] })).toEqual([]);
    expect(await ids({ filterByStatus: ['ACTIVITY_STATUS_FAILED'] })).toEqual([]);
    expect(
      await ids({ filterByStatus: ['ACTIVITY_STATUS_COMPLETED'], filterByType: [], paginationOptions: { limit: '2' } }),
    ).toEqual(made.slice(0, 2));
  });

  it('refuses a type that does not exist, and lists none of a type that this service lacks', async () => {
    const types = (...filterByType: string[]) =>
      list({ filterByType: filterByType as 'ACTIVITY_TYPE_CREATE_WALLET'[] });
    await expect(types('ACTIVITY_TYPE_CREATE_WALLET', 'ACTIVITY_TYPE_CREATE_WALET')).rejects.toThrow(
      '/filterByType/1 must be an activity type, such as ACTIVITY_TYPE_CREATE_WALLET',
    );
    expect(await types('ACTIVITY_TYPE_SET_PAYMENT_METHOD_V2', 'ACTIVITY_TYPE_BTC_SEND_TRANSACTION')).toEqual([]);
  });

  it('refuses a status that does not exist', async () => {
    await expect(list({ filterByStatus: ['ACTIVITY_STATUS_DREAMING' as 'ACTIVITY_STATUS_FAILED'] })).rejects.toThrow(
      '/filterByStatus/0',
    );
  });
});

describe('a request', () => {
  it('does not wait for others: payloads are signed while a large wallet is derived', async () => {
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
        walletName: 'Quick',
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
    const signWith = activity.result.createWalletResult!.addresses[0]!;
    let isMade = false;
    const large = service.client
      .createWallet(
        service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Large', accounts: manyAccounts(400) }),
      )
      .then(() => {
        isMade = true;
      });
    let signatures = 0;
    while (!isMade) {
      const parameters = {
        signWith,
        payload: 'now',
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_SHA256',
      } as const;
      await service.client.signRawPayload(service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', parameters));
      signatures += 1;
    }
    await large;
    // One may come before the wallet and one after it. A service held up by the wallet would answer no more.
    // A service that blocks answers only the first one, and that after the wallet.
    expect(signatures).toBeGreaterThan(1);
  });

  it('that needs too large an answer is refused with advice, and the service continues', async () => {
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Large pages', accounts: manyAccounts(1) }),
    );
    const signWith = activity.result.createWalletResult?.addresses[0] ?? '';
    // Quotes take up the most space in JSON. Each activity holds its payloads in the intent and in the vote.
    const payloads = ['"'.repeat(1_040_000), '"'.repeat(1_040_000)];
    for (let count = 0; count < 5; count += 1) {
      await service.client.signRawPayloads(
        service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
          signWith,
          payloads,
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
          hashFunction: 'HASH_FUNCTION_SHA256' as const,
        }),
      );
    }
    const answered = async (limit: string) =>
      list({ paginationOptions: { limit } }).then((activities) => `${activities.length} activities`, String);
    expect(await answered('100')).toContain('ask for fewer with paginationOptions.limit');
    expect(await answered('2')).toBe('2 activities');
  });
});
