import Type from 'typebox';
import { TRANSPORT_ENCRYPTION_SUITES } from '../../model/enums.ts';
import { LIMITS } from '../../model/limits.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, IdTexts, Label, PaginationOptions, SomeIds, TargetPublicKey, Text, Uuid } from '../fields.ts';

/** Choice (secrets-per-activity): the most secrets of one activity. */
export const MAXIMUM_SECRETS = 100;
const SUITE = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
const Suite = Type.Enum(TRANSPORT_ENCRYPTION_SUITES, { title: 'Encryption suite' });
/** Choice (secret-properties): 50 properties at most, each key once. */
const Properties = (title: string, one = 'Property') =>
  Type.Optional(
    Type.Array(Type.Object({ key: Label('Key'), value: Type.String({ title: 'Value', maxLength: 1024 }) }), {
      title,
      one,
      maxItems: 50,
    }),
  );

/**
 * Choice (secret-policies): policies see secrets as a resource of their own. The public documents have a keyword for them and no
 * resource.
 */
const governed = (action: 'IMPORT' | 'EXPORT' | 'DELETE') => policies('SECRET', action);

const exampleSecret = {
  secretId: EXAMPLE.privateKeyId,
  name: 'Exchange key',
  staticProperties: [{ key: 'kind', value: 'exchangeApiKey' }],
  createdAtUnixMs: '1745383555000',
};

export const initImportSecrets = activity({
  name: 'init_import_secrets',
  title: 'Start secrets import',
  summary: 'Returns keys of the service to which secrets can be encrypted, one key for each secret.',
  specified: false,
  governed: governed('IMPORT'),
  parameters: Type.Object({
    encryptionSuite: Suite,
    numSecrets: Type.Integer({ title: 'Number of secrets', minimum: 1, maximum: MAXIMUM_SECRETS }),
  }),
  result: Type.Object({
    enclaveTargetMessages: Type.Array(BytesText('Target message'), { title: 'Target messages' }),
  }),
  example: {
    parameters: { encryptionSuite: SUITE, numSecrets: 1 },
    result: { enclaveTargetMessages: [EXAMPLE.exportBundle] },
  },
});

export const importSecrets = activity({
  name: 'import_secrets',
  title: 'Import secrets',
  summary: 'Imports secrets that were encrypted to the service: all of them or none.',
  specified: false,
  governed: governed('IMPORT'),
  parameters: Type.Object({
    secrets: Type.Array(
      Type.Object({
        name: Type.Optional(Label('Name')),
        secretPayload: Type.String({
          title: 'Secret payload',
          kind: 'bytes',
          help: 'the secret, encrypted to a target key',
          minLength: 1,
          maxLength: LIMITS.bundle,
        }),
        targetPublicKey: TargetPublicKey,
        encryptionSuite: Suite,
        staticProperties: Properties('Static properties'),
      }),
      { title: 'Secrets', minItems: 1, maxItems: MAXIMUM_SECRETS },
    ),
  }),
  result: Type.Object({ secretIds: IdTexts('Secret ids') }),
  example: {
    parameters: {
      secrets: [
        {
          name: 'Exchange key',
          secretPayload: '{"encappedPublic":"04…","ciphertext":"…"}',
          targetPublicKey: EXAMPLE.targetPublicKey,
          encryptionSuite: SUITE,
          staticProperties: [{ key: 'kind', value: 'exchangeApiKey' }],
        },
      ],
    },
    result: { secretIds: [EXAMPLE.privateKeyId] },
  },
});

export const exportSecrets = activity({
  name: 'export_secrets',
  title: 'Export secrets',
  summary: 'Exports secrets, each encrypted to its target key: all of them or none.',
  specified: true,
  risk: 'secret',
  secretPaths: ['secretPayloads'],
  exports: { kind: 'secret', each: 'secrets', of: 'secretId', target: 'targetPublicKey', bundle: 'secretPayloads' },
  governed: governed('EXPORT'),
  parameters: Type.Object({
    secrets: Type.Array(
      Type.Object({
        secretId: Uuid('Secret id'),
        targetPublicKey: TargetPublicKey,
        encryptionSuite: Suite,
        requestContext: Properties('Request context', 'Context entry'),
      }),
      { title: 'Secrets', minItems: 1, maxItems: MAXIMUM_SECRETS },
    ),
  }),
  result: Type.Object({ secretPayloads: Type.Array(BytesText('Secret payload'), { title: 'Secret payloads' }) }),
  example: {
    parameters: {
      secrets: [{ secretId: EXAMPLE.privateKeyId, targetPublicKey: EXAMPLE.targetPublicKey, encryptionSuite: SUITE }],
    },
    result: { secretPayloads: [EXAMPLE.exportBundle] },
  },
});

export const deleteSecrets = activity({
  name: 'delete_secrets',
  title: 'Delete secrets',
  summary: 'Destroys secrets: all of them or none. Only exported ones can be restored.',
  specified: false,
  governed: governed('DELETE'),
  parameters: Type.Object({ secretIds: SomeIds('Secret ids') }),
  result: Type.Object({ secretIds: IdTexts('Secret ids') }),
  example: { parameters: { secretIds: [EXAMPLE.privateKeyId] }, result: { secretIds: [EXAMPLE.privateKeyId] } },
});

export const listSecrets = query({
  name: 'list_secrets',
  title: 'Secrets',
  summary: 'Lists the names and properties of the organization’s secrets, never the secrets.',
  specified: false,
  request: { paginationOptions: Type.Optional(PaginationOptions) },
  response: Type.Object({
    secrets: Type.Array(
      Type.Object({
        secretId: BytesText('Secret id'),
        name: Type.Optional(Text('Name')),
        staticProperties: Type.Array(Type.Object({ key: Text('Key'), value: Text('Value') }), {
          title: 'Static properties',
        }),
        createdAtUnixMs: Type.String({ title: 'Created at', kind: 'time' }),
      }),
      { title: 'Secrets' },
    ),
  }),
  example: { request: {}, response: { secrets: [exampleSecret] } },
});
