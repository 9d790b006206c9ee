import { AppError } from '../../../../shared/errors/index.ts';
import { type Curve, toTimestamp } from '../../../../shared/model/index.ts';
import type { ActivityParameters, PrivateKey } from '../../../../shared/operations/index.ts';
import { type Bytes, publicKeyOf, randomBytes } from '../../../crypto/index.ts';
import { found } from '../../public-error.ts';
import type { MakingContext, QueryContext } from '../../request-context.ts';
import type { KeyAddressRow, PrivateKeyRow, Store } from '../../store/index.ts';
import { requireTags, setTags } from '../organizations/tags.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { BATCH, yieldToEventLoop } from '../yielding.ts';
import { requireExported } from './exports.ts';
import { makePrivateKey, wireAddress } from './make-private-key.ts';

const KEY_BYTES = 32;

export const createPrivateKeys = async (
  { privateKeys }: ActivityParameters<'create_private_keys'>,
  context: MakingContext,
) => {
  for (const { privateKeyTags } of privateKeys) requireTags('private_key', privateKeyTags, context);
  const commits: ReturnType<typeof makePrivateKey>[] = [];
  for (const wanted of privateKeys) {
    if (commits.length > 0 && commits.length % BATCH === 0) await yieldToEventLoop();
    const privateKey = generatePrivateKey(wanted.curve);
    try {
      const store = makePrivateKey(privateKey, { ...wanted, imported: 0 }, context);
      commits.push(() => {
        const made = store();
        setTags('private_key', made.privateKeyId, wanted.privateKeyTags, context);
        return made;
      });
    } finally {
      privateKey.fill(0);
    }
  }
  return () => ({ privateKeys: commits.map((commit) => commit()) });
};

export const getPrivateKey: QueryHandler<'get_private_key'> = ({ privateKeyId }, { store, caller }) => {
  const row = found(store.privateKeys.find(caller.organization.organizationId, privateKeyId), 'private key');
  return { privateKey: wirePrivateKey(row, store.privateKeys.addressesOf(row.privateKeyId), store) };
};

export const listPrivateKeys: QueryHandler<'list_private_keys'> = (_request, context) => ({
  privateKeys: wirePrivateKeys(context),
});

/** All private keys of the organization. */
export function wirePrivateKeys({ store, caller }: QueryContext): PrivateKey[] {
  const { organizationId } = caller.organization;
  const addresses = new Map<string, KeyAddressRow[]>();
  for (const address of store.privateKeys.allAddresses(organizationId)) {
    const sameKey = addresses.get(address.privateKeyId);
    if (sameKey === undefined) addresses.set(address.privateKeyId, [address]);
    else sameKey.push(address);
  }
  const rows = store.privateKeys.list(organizationId);
  return rows.map((row) => wirePrivateKey(row, addresses.get(row.privateKeyId) ?? [], store));
}

export const deletePrivateKeys: ActivityHandler<'delete_private_keys'> =
  ({ privateKeyIds, deleteWithoutExport }, { store, caller }) =>
  () => ({
    privateKeyIds: privateKeyIds.map((id) => {
      const row = found(store.privateKeys.find(caller.organization.organizationId, id), 'private key');
      requireExported(row, deleteWithoutExport, `private key ${row.privateKeyId}`);
      removePrivateKey(row.privateKeyId, store);
      return row.privateKeyId;
    }),
  });

/** Removes a key with its addresses and tags, inside the transaction. */
export function removePrivateKey(privateKeyId: string, store: Store): void {
  store.tags.untagAll(privateKeyId);
  store.privateKeys.remove(privateKeyId);
}

/** Random bytes until they are a key of the curve: one draw in 2^32 (P-256) is not, and one in 2^128 (secp256k1). */
function generatePrivateKey(curve: Curve): Bytes {
  for (;;) {
    const privateKey = randomBytes(KEY_BYTES);
    try {
      publicKeyOf(curve, privateKey);
      return privateKey;
    } catch (error) {
      privateKey.fill(0);
      if (!(error instanceof AppError && error.code === 'KEY_INVALID')) throw error;
    }
  }
}

function wirePrivateKey(row: PrivateKeyRow, addresses: readonly KeyAddressRow[], { tags }: Store): PrivateKey {
  return {
    privateKeyId: row.privateKeyId,
    publicKey: row.publicKey,
    privateKeyName: row.privateKeyName,
    curve: row.curve,
    addresses: addresses.map(wireAddress),
    privateKeyTags: [...tags.tagsOf(row.privateKeyId)],
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
    exported: row.exported === 1,
    imported: row.imported === 1,
  };
}
