import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { verifyStampSignature } from '@turnkey/crypto';
import { WalletStamper, WalletType } from '@turnkey/wallet-stamper';
import { Wallet } from 'ethers';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { openStampSigner } from '../../electron/crypto/index.ts';
import type { StampScheme } from '../../shared/model/index.ts';
import { encodeStamp, hexDecode, utf8Encode } from '../../shared/wire/index.ts';

/** Holds keys as ordinary bytes. */
const MEMORY = { hold: (secret: Uint8Array) => secret.slice(), release: (view: Uint8Array) => void view.fill(0) };
const BODIES = ['MESSAGE', '{"organizationId":"Zürich 🏦"}', JSON.stringify({ text: 'long '.repeat(5000) })];

const headerOf = (scheme: StampScheme, privateKey: string, body: string) =>
  encodeStamp(openStampSigner(scheme, hexDecode(privateKey), MEMORY).stamp(utf8Encode(body)));

describe.each(BODIES)('the header over a body is the official one: %.32s', (body) => {
  it.each(['ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', '01'.repeat(32)])(
    'as an Ethereum wallet stamps (EIP-191), key %.8s…',
    async (privateKey) => {
      const wallet = new Wallet(privateKey);
      const official = new WalletStamper({
        type: WalletType.Ethereum,
        signMessage: (message: string) => wallet.signMessage(message),
        getPublicKey: async () => wallet.signingKey.compressedPublicKey.slice(2),
      } as never);
      const { stampHeaderValue } = await official.stamp(body);
      expect(headerOf('SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191', privateKey, body)).toBe(stampHeaderValue);
    },
  );

  it('as a Solana wallet stamps (Ed25519)', async () => {
    const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
    const { secretKey, publicKey } = nacl.sign.keyPair.fromSeed(hexDecode(seed));
    const official = new WalletStamper({
      type: WalletType.Solana,
      signMessage: async (message: string) =>
        Buffer.from(nacl.sign.detached(utf8Encode(message), secretKey)).toString('hex'),
      getPublicKey: async () => Buffer.from(publicKey).toString('hex'),
    } as never);
    const { stampHeaderValue } = await official.stamp(body);
    expect(headerOf('SIGNATURE_SCHEME_TK_API_ED25519', seed, body)).toBe(stampHeaderValue);
  });

  it('as an API key of P-256 stamps, but for the nonce', async () => {
    const apiPrivateKey = '487f361ddfd73440e707f4daa6775b376859e8a3c9f29b3bb694a12927c0213c';
    const apiPublicKey = '02f739f8c77b32f4d5f13265861febd76e7a9c61a1140d296b8c16302508870316';
    const { stampHeaderValue } = await new ApiKeyStamper({ apiPublicKey, apiPrivateKey }).stamp(body);
    const read = (value: string) => JSON.parse(Buffer.from(value, 'base64url').toString()) as Record<string, string>;
    const ours = read(headerOf('SIGNATURE_SCHEME_TK_API_P256', apiPrivateKey, body));
    const { signature: _theirs, ...rest } = read(stampHeaderValue);
    const { signature = '', ...mine } = ours;
    expect(mine).toEqual(rest);
    expect(await verifyStampSignature(apiPublicKey, signature, body)).toBe(true);
  });
});
