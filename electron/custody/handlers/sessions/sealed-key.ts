import { type CredentialType, toRfc3339 } from '../../../../shared/model/index.ts';
import { generateP256, sealCredentialBundle } from '../../../crypto/index.ts';
import type { LoginContext } from '../../request-context.ts';
import type { UserRow } from '../../store/index.ts';
import { readTargetKey } from '../keys/exports.ts';
import { addApiKeys } from '../users/api-keys.ts';
import { DEFAULT_SECONDS, endSessions } from './open-session.ts';

/** A request for a key that is sealed to a target key. */
interface SealedKeyParams {
  readonly targetPublicKey: string;
  readonly apiKeyName?: string;
  readonly expirationSeconds?: string;
  readonly invalidateExisting?: boolean;
}

/** The type of a key, and its default name, to which the time is appended. */
export interface KeyKind {
  readonly credentialType: CredentialType;
  readonly name: string;
}

/**
 * Makes an expiring key of a user, and seals it to a target key. `register` stores it inside the transaction and
 * returns its id. With `invalidateExisting`, `register` first ends the user's other keys of that type. Throws
 * REQUEST_INVALID.
 */
export function makeCredential(
  user: UserRow,
  { targetPublicKey, apiKeyName, expirationSeconds, invalidateExisting }: SealedKeyParams,
  { credentialType, name }: KeyKind,
  context: LoginContext,
) {
  const { publicKey, bundle } = makeSealedKey(targetPublicKey);
  const key = {
    apiKeyName: apiKeyName ?? `${name} - ${toRfc3339(context.requestedAt)}`,
    publicKey,
    credentialType,
    expirationSeconds: Number(expirationSeconds ?? DEFAULT_SECONDS),
    sessionProfileId: null,
  };
  return {
    publicKey,
    bundle,
    register(): string {
      if (invalidateExisting === true) endSessions(user, credentialType, context.store);
      const [apiKeyId = ''] = addApiKeys(user, [key], context);
      return apiKeyId;
    },
  };
}

/**
 * Makes a P-256 key and seals it to a target key (docs/protocol.md#credential-bundles). Returns its public key
 * (compressed hex) and the bundle. Only the holder of the target key can stamp with it. Throws REQUEST_INVALID for a
 * target that is not a point of P-256.
 */
function makeSealedKey(targetPublicKey: string): { readonly publicKey: string; readonly bundle: string } {
  const target = readTargetKey(targetPublicKey);
  const { privateKey, publicKey } = generateP256();
  try {
    return { publicKey, bundle: sealCredentialBundle(privateKey, target) };
  } finally {
    privateKey.fill(0);
  }
}
