import { p256Convert, randomUuid } from '../../../crypto/index.ts';
import { PLACES } from '../../keys/keyring.ts';
import { found, requestInvalid } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import type { SecretRow } from '../../store/index.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { sealTo } from './exports.ts';
import { damagedTarget, makeTarget, notOpened, openWith, readBundle } from './imports.ts';

/**
 * Choice (secret-targets-kept): the most keys that a user may have open for imports of secrets. The oldest is
 * forgotten.
 */
const TARGETS_KEPT = 1000;

export const initImportSecrets: ActivityHandler<'init_import_secrets'> = ({ numSecrets }, context) => {
  const commits = Array.from({ length: numSecrets }, () => makeTarget('secret', TARGETS_KEPT, context));
  return () => ({ enclaveTargetMessages: commits.map((commit) => commit()) });
};

/** Each is opened with the key it names, and uses it up. */
export const importSecrets: ActivityHandler<'import_secrets'> = ({ secrets }, context) => {
  const { store, keyring, caller, requestedAt } = context;
  const targets = new Map(
    store.importTargets.listOf(caller.user.userId, 'secret').map((target) => [target.publicKey, target]),
  );
  const read = secrets.map(({ name, secretPayload, targetPublicKey, staticProperties = [] }) => {
    const target = targets.get(compressed(targetPublicKey));
    if (target === undefined) throw notOpened();
    if (new Set(staticProperties.map(({ key }) => key)).size < staticProperties.length)
      throw requestInvalid('invalid static properties: a key is there twice. Nothing was imported.');
    const secretId = randomUuid();
    const secret = openWith(target, readBundle(secretPayload), keyring);
    if (secret === 'damaged') throw damagedTarget();
    if (secret === null) throw notOpened();
    try {
      const row: SecretRow = {
        secretId,
        organizationId: caller.organization.organizationId,
        name: name ?? null,
        staticProperties: JSON.stringify(staticProperties),
        sealedSecret: keyring.seal(PLACES.secret(secretId), secret),
        createdAt: requestedAt,
      };
      return { row, target };
    } finally {
      secret.fill(0);
    }
  });
  return () => {
    for (const { row, target } of read) {
      if (!store.importTargets.remove(target.importTargetId)) throw notOpened();
      store.secrets.insert(row);
    }
    return { secretIds: read.map(({ row }) => row.secretId) };
  };
};

/** The export of each secret to its target was decided separately (see `activities/authorize.ts`). */
export const exportSecrets: ActivityHandler<'export_secrets'> = ({ secrets }, context) => {
  const secretPayloads = secrets.map(({ secretId, targetPublicKey }) => {
    const row = findSecret(secretId, context);
    return sealTo(targetPublicKey, PLACES.secret(row.secretId), row.sealedSecret, context);
  });
  return () => ({ secretPayloads });
};

export const deleteSecrets: ActivityHandler<'delete_secrets'> =
  ({ secretIds }, context) =>
  () => ({
    secretIds: secretIds.map((id) => {
      const { secretId } = findSecret(id, context);
      context.store.secrets.remove(secretId);
      return secretId;
    }),
  });

export const listSecrets: QueryHandler<'list_secrets'> = ({ paginationOptions = {} }, { store, caller }) => ({
  secrets: store.secrets
    .list(caller.organization.organizationId, paginationOptions)
    .map(({ secretId, name, staticProperties, createdAt }) => ({
      secretId,
      ...(name === null ? {} : { name }),
      staticProperties: JSON.parse(staticProperties),
      createdAtUnixMs: String(createdAt),
    })),
});

function findSecret(secretId: string, { store, caller }: ActingContext): SecretRow {
  return found(store.secrets.find(caller.organization.organizationId, secretId), 'secret');
}

function compressed(targetPublicKey: string): string {
  try {
    return p256Convert(targetPublicKey, 'compressed');
  } catch {
    throw requestInvalid('invalid target public key: it is not a point of P-256');
  }
}
