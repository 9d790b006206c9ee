import Type from 'typebox';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { ApiKey, ApiKeyParams, IdTexts, SomeIds, Uuid } from '../fields.ts';

const exampleApiKey = {
  credential: { publicKey: EXAMPLE.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  apiKeyId: EXAMPLE.apiKeyId,
  apiKeyName: 'Workstation',
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};

export const getApiKey = query({
  name: 'get_api_key',
  title: 'API key',
  summary: 'Shows one API key of the organization.',
  specified: true,
  request: { apiKeyId: Uuid('API key id') },
  response: Type.Object({ apiKey: ApiKey }),
  example: { request: { apiKeyId: EXAMPLE.apiKeyId }, response: { apiKey: exampleApiKey } },
});

export const getApiKeys = query({
  name: 'get_api_keys',
  title: 'API keys',
  summary: 'Lists the API keys of one user, or of all users of the organization.',
  specified: false,
  request: { userId: Type.Optional(Uuid('User id')) },
  response: Type.Object({ apiKeys: Type.Array(ApiKey, { title: 'API keys' }) }),
  example: { request: {}, response: { apiKeys: [exampleApiKey] } },
});

export const createApiKeys = activity({
  name: 'create_api_keys',
  version: 2,
  title: 'Create API keys',
  summary: 'Registers public keys that a user may stamp with.',
  specified: false,
  governed: policies('CREDENTIAL', 'CREATE', 'userId'),
  parameters: Type.Object({
    apiKeys: Type.Array(ApiKeyParams, { title: 'API keys', minItems: 1, maxItems: 20 }),
    userId: Uuid('User id'),
  }),
  result: Type.Object({ apiKeyIds: IdTexts('API key ids') }),
  example: {
    parameters: {
      userId: EXAMPLE.userId,
      apiKeys: [{ apiKeyName: 'Laptop', publicKey: EXAMPLE.publicKey, curveType: 'API_KEY_CURVE_SECP256K1' }],
    },
    result: { apiKeyIds: [EXAMPLE.apiKeyId] },
  },
});

export const deleteApiKeys = activity({
  name: 'delete_api_keys',
  title: 'Delete API keys',
  summary: 'Removes public keys of a user. Later stamps of these keys are refused.',
  specified: false,
  governed: policies('CREDENTIAL', 'DELETE', 'userId', 'apiKeyIds'),
  parameters: Type.Object({ userId: Uuid('User id'), apiKeyIds: SomeIds('API key ids') }),
  result: Type.Object({ apiKeyIds: IdTexts('API key ids') }),
  example: {
    parameters: { userId: EXAMPLE.userId, apiKeyIds: [EXAMPLE.apiKeyId] },
    result: { apiKeyIds: [EXAMPLE.apiKeyId] },
  },
});
