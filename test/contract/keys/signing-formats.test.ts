import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS_TABLE, verifyRawPayload } from '../../../electron/crypto/index.ts';
import { ADDRESS_FORMATS } from '../../../shared/model/index.ts';
import { type StartedService, startService } from '../start-service.ts';

type SignParameters = Parameters<StartedService['client']['signRawPayload']>[0]['parameters'];

/** One account and one private key of every format of the interface, each on the format's usual curve. */
let service: StartedService;
let accounts: Map<string, { readonly address: string; readonly publicKey: string }>;
let keys: Map<string, { readonly address: string; readonly publicKey: string }>;
beforeAll(async () => {
  service = await startService();
  const { organizationId } = service;
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Every format',
      accounts: ADDRESS_FORMATS.map((addressFormat, index) => ({
        curve: ADDRESS_TABLE[addressFormat].curves[0]!,
        pathFormat: 'PATH_FORMAT_BIP32' as const,
        path: `m/44'/${index}'`,
        addressFormat,
      })),
    }),
  );
  const { walletId } = activity.result.createWalletResult!;
  const wallet = await service.client.getWalletAccounts({
    organizationId,
    walletId,
    paginationOptions: { limit: '100' },
  });
  accounts = new Map(
    wallet.accounts.map(({ addressFormat, address, publicKey }) => [addressFormat, { address, publicKey: publicKey! }]),
  );
  await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: ADDRESS_FORMATS.map((format) => ({
        privateKeyName: format,
        curve: ADDRESS_TABLE[format].curves[0]!,
        privateKeyTags: [],
        addressFormats: [format],
      })),
    }),
  );
  const { privateKeys } = await service.client.getPrivateKeys({ organizationId });
  keys = new Map(
    privateKeys.map(({ privateKeyName, addresses, publicKey }) => [
      privateKeyName,
      { address: addresses[0]!.address!, publicKey },
    ]),
  );
});
afterAll(() => service.stop());

async function sign(parameters: SignParameters) {
  const { activity } = await service.client.signRawPayload(
    service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', parameters),
  );
  return activity.result.signRawPayloadResult!;
}

describe.each(ADDRESS_FORMATS)('%s', (addressFormat) => {
  it.each([
    ['an account', () => accounts],
    ['a private key', () => keys],
  ] as const)('signs with %s named by its address, in the scheme of the format', async (_what, from) => {
    const { address, publicKey } = from().get(addressFormat)!;
    const curve = ADDRESS_TABLE[addressFormat].curves[0]!;
    const payload = {
      payload: 'hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: curve === 'CURVE_ED25519' ? 'HASH_FUNCTION_NOT_APPLICABLE' : 'HASH_FUNCTION_SHA256',
    } as const;
    const signature = await sign({ signWith: address, ...payload });
    expect(verifyRawPayload({ ...payload, ...signature, curve, publicKey, addressFormat }).signed).not.toBe('');
  });
});
