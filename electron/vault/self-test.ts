import { AppError, sentence } from '../../shared/errors/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import {
  addressOf,
  aesGcmOpen,
  aesGcmSeal,
  constantTimeEqual,
  ecdhP256,
  generateP256,
  hmacSha256,
  hpkeContext,
  hpkeOpen,
  openP256Signer,
  p256PublicKey,
  randomBytes,
  schnorrVerify,
  scryptKey,
  signRawPayload,
  signStamp,
  verifyStamp,
} from '../crypto/index.ts';
import { AES_GCM, BIP340, ETHEREUM, HMAC, HPKE, SCRYPT, SECP256K1, SOLANA, STAMP } from './known-answers.ts';

type KnownAnswerTest = () => boolean | Promise<boolean>;

/** The tests by name. `doctor` shows the names. */
const TESTS: Readonly<Record<string, KnownAnswerTest>> = {
  'Stamp verification': () =>
    verifyStamp(
      { publicKey: STAMP.publicKey, scheme: STAMP.scheme, signature: STAMP.signature },
      utf8Encode(STAMP.body),
    ) &&
    !verifyStamp(
      { publicKey: STAMP.publicKey, scheme: STAMP.scheme, signature: STAMP.signature },
      utf8Encode(`${STAMP.body} `),
    ),

  'P-256 signature': () => {
    const { privateKey } = generateP256();
    const signer = openP256Signer(privateKey);
    privateKey.fill(0);
    const body = randomBytes(64);
    const stamp = signStamp(signer, body);
    signer.close();
    const holds = verifyStamp(stamp, body);
    body[0] = (body[0] ?? 0) ^ 1;
    return holds && !verifyStamp(stamp, body);
  },

  HPKE: () => {
    const recipientPrivate = hexDecode(HPKE.recipientPrivate);
    const recipientPublic = hexDecode(p256PublicKey(recipientPrivate, 'uncompressed'));
    const encappedPublic = hexDecode(HPKE.encappedPublic);
    const { key, nonce } = hpkeContext(ecdhP256(recipientPrivate, encappedPublic), encappedPublic, recipientPublic);
    const plaintext = hpkeOpen({ recipientPrivate, encappedPublic, ciphertext: hexDecode(HPKE.ciphertext) });
    return is(key, HPKE.key) && is(nonce, HPKE.nonce) && is(plaintext, HPKE.plaintext);
  },

  'AES-256-GCM': () => {
    const [key, nonce, aad] = [hexDecode(AES_GCM.key), hexDecode(AES_GCM.nonce), hexDecode(AES_GCM.aad)];
    const sealed = aesGcmSeal(key, nonce, hexDecode(AES_GCM.plaintext), aad);
    if (!is(sealed, AES_GCM.sealed) || !is(aesGcmOpen(key, nonce, sealed, aad), AES_GCM.plaintext)) return false;
    sealed[0] = (sealed[0] ?? 0) ^ 1;
    return refuses(() => aesGcmOpen(key, nonce, sealed, aad));
  },

  scrypt: async () => is(await scryptKey(utf8Encode(SCRYPT.passphrase), utf8Encode(SCRYPT.salt), SCRYPT), SCRYPT.key),

  'HMAC-SHA-256': () => is(hmacSha256(utf8Encode(HMAC.key), utf8Encode(HMAC.message)), HMAC.mac),

  'secp256k1 signature': () => {
    const { privateKey, payload, ...expected } = SECP256K1;
    const signed = signRawPayload({
      curve: 'CURVE_SECP256K1',
      privateKey: hexDecode(privateKey),
      payload,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    return signed.r === expected.r && signed.s === expected.s && signed.v === expected.v;
  },

  'BIP-340 verification': () => {
    const message = hexDecode(BIP340.message);
    const signature = hexDecode(BIP340.signature);
    if (!schnorrVerify(BIP340.publicKey, message, signature, 'BIP340')) return false;
    message[0] = 1;
    return !schnorrVerify(BIP340.publicKey, message, signature, 'BIP340');
  },

  'Ethereum address': () => addressOf('ADDRESS_FORMAT_ETHEREUM', ETHEREUM.publicKey) === ETHEREUM.address,

  'Solana address': () => addressOf('ADDRESS_FORMAT_SOLANA', SOLANA.publicKey) === SOLANA.address,

  'Random source': () => !constantTimeEqual(randomBytes(32), randomBytes(32)),
};

/** Runs every known-answer test. Returns their names. Throws VAULT_SELF_TEST_FAILED at the first that fails. */
export async function runSelfTest(tests: Readonly<Record<string, KnownAnswerTest>> = TESTS): Promise<string[]> {
  for (const [name, test] of Object.entries(tests)) {
    if (!(await passes(test))) {
      throw new AppError(
        'VAULT_SELF_TEST_FAILED',
        sentence`The vault's self-test "${name}" failed, so no key was unlocked. This installation cannot be trusted: install Castellan again.`,
      );
    }
  }
  return Object.keys(tests);
}

async function passes(test: KnownAnswerTest): Promise<boolean> {
  try {
    return await test();
  } catch {
    return false;
  }
}

function refuses(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

function is(bytes: Uint8Array, hex: string): boolean {
  return hexEncode(bytes) === hex;
}
