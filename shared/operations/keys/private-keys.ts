import Type from 'typebox';
import { CURVES } from '../../model/enums.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import {
  AddressFormats,
  BytesText,
  DeleteWithoutExport,
  Ids,
  IdTexts,
  KeyAddresses,
  Label,
  PrivateKey,
  SomeIds,
  Uuid,
} from '../fields.ts';

/** Choice (keys-per-activity): the most private keys of one activity, so that its one transaction stays short. */
const MAXIMUM_KEYS = 100;

const exampleKey = {
  privateKeyName: 'Cold key',
  curve: 'CURVE_SECP256K1',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: EXAMPLE.address }],
  privateKeyTags: [],
  privateKeyId: EXAMPLE.privateKeyId,
  publicKey: EXAMPLE.publicKey,
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
  exported: false,
  imported: false,
};

export const createPrivateKeys = activity({
  name: 'create_private_keys',
  version: 2,
  resultVersion: 2,
  title: 'Create private keys',
  summary: 'Generates private keys that belong to no wallet.',
  specified: false,
  governed: policies('PRIVATE_KEY', 'CREATE'),
  parameters: Type.Object({
    privateKeys: Type.Array(
      Type.Object({
        privateKeyName: Label('Private key name'),
        curve: Type.Enum(CURVES, { title: 'Curve' }),
        privateKeyTags: Ids('Private key tags'),
        addressFormats: AddressFormats,
      }),
      { title: 'Private keys', minItems: 1, maxItems: MAXIMUM_KEYS },
    ),
  }),
  result: Type.Object({
    privateKeys: Type.Array(
      Type.Object({
        privateKeyId: Type.Optional(BytesText('Private key id')),
        addresses: Type.Optional(KeyAddresses),
      }),
      { title: 'Private keys' },
    ),
  }),
  example: {
    parameters: {
      privateKeys: [
        {
          privateKeyName: 'Cold key',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    },
    result: { privateKeys: [{ privateKeyId: EXAMPLE.privateKeyId, addresses: exampleKey.addresses }] },
  },
});

export const getPrivateKey = query({
  name: 'get_private_key',
  title: 'Private key',
  summary: 'Shows one private key of the organization with its addresses, never the key itself.',
  specified: false,
  request: { privateKeyId: Uuid('Private key id') },
  response: Type.Object({ privateKey: PrivateKey }),
  example: { request: { privateKeyId: EXAMPLE.privateKeyId }, response: { privateKey: exampleKey } },
});

export const listPrivateKeys = query({
  name: 'list_private_keys',
  title: 'Private keys',
  summary: 'Lists the private keys of the organization that belong to no wallet, never the keys themselves.',
  specified: false,
  request: {},
  response: Type.Object({ privateKeys: Type.Array(PrivateKey, { title: 'Private keys' }) }),
  example: { request: {}, response: { privateKeys: [exampleKey] } },
});

export const deletePrivateKeys = activity({
  name: 'delete_private_keys',
  title: 'Delete private keys',
  summary: 'Destroys private keys. Only exported ones can be restored.',
  specified: true,
  governed: policies('PRIVATE_KEY', 'DELETE'),
  parameters: Type.Object({ privateKeyIds: SomeIds('Private key ids'), deleteWithoutExport: DeleteWithoutExport }),
  result: Type.Object({ privateKeyIds: IdTexts('Private key ids') }),
  example: {
    parameters: { privateKeyIds: [EXAMPLE.privateKeyId], deleteWithoutExport: true },
    result: { privateKeyIds: [EXAMPLE.privateKeyId] },
  },
});
