import { AppError } from '../../../shared/errors/index.ts';
import type { Curve } from '../../../shared/model/index.ts';
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
 * tokens, `fetcher` one-time-password bundles and tokens, `webhook` deliveries. `webhook-2` takes turns with `webhook`,
 * and a new service has none.
 */
const SERVICE_KEYS = {
  signer: { curve: 'CURVE_P256', isFirst: true },
  notarizer: { curve: 'CURVE_P256', isFirst: true },
  fetcher: { curve: 'CURVE_P256', isFirst: true },
  webhook: { curve: 'CURVE_ED25519', isFirst: true },
  'webhook-2': { curve: 'CURVE_ED25519', isFirst: false },
} as const;
type ServiceKeyName = keyof typeof SERVICE_KEYS;
type SignerName = {
  [Name in ServiceKeyName]: (typeof SERVICE_KEYS)[Name]['curve'] extends 'CURVE_P256' ? Name : never;
};

const GENERATE = { CURVE_P256: generateP256, CURVE_ED25519: generateEd25519 } as const;

/** Returns the curve of a key of the service. Null for a name that no key has. */
export function curveOfServiceKey(name: string): Curve | null {
  return Object.hasOwn(SERVICE_KEYS, name) ? SERVICE_KEYS[name as ServiceKeyName].curve : null;
}

/** Makes and seals all keys of a new service. */
export function createServiceKeys(tables: Tables, keyring: Keyring): void {
  for (const [name, { curve, isFirst }] of Object.entries(SERVICE_KEYS)) {
    if (!isFirst) continue;
    const { privateKey, publicKey } = GENERATE[curve]();
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
  name: SignerName[ServiceKeyName],
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
