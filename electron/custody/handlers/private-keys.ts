import { AppError } from '../../../shared/errors/index.ts';
import { type Curve, toTimestamp } from '../../../shared/model/index.ts';
import type { PrivateKey } from '../../../shared/operations/index.ts';
import { type Bytes, publicKeyOf, randomBytes } from '../../crypto/index.ts';
import { notFound, requestInvalid } from '../public-error.ts';
import type { KeyAddressRow, PrivateKeyRow } from '../store/index.ts';
import { makePrivateKey, wireAddress } from './make-private-key.ts';
import type { ActivityHandler, QueryHandler } from './types.ts';
import { giveTurn, TURN } from './yielding.ts';

const KEY_BYTES = 32;

export const createPrivateKeys: ActivityHandler<'create_private_keys'> = async ({ privateKeys }, context) => {
  for (const { privateKeyTags } of privateKeys) refuseTags(privateKeyTags);
  const commits: ReturnType<typeof makePrivateKey>[] = [];
  for (const wanted of privateKeys) {
    if (commits.length > 0 && commits.length % TURN === 0) await giveTurn();
    const privateKey = generatePrivateKey(wanted.curve);
    try {
      commits.push(makePrivateKey(privateKey, { ...wanted, imported: 0 }, context));
    } finally {
      privateKey.fill(0);
    }
  }
  return () => ({ privateKeys: commits.map((commit) => commit()) });
};

export const getPrivateKey: QueryHandler<'get_private_key'> = ({ privateKeyId }, { store, caller }) => {
  const row = store.privateKeys.find(caller.organization.organizationId, privateKeyId);
  if (row === undefined) throw notFound('no private key found with the given ID');
  return { privateKey: wirePrivateKey(row, store.privateKeys.addressesOf(row.privateKeyId)) };
};

export const listPrivateKeys: QueryHandler<'list_private_keys'> = (_request, { store, caller }) => {
  const { organizationId } = caller.organization;
  const addresses = new Map<string, KeyAddressRow[]>();
  for (const address of store.privateKeys.allAddresses(organizationId)) {
    const sameKey = addresses.get(address.privateKeyId);
    if (sameKey === undefined) addresses.set(address.privateKeyId, [address]);
    else sameKey.push(address);
  }
  const rows = store.privateKeys.list(organizationId);
  return { privateKeys: rows.map((row) => wirePrivateKey(row, addresses.get(row.privateKeyId) ?? [])) };
};

/** Choice (private-key-tags): this service has no tags yet, so any that is named is unknown and refused, not ignored. */
function refuseTags([tagId]: readonly string[]): void {
  if (tagId !== undefined)
    throw requestInvalid(`invalid private key tag: could not find tag ${tagId} in organization. No key was made.`);
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

function wirePrivateKey(row: PrivateKeyRow, addresses: readonly KeyAddressRow[]): PrivateKey {
  return {
    privateKeyId: row.privateKeyId,
    publicKey: row.publicKey,
    privateKeyName: row.privateKeyName,
    curve: row.curve,
    addresses: addresses.map(wireAddress),
    privateKeyTags: [],
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
    exported: row.exported === 1,
    imported: row.imported === 1,
  };
}
