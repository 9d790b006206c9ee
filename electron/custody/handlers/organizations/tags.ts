import { toTimestamp } from '../../../../shared/model/index.ts';
import type { Tag } from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { found, overQuota, requestInvalid } from '../../public-error.ts';
import type { ActingContext, ActivityContext, LoginContext } from '../../request-context.ts';
import type { TagKind, TagRow } from '../../store/index.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { findUser } from '../users/find-user.ts';

/** An organization has at most this many of each kind (docs/protocol.md#limits). */
const MAXIMUM_TAGS = { ofParent: 100, ofSubOrganization: 10 };

const WORDS = { user: 'user tag', private_key: 'private key tag' } as const satisfies Record<TagKind, string>;

export const createUserTag: ActivityHandler<'create_user_tag'> =
  ({ userTagName, userIds }, context) =>
  () => {
    const { tagId, memberIds } = makeTag('user', userTagName, userIds, context);
    return { userTagId: tagId, userIds: memberIds };
  };

export const createPrivateKeyTag: ActivityHandler<'create_private_key_tag'> =
  ({ privateKeyTagName, privateKeyIds }, context) =>
  () => {
    const { tagId, memberIds } = makeTag('private_key', privateKeyTagName, privateKeyIds, context);
    return { privateKeyTagId: tagId, privateKeyIds: memberIds };
  };

/** Runs inside one transaction, as every activity does. */
export const updateUserTag: ActivityHandler<'update_user_tag'> = (parameters, context) => () => {
  const { userTagId, newUserTagName, addUserIds, removeUserIds } = parameters;
  const change = { name: newUserTagName, add: addUserIds, remove: removeUserIds };
  return { userTagId: changeTag('user', userTagId, change, context) };
};

export const updatePrivateKeyTag: ActivityHandler<'update_private_key_tag'> = (parameters, context) => () => {
  const { privateKeyTagId, newPrivateKeyTagName, addPrivateKeyIds, removePrivateKeyIds } = parameters;
  const change = { name: newPrivateKeyTagName, add: addPrivateKeyIds, remove: removePrivateKeyIds };
  return { privateKeyTagId: changeTag('private_key', privateKeyTagId, change, context) };
};

export const deleteUserTags: ActivityHandler<'delete_user_tags'> =
  ({ userTagIds }, context) =>
  () => {
    const { tagIds, memberIds } = removeTags('user', userTagIds, context);
    return { userTagIds: tagIds, userIds: memberIds };
  };

export const deletePrivateKeyTags: ActivityHandler<'delete_private_key_tags'> =
  ({ privateKeyTagIds }, context) =>
  () => {
    const { tagIds, memberIds } = removeTags('private_key', privateKeyTagIds, context);
    return { privateKeyTagIds: tagIds, privateKeyIds: memberIds };
  };

export const listUserTags: QueryHandler<'list_user_tags'> = (_request, context) => ({
  userTags: listTags('user', context),
});

export const listPrivateKeyTags: QueryHandler<'list_private_key_tags'> = (_request, context) => ({
  privateKeyTags: listTags('private_key', context),
});

export function listTags(kind: TagKind, { store, caller }: ActingContext): Tag[] {
  return store.tags.list(caller.organization.organizationId, kind).map(({ tagId, tagName, createdAt, updatedAt }) => ({
    tagId,
    tagName,
    tagType: kind === 'user' ? 'TAG_TYPE_USER' : 'TAG_TYPE_PRIVATE_KEY',
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  }));
}

/** Replaces the tags of a user or private key, inside the transaction. Throws REQUEST_INVALID for an unknown tag. */
export function setTags(kind: TagKind, memberId: string, tagIds: readonly string[], context: LoginContext): void {
  const wanted = requireTags(kind, tagIds, context);
  context.store.tags.untagAll(memberId);
  for (const { tagId } of wanted) context.store.tags.tag(tagId, memberId);
}

/** Returns the tags with these ids. Throws REQUEST_INVALID for an unknown tag. */
export function requireTags(kind: TagKind, tagIds: readonly string[], { store, caller }: LoginContext): TagRow[] {
  return tagIds.map((id) => {
    const tag = store.tags.find(caller.organization.organizationId, kind, id);
    if (tag !== undefined) return tag;
    throw requestInvalid(`invalid ${WORDS[kind]}: could not find tag ${id} in organization. Nothing was done.`);
  });
}

function makeTag(kind: TagKind, tagName: string, members: readonly string[], context: ActivityContext) {
  const { store, caller, requestedAt } = context;
  const { organizationId, parentOrganizationId } = caller.organization;
  requireFreeName(kind, tagName, context);
  const most = parentOrganizationId === null ? MAXIMUM_TAGS.ofParent : MAXIMUM_TAGS.ofSubOrganization;
  if (store.tags.list(organizationId, kind).length >= most)
    throw overQuota(`organization over quota: it has at most ${most} ${WORDS[kind]}s`);
  const tagId = randomUuid();
  store.tags.insert({ tagId, organizationId, kind, tagName, createdAt: requestedAt, updatedAt: requestedAt });
  const memberIds = findMembers(kind, members, context);
  for (const memberId of memberIds) store.tags.tag(tagId, memberId);
  return { tagId, memberIds };
}

function changeTag(
  kind: TagKind,
  id: string,
  change: { readonly name: string | undefined; readonly add: readonly string[]; readonly remove: readonly string[] },
  context: ActivityContext,
): string {
  const { store, caller, requestedAt } = context;
  const tag = found(store.tags.find(caller.organization.organizationId, kind, id), WORDS[kind]);
  const { name = tag.tagName } = change;
  if (name !== tag.tagName) requireFreeName(kind, name, context);
  store.tags.update({ ...tag, tagName: name, updatedAt: requestedAt });
  for (const memberId of findMembers(kind, change.add, context)) store.tags.tag(tag.tagId, memberId);
  for (const memberId of findMembers(kind, change.remove, context)) store.tags.untag(tag.tagId, memberId);
  return tag.tagId;
}

function removeTags(kind: TagKind, ids: readonly string[], { store, caller }: ActivityContext) {
  const members = new Set<string>();
  const tagIds = ids.map((id) => {
    const { tagId } = found(store.tags.find(caller.organization.organizationId, kind, id), WORDS[kind]);
    for (const memberId of store.tags.membersOf(tagId)) members.add(memberId);
    store.tags.remove(tagId);
    return tagId;
  });
  return { tagIds, memberIds: [...members] };
}

function findMembers(kind: TagKind, ids: readonly string[], context: ActingContext): string[] {
  const { store, caller } = context;
  const { organizationId } = caller.organization;
  if (kind === 'user') return ids.map((id) => findUser(id, context).userId);
  return ids.map((id) => found(store.privateKeys.find(organizationId, id), 'private key').privateKeyId);
}

function requireFreeName(kind: TagKind, tagName: string, { store, caller }: ActingContext): void {
  if (store.tags.named(caller.organization.organizationId, kind, tagName) !== undefined)
    throw requestInvalid(`${WORDS[kind]} label must be unique`);
}
