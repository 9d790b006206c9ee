import { createPrivateKey, sign } from 'node:crypto';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256, openP256Signer, p256PublicKey, signStamp } from '../../electron/crypto/index.ts';
import { base64urlEncode, encodeStamp, hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { type Contender, inFlight } from './measure.ts';
import type { RunningVault } from './setting.ts';

const KEY = 'bench-stamp';

/** A consent with a zero digest. The comparison of the digest is not measured here. */
export const stampConsent = (credentialId: string) => ({ credentialId, bodySha256: new Uint8Array(32) });

/** A body as `sign_raw_payload` has it. */
export const BODY = JSON.stringify({
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  timestampMs: '1745383555000',
  organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
  parameters: {
    signWith: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    payload: 'ab'.repeat(128),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  },
});

/** Stamps of the same body: approved and made in the vault, by the official stamper, and the signature alone. */
export async function stampContenders({ call, approvals }: RunningVault): Promise<Contender[]> {
  await call('createKey', { id: KEY, purpose: 'stamp', store: null });
  const body = utf8Encode(BODY);
  const inVault = () => call('stamp', { body, approval: approvals.mint(KEY, body, stampConsent(KEY)) });

  const { privateKey, publicKey } = generateP256();
  const official = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: hexEncode(privateKey) });
  const signer = openP256Signer(privateKey);
  const point = hexDecode(p256PublicKey(privateKey, 'uncompressed'));
  const bare = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: base64urlEncode(privateKey),
      x: base64urlEncode(point.subarray(1, 33)),
      y: base64urlEncode(point.subarray(33)),
    },
  });

  return [
    { name: 'vault process, one at a time', batch: (count) => inFlight(count, 1, inVault) },
    { name: 'vault process, 64 in flight', batch: (count) => inFlight(count, 64, inVault) },
    {
      name: '@turnkey/api-key-stamper, in this process',
      batch: (count) => inFlight(count, 1, () => official.stamp(BODY)),
    },
    {
      name: 'electron/crypto, in this process',
      batch: (count) => {
        for (let done = 0; done < count; done += 1) encodeStamp(signStamp(signer, body));
      },
    },
    {
      name: 'bare P-256 signature (node:crypto)',
      batch: (count) => {
        for (let done = 0; done < count; done += 1) sign('sha256', body, bare);
      },
    },
  ];
}
