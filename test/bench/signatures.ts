import { createPrivateKey, sign } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { schnorrSign } from '../../electron/crypto/curves/schnorr.ts';
import { publicKeyOf, randomBytes, signRawPayload, verifyRawPayload } from '../../electron/crypto/index.ts';
import type { RawPayload } from '../../electron/crypto/payloads/raw-payload.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { ethersSigner, viemSigner } from '../peers/bench-libraries.ts';
import { type Contender, inFlight } from './measure.ts';

/** Contenders that do the same, under the title of their table. */
interface SignatureGroup {
  readonly title: string;
  readonly contenders: readonly Contender[];
}

const ED25519_PKCS8 = hexDecode('302e020100300506032b657004220420');

const repeat =
  (work: () => unknown): Contender['batch'] =>
  (count) => {
    for (let done = 0; done < count; done += 1) work();
  };

/**
 * Raw payloads signed and checked on each curve: the product from payload text to r, s, v, then libraries, then the
 * primitive.
 */
export function signatureGroups(): readonly SignatureGroup[] {
  const digest = randomBytes(32);
  const payload = hexEncode(digest);
  const privateKey = randomBytes(32);
  const raw = (curve: RawPayload['curve']): RawPayload => ({
    curve,
    payload,
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: curve === 'CURVE_ED25519' ? 'HASH_FUNCTION_NOT_APPLICABLE' : 'HASH_FUNCTION_NO_OP',
  });
  const product = (curve: RawPayload['curve']): Contender => {
    const input = { ...raw(curve), privateKey };
    return { name: 'electron/crypto signRawPayload', batch: repeat(() => signRawPayload(input)) };
  };
  const hexKey = hexEncode(privateKey);
  const withEthers = ethersSigner(hexKey);
  const withViem = viemSigner(hexKey);

  const signed = { ...raw('CURVE_SECP256K1'), ...signRawPayload({ ...raw('CURVE_SECP256K1'), privateKey }) };
  const answer = { ...signed, publicKey: publicKeyOf('CURVE_SECP256K1', privateKey) };
  const point = hexDecode(answer.publicKey);
  const compact = hexDecode(signed.r + signed.s);
  const recoverable = Uint8Array.of(Number(signed.v), ...compact);

  const ed25519 = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8, privateKey]),
    format: 'der',
    type: 'pkcs8',
  });

  return [
    {
      title: 'Raw signatures, secp256k1 ECDSA',
      contenders: [
        product('CURVE_SECP256K1'),
        { name: 'ethers SigningKey.sign', batch: repeat(() => withEthers(payload)) },
        { name: 'viem sign', batch: (count) => inFlight(count, 1, () => withViem(payload)) },
        {
          name: 'bare @noble/curves',
          batch: repeat(() => secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })),
        },
      ],
    },
    {
      title: 'Raw signatures, secp256k1 BIP-340',
      contenders: [
        {
          name: 'electron/crypto schnorrSign, Taproot key path',
          batch: repeat(() => schnorrSign(privateKey, digest, 'BIP341')),
        },
        { name: 'electron/crypto schnorrSign', batch: repeat(() => schnorrSign(privateKey, digest, 'BIP340')) },
        { name: 'bare @noble/curves', batch: repeat(() => schnorr.sign(digest, privateKey)) },
      ],
    },
    {
      title: 'Raw signatures, Ed25519',
      contenders: [
        product('CURVE_ED25519'),
        { name: 'bare node:crypto, key loaded', batch: repeat(() => sign(null, digest, ed25519)) },
      ],
    },
    {
      title: 'Raw signatures, P-256',
      contenders: [
        product('CURVE_P256'),
        {
          name: 'bare @noble/curves',
          batch: repeat(() => p256.sign(digest, privateKey, { prehash: false, lowS: false, format: 'recovered' })),
        },
      ],
    },
    {
      title: 'Raw signatures checked, secp256k1 ECDSA: signature and recovered signer',
      contenders: [
        { name: 'electron/crypto verifyRawPayload', batch: repeat(() => verifyRawPayload(answer)) },
        {
          name: 'bare @noble/curves, verify and recover',
          batch: repeat(() => {
            secp256k1.verify(compact, digest, point, { prehash: false });
            secp256k1.recoverPublicKey(recoverable, digest, { prehash: false });
          }),
        },
      ],
    },
  ];
}
