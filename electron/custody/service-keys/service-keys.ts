import { AppError } from '../../../shared/errors/index.ts';
import type { ReadyLine } from '../../../shared/processes/index.ts';
import {
  type Bytes,
  generateEd25519,
  generateP256,
  openP256Signer,
  type P256Signer,
  p256Uncompress,
} from '../../crypto/index.ts';
import { type Keyring, PLACES } from '../keys/keyring.ts';
import type { Tables } from '../store/index.ts';

/**
 * The keys of the service itself (docs/protocol.md#service-keys): `signer` signs export bundles, `notarizer` session
 * tokens, `fetcher` one-time-password bundles and tokens, `webhook` deliveries. The first three are P-256, the last is
 * Ed25519.
 */
export const SERVICE_KEYS = {
  signer: generateP256,
  notarizer: generateP256,
  fetcher: generateP256,
  webhook: generateEd25519,
} as const;
export type ServiceKeyName = keyof typeof SERVICE_KEYS;

/** Makes and seals all keys of a new service. */
export function createServiceKeys(tables: Tables, keyring: Keyring): void {
  for (const [name, generate] of Object.entries(SERVICE_KEYS)) {
    const { privateKey, publicKey } = generate();
    try {
      tables.keys.putServiceKey({
        name,
        publicKey,
        sealedPrivateKey: keyring.seal(PLACES.serviceKey(name), privateKey),
        signsFrom: null,
      });
    } finally {
      privateKey.fill(0);
    }
  }
}

/** The public halves as clients pin them: uncompressed P-256 in hex. */
export function publicServiceKeys(tables: Tables): Omit<ReadyLine['keys'], 'webhook'> {
  return {
    signer: p256Uncompress(serviceKey(tables, 'signer').publicKey),
    notarizer: p256Uncompress(serviceKey(tables, 'notarizer').publicKey),
    fetcher: p256Uncompress(serviceKey(tables, 'fetcher').publicKey),
  };
}

/** Opens a P-256 key of the service for the time of `use`. */
export function withServiceSigner<Result>(
  tables: Tables,
  keyring: Keyring,
  name: Exclude<ServiceKeyName, 'webhook'>,
  use: (signer: P256Signer) => Result,
): Result {
  return keyring.open(PLACES.serviceKey(name), serviceKey(tables, name).sealedPrivateKey, (privateKey: Bytes) => {
    const signer = openP256Signer(privateKey);
    try {
      return use(signer);
    } finally {
      signer.close();
    }
  });
}

/** A key of the service. Throws DATABASE_CORRUPT when it is not there. */
export function serviceKey(tables: Tables, name: ServiceKeyName) {
  const row = tables.keys.serviceKey(name);
  if (row === undefined) {
    throw new AppError(
      'DATABASE_CORRUPT',
      `The local service’s own key "${name}" is missing from its database. The service stopped, and nothing was changed. Restore a backup of the whole folder.`,
    );
  }
  return row;
}
