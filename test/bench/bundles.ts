import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { decryptExportBundle } from '@turnkey/crypto';
import {
  generateP256,
  openExportBundle,
  openP256Signer,
  p256PublicKey,
  p256Uncompress,
  sealExportBundle,
} from '../../electron/crypto/index.ts';
import { base64urlEncode, hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { type Contender, inFlight } from './measure.ts';
import type { RunningVault } from './setting.ts';

const TARGET = 'bench-target';
const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';

/** The same 32-byte secret, sealed to each contender's own key by one signer. */
export async function bundleContenders({ call }: RunningVault): Promise<Contender[]> {
  const { publicKey: target } = await call('createKey', { id: TARGET, purpose: 'target', store: null });
  const service = generateP256();
  const signer = openP256Signer(service.privateKey);
  const signerKey = p256Uncompress(service.publicKey);
  const plaintext = Uint8Array.from(randomBytes(32));
  const seal = (targetPublicKey: string) =>
    sealExportBundle({ plaintext, targetPublicKey, organizationId: ORGANIZATION, signer });

  const forVault = seal(target);
  const inVault = async () => {
    const { revealId } = await call('openBundle', {
      targetId: TARGET,
      bundle: forVault,
      organizationId: ORGANIZATION,
      signerKey,
      expected: null,
    });
    await call('forget', { id: revealId });
  };

  const own = generateP256();
  const forOwn = seal(own.publicKey);
  const embeddedKey = hexEncode(own.privateKey);
  const official = () =>
    decryptExportBundle({
      exportBundle: forOwn,
      embeddedKey,
      organizationId: ORGANIZATION,
      dangerouslyOverrideSignerPublicKey: signerKey,
      keyFormat: 'HEXADECIMAL',
      returnMnemonic: false,
    });

  return [
    { name: 'vault process, open and forget, one at a time', batch: (count) => inFlight(count, 1, inVault) },
    { name: 'vault process, open and forget, 64 in flight', batch: (count) => inFlight(count, 64, inVault) },
    { name: '@turnkey/crypto decryptExportBundle, in this process', batch: (count) => inFlight(count, 1, official) },
    {
      name: 'electron/crypto, in this process',
      batch: (count) => {
        for (let done = 0; done < count; done += 1) {
          openExportBundle({
            bundle: forOwn,
            organizationId: ORGANIZATION,
            signerKey,
            recipientPrivate: own.privateKey,
          });
        }
      },
    },
    { name: 'bare verify, ECDH, HKDF, AES-GCM (node:crypto)', batch: primitives(plaintext, own.privateKey, signer) },
  ];
}

/** The four primitives under an opening, with everything prepared that can be: no parsing, no checks, no copies. */
function primitives(
  plaintext: Uint8Array,
  privateKey: Uint8Array,
  signer: ReturnType<typeof openP256Signer>,
): Contender['batch'] {
  const data = randomBytes(360);
  const signature = signer.sign(data);
  const point = hexDecode(p256Uncompress(signer.publicKey));
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: base64urlEncode(point.subarray(1, 33)), y: base64urlEncode(point.subarray(33)) },
  });
  const ephemeral = hexDecode(p256PublicKey(generateP256().privateKey, 'uncompressed'));
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const [salt, info, key, nonce] = [randomBytes(32), randomBytes(64), randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const tag = cipher.getAuthTag();
  return (count) => {
    for (let done = 0; done < count; done += 1) {
      if (!verify('sha256', data, publicKey, signature)) throw new Error('the signature must hold');
      hkdfSync('sha256', ecdh.computeSecret(ephemeral), salt, info, 44);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce);
      decipher.setAuthTag(tag);
      decipher.update(ciphertext);
      decipher.final();
    }
  };
}
