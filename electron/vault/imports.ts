import { AppError, sentence } from '../../shared/errors/index.ts';
import type { AddressFormat, Curve } from '../../shared/model/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import { copySecret, hexEncode } from '../../shared/wire/index.ts';
import {
  ADDRESS_TABLE,
  addressOf,
  type Bytes,
  isMnemonic,
  mnemonicFault,
  mnemonicSeed,
  openDerivations,
  parsePath,
  publicKeyOf,
  readImportTarget,
  sealToTarget,
} from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { readImportKey } from './import-key.ts';

type Input = InputOf<VaultMessages, 'sealImport'>;
type Imported = Omit<Input, 'target'>;
type Output = OutputOf<VaultMessages, 'sealImport'>;
type As<Kind extends Input['as']['kind']> = Extract<Input['as'], { kind: Kind }>;

/** The bytes to encrypt, and their public facts. The caller wipes `plaintext`. */
type Prepared = Pick<Output, 'curve' | 'addresses'> & { readonly plaintext: Bytes };

/**
 * Encrypts a wallet, a private key or a secret to the key that the service signed for its import, and derives its
 * addresses. Wipes everything secret that it was given. Throws SERVICE_REPLY_INVALID for a key that is not signed for
 * this organization and user, and then has read nothing of the secret.
 */
export async function sealImport({ target, ...imported }: Input, memory: SecretMemory): Promise<Output> {
  return withHeld(imported, memory, async (held, opening) => {
    const targetPublic = readImportTarget({ ...target, needsUser: imported.as.kind !== 'secret' });
    const { plaintext, ...known } = await prepare(imported.as, held, opening);
    try {
      const encryptedBundle = sealToTarget(targetPublic, plaintext);
      return { encryptedBundle, targetPublicKey: hexEncode(targetPublic), ...known };
    } finally {
      plaintext.fill(0);
    }
  });
}

/** Reads an import as `sealImport` does, and keeps nothing of it. Throws what reading it throws. */
export async function checkImport(imported: Imported, memory: SecretMemory): Promise<Record<string, never>> {
  return withHeld(imported, memory, async (held, opening) => {
    (await prepare(imported.as, held, opening)).plaintext.fill(0);
    return {};
  });
}

/** Holds the secrets in locked memory for the time of `use`, and wipes them. */
async function withHeld<Value>(
  { given, passphrase }: Imported,
  memory: SecretMemory,
  use: (held: Uint8Array, opening: Uint8Array | null) => Promise<Value>,
): Promise<Value> {
  const held = memory.hold(given);
  const opening = passphrase === null ? null : memory.hold(passphrase);
  try {
    return await use(held, opening);
  } finally {
    memory.release(held);
    if (opening !== null) memory.release(opening);
  }
}

async function prepare(as: Input['as'], held: Uint8Array, passphrase: Uint8Array | null): Promise<Prepared> {
  switch (as.kind) {
    case 'wallet':
      return prepareWallet(as, held);
    case 'key':
      return prepareKey(as, held, passphrase);
    case 'secret':
      return { plaintext: copySecret(held), curve: null, addresses: [] };
  }
}

function prepareWallet({ accounts }: As<'wallet'>, words: Uint8Array): Prepared {
  if (!isMnemonic(words))
    throw new AppError(
      'INVALID_INPUT',
      sentence`This is not a recovery phrase: ${mnemonicFault(words)}. Nothing was imported. Check the words and their order.`,
    );
  for (const { curve, path, addressFormat } of accounts) {
    requireCurve(curve, addressFormat);
    parsePath(path);
  }
  const seed = mnemonicSeed(words);
  const derivations = openDerivations(seed);
  try {
    const addresses = accounts.map(({ curve, path, addressFormat }) => {
      const { privateKey, publicKey } = derivations.derive(curve, path);
      privateKey.fill(0);
      return addressOf(addressFormat, publicKey, curve);
    });
    return { plaintext: copySecret(words), curve: null, addresses };
  } finally {
    derivations.close();
    seed.fill(0);
  }
}

async function prepareKey(
  { curve: wanted, addressFormats }: As<'key'>,
  text: Uint8Array,
  passphrase: Uint8Array | null,
): Promise<Prepared> {
  const { privateKey, curve: stated } = await readImportKey(text, passphrase);
  try {
    if (wanted !== null && stated !== null && wanted !== stated)
      throw notOf(`The key is of ${stated}, not of ${wanted}.`, 'Leave the curve out');
    const curve = wanted ?? stated ?? curveOf(addressFormats);
    for (const format of addressFormats) requireCurve(curve, format);
    const publicKey = publicKeyOf(curve, privateKey);
    return {
      plaintext: copySecret(privateKey),
      curve,
      addresses: addressFormats.map((format) => addressOf(format, publicKey, curve)),
    };
  } finally {
    privateKey.fill(0);
  }
}

/** The only curve of the first format. */
function curveOf([format]: readonly AddressFormat[]): Curve {
  const [curve, ...others] = format === undefined ? [] : ADDRESS_TABLE[format].curves;
  if (curve !== undefined && others.length === 0) return curve;
  throw notOf('The key does not state its curve.', 'Name the curve');
}

function requireCurve(curve: Curve, format: AddressFormat): void {
  const { curves } = ADDRESS_TABLE[format];
  if (!curves.includes(curve))
    throw notOf(`Addresses of format ${format} are not made of ${curve} keys.`, `Use ${curves.join(' or ')}`);
}

const notOf = (what: string, way: string) =>
  new AppError('INVALID_INPUT', sentence`${what} Nothing was imported. ${way}.`);
