import Type from 'typebox';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, Ids, IdTexts, Label, SomeIds, Tag, Uuid } from '../fields.ts';

const exampleTag = {
  tagId: EXAMPLE.tagId,
  tagName: 'Signers',
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};

export const createUserTag = activity({
  name: 'create_user_tag',
  title: 'Create user tag',
  summary: 'Makes a tag and gives it to users.',
  specified: false,
  governed: policies('USER', 'CREATE'),
  parameters: Type.Object({ userTagName: Label('User tag name'), userIds: Ids('User ids') }),
  result: Type.Object({ userTagId: BytesText('User tag id'), userIds: IdTexts('User ids') }),
  example: {
    parameters: { userTagName: 'Signers', userIds: [EXAMPLE.userId] },
    result: { userTagId: EXAMPLE.tagId, userIds: [EXAMPLE.userId] },
  },
});

export const updateUserTag = activity({
  name: 'update_user_tag',
  title: 'Update user tag',
  summary: 'Renames a tag, gives it to users and takes it from users: all of it or nothing.',
  specified: true,
  governed: policies('USER', 'UPDATE'),
  parameters: Type.Object({
    userTagId: Uuid('User tag id'),
    newUserTagName: Type.Optional(Label('New user tag name')),
    addUserIds: Ids('Add user ids'),
    removeUserIds: Ids('Remove user ids'),
  }),
  result: Type.Object({ userTagId: BytesText('User tag id') }),
  example: {
    parameters: { userTagId: EXAMPLE.tagId, addUserIds: [EXAMPLE.userId], removeUserIds: [] },
    result: { userTagId: EXAMPLE.tagId },
  },
});

export const deleteUserTags = activity({
  name: 'delete_user_tags',
  title: 'Delete user tags',
  summary: 'Removes tags, also from the users who have them.',
  specified: false,
  governed: policies('USER', 'DELETE'),
  parameters: Type.Object({ userTagIds: SomeIds('User tag ids') }),
  result: Type.Object({ userTagIds: IdTexts('User tag ids'), userIds: IdTexts('User ids') }),
  example: {
    parameters: { userTagIds: [EXAMPLE.tagId] },
    result: { userTagIds: [EXAMPLE.tagId], userIds: [EXAMPLE.userId] },
  },
});

export const listUserTags = query({
  name: 'list_user_tags',
  title: 'User tags',
  summary: 'Lists the tags of users.',
  specified: false,
  request: {},
  response: Type.Object({ userTags: Type.Array(Tag, { title: 'User tags' }) }),
  example: { request: {}, response: { userTags: [{ ...exampleTag, tagType: 'TAG_TYPE_USER' }] } },
});

export const createPrivateKeyTag = activity({
  name: 'create_private_key_tag',
  title: 'Create private key tag',
  summary: 'Makes a tag and gives it to private keys.',
  specified: false,
  governed: policies('PRIVATE_KEY', 'CREATE'),
  parameters: Type.Object({
    privateKeyTagName: Label('Private key tag name'),
    privateKeyIds: Ids('Private key ids'),
  }),
  result: Type.Object({ privateKeyTagId: BytesText('Private key tag id'), privateKeyIds: IdTexts('Private key ids') }),
  example: {
    parameters: { privateKeyTagName: 'Cold', privateKeyIds: [EXAMPLE.privateKeyId] },
    result: { privateKeyTagId: EXAMPLE.tagId, privateKeyIds: [EXAMPLE.privateKeyId] },
  },
});

export const updatePrivateKeyTag = activity({
  name: 'update_private_key_tag',
  title: 'Update private key tag',
  summary: 'Renames a tag, gives it to private keys and takes it from private keys: all of it or nothing.',
  specified: false,
  governed: policies('PRIVATE_KEY', 'UPDATE'),
  parameters: Type.Object({
    privateKeyTagId: Uuid('Private key tag id'),
    newPrivateKeyTagName: Type.Optional(Label('New private key tag name')),
    addPrivateKeyIds: Ids('Add private key ids'),
    removePrivateKeyIds: Ids('Remove private key ids'),
  }),
  result: Type.Object({ privateKeyTagId: BytesText('Private key tag id') }),
  example: {
    parameters: { privateKeyTagId: EXAMPLE.tagId, addPrivateKeyIds: [EXAMPLE.privateKeyId], removePrivateKeyIds: [] },
    result: { privateKeyTagId: EXAMPLE.tagId },
  },
});

export const deletePrivateKeyTags = activity({
  name: 'delete_private_key_tags',
  title: 'Delete private key tags',
  summary: 'Removes tags, also from the private keys that have them.',
  specified: true,
  governed: policies('PRIVATE_KEY', 'DELETE'),
  parameters: Type.Object({ privateKeyTagIds: SomeIds('Private key tag ids') }),
  result: Type.Object({ privateKeyTagIds: IdTexts('Private key tag ids'), privateKeyIds: IdTexts('Private key ids') }),
  example: {
    parameters: { privateKeyTagIds: [EXAMPLE.tagId] },
    result: { privateKeyTagIds: [EXAMPLE.tagId], privateKeyIds: [EXAMPLE.privateKeyId] },
  },
});

export const listPrivateKeyTags = query({
  name: 'list_private_key_tags',
  title: 'Private key tags',
  summary: 'Lists the tags of private keys.',
  specified: false,
  request: {},
  response: Type.Object({ privateKeyTags: Type.Array(Tag, { title: 'Private key tags' }) }),
  example: { request: {}, response: { privateKeyTags: [{ ...exampleTag, tagType: 'TAG_TYPE_PRIVATE_KEY' }] } },
});
