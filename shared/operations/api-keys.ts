import Type from 'typebox';
import { query } from './define.ts';
import { EXAMPLE } from './example.ts';
import { ApiKey, Uuid } from './fields.ts';

export const getApiKey = query({
  name: 'get_api_key',
  title: 'API key',
  summary: 'Shows one API key of the organization.',
  specified: true,
  request: { apiKeyId: Uuid('API key id') },
  response: Type.Object({ apiKey: ApiKey }),
  example: {
    request: { apiKeyId: EXAMPLE.apiKeyId },
    response: {
      apiKey: {
        credential: { publicKey: EXAMPLE.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
        apiKeyId: EXAMPLE.apiKeyId,
        apiKeyName: 'Workstation',
        createdAt: EXAMPLE.timestamp,
        updatedAt: EXAMPLE.timestamp,
      },
    },
  },
});
