import { AppError, sentence } from '../../shared/errors/index.ts';
import {
  type AddressFormat,
  type Curve,
  curveLabel,
  type Finding,
  formatLabel,
  shortened,
} from '../../shared/model/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import { copySecret, hexEncode } from '../../shared/wire/index.ts';
import {
  ADDRESS_TABLE,
  addressOf,
  type Bytes,
  danger,
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
import { type ReadImportKey, readImportKey } from './import-key.ts';

type Input = InputOf<VaultMessages, 'sealImport'>;
type Imported = Omit<Input, 'target'>;
type Output = OutputOf<VaultMessages, 'sealImport'>;
type As<Kind extends Input['as']['kind']> = Extract<Input['as'], { kind: Kind }>;

/** The bytes to encrypt, and their public facts. The caller wipes `plaintext`. */
type Prepared = Pick<Output, 'curve' | 'addresses' | 'findings'> & { readonly plaintext: Bytes };

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
      return { plaintext: copySecret(held), curve: null, addresses: [], findings: [] };
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
    return { plaintext: copySecret(words), curve: null, addresses, findings: [] };
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
  const read = await readImportKey(text, passphrase);
  const { privateKey } = read;
  try {
    if (wanted !== null && read.curve !== null && wanted !== read.curve)
      throw new AppError(
        'INVALID_INPUT',
        sentence`The key is of the curve ${curveLabel(read.curve)}, not of ${curveLabel(wanted)}. Nothing was imported. Leave the curve out.`,
      );
    const curve = wanted ?? read.curve ?? curveOf(addressFormats);
    for (const format of addressFormats) {
      requireCurve(curve, format);
      requireNetwork(read.network, format);
    }
    const publicKey = publicKeyOf(curve, privateKey);
    const addresses = addressFormats.map((format) => addressOf(format, publicKey, curve));
    return { plaintext: copySecret(privateKey), curve, addresses, findings: addressFindings(read, addresses) };
  } finally {
    privateKey.fill(0);
  }
}

/** The only curve of the first format. */
function curveOf([format]: readonly AddressFormat[]): Curve {
  const [curve, ...others] = format === undefined ? [] : ADDRESS_TABLE[format].curves;
  if (curve !== undefined && others.length === 0) return curve;
  throw new AppError(
    'INVALID_INPUT',
    'The key does not state its curve. Nothing was imported. Name the curve, or choose another address.',
  );
}

function requireCurve(curve: Curve, format: AddressFormat): void {
  const { curves } = ADDRESS_TABLE[format];
  if (!curves.includes(curve))
    throw new AppError(
      'INVALID_INPUT',
      sentence`Addresses of the kind ${formatLabel(format)} are not made of ${curveLabel(curve)} keys. Nothing was imported. Use a key of ${curves.map(curveLabel).join(', ')}, or choose another address.`,
    );
}

/** Refuses a WIF that was written for another network than that of the address. Other forms state no network. */
function requireNetwork(network: ReadImportKey['network'], format: AddressFormat): void {
  if (network === undefined || isOfNetwork(network, format)) return;
  throw new AppError(
    'INVALID_INPUT',
    sentence`This WIF is for ${network}, and ${formatLabel(format)} is an address of another network. Nothing was imported. Choose an address of its network, or give the key in hexadecimal digits.`,
  );
}

function isOfNetwork(network: NonNullable<ReadImportKey['network']>, format: AddressFormat): boolean {
  const [, chain = null, kind = null] = /^ADDRESS_FORMAT_(BITCOIN|DOGE|SPARK)_([A-Z]+)/.exec(format) ?? [];
  // Addresses of other chains have no WIF of their own.
  if (chain === null) return true;
  if ((chain === 'DOGE') !== (network === 'Dogecoin')) return false;
  return (kind === 'MAINNET') === (network !== 'Bitcoin testnet');
}

const LONGEST_ADDRESS = 128;

/** A keystore file states its address beside the encrypted key, so that anybody can change it. */
function addressFindings({ stated, privateKey }: ReadImportKey, addresses: readonly string[]): Finding[] {
  if (stated === undefined) return [];
  const own = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', privateKey), 'CURVE_SECP256K1');
  const written = /^[0-9a-f]{40}$/i.test(stated) ? `0x${stated}` : stated;
  if (written.toLowerCase() === own.toLowerCase() || addresses.includes(written)) return [];
  return [
    danger(
      `The keystore file states the address ${shortened(written, LONGEST_ADDRESS)}, but its key has the address ${own}. The file was changed, or it is of another account. Import the key only if you expect this address.`,
    ),
  ];
}
