import Type from 'typebox';
import { activity, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, KeyText, Label, Text } from '../fields.ts';

const OfKey = Type.Optional(
  Type.String({
    title: 'API key',
    kind: 'key',
    names: 'apiKeyPublicKey',
    help: 'its public key. The whole organization when absent',
    maxLength: 1024,
  }),
);
const Cidr = Type.String({ title: 'CIDR', minLength: 1, maxLength: 64 });
const exampleRule = { cidr: '127.0.0.0/8', label: 'This machine' };

export const setIpAllowlist = activity({
  name: 'set_ip_allowlist',
  title: 'Set IP allowlist',
  summary:
    'Sets the IP addresses that may use the organization, or one of its API keys. The list of a key replaces the organization’s list while that list is enabled.',
  specified: false,
  governed: { by: 'root quorum' },
  parameters: Type.Object({
    publicKey: OfKey,
    enabled: Type.Optional(
      Type.Boolean({
        title: 'Enabled',
        help: 'of the organization’s list',
        absent: 'As before, and yes for a new list',
      }),
    ),
    rules: Type.Optional(
      Type.Array(Type.Object({ cidr: Cidr, label: Type.Optional(Label('Label')) }), { title: 'Rules', maxItems: 100 }),
    ),
    onEvaluationError: Type.Optional(Type.Enum(['ALLOW', 'DENY'], { title: 'On evaluation error' })),
  }),
  result: Type.Object({}),
  example: { parameters: { enabled: true, rules: [exampleRule] }, result: {} },
});

export const removeIpAllowlist = activity({
  name: 'remove_ip_allowlist',
  title: 'Remove IP allowlist',
  summary: 'Deletes the allowlist of the organization, or of one of its API keys.',
  specified: false,
  governed: { by: 'root quorum' },
  parameters: Type.Object({ publicKey: OfKey }),
  result: Type.Object({}),
  example: { parameters: {}, result: {} },
});

export const getIpAllowlist = query({
  name: 'get_ip_allowlist',
  title: 'IP allowlist',
  summary: 'Shows the allowlist of the organization, or of one of its API keys.',
  specified: false,
  request: { publicKey: OfKey },
  response: Type.Object({
    allowlist: Type.Object(
      {
        organizationId: BytesText('Organization id'),
        rules: Type.Array(
          Type.Object({
            cidr: Text('CIDR'),
            label: Type.Optional(Text('Label')),
            createdAt: Type.Optional(Type.String({ title: 'Created at', kind: 'time' })),
          }),
          { title: 'Rules' },
        ),
        publicKey: Type.Optional(KeyText('Public key')),
        enabled: Type.Optional(Type.Boolean({ title: 'Enabled' })),
        onEvaluationError: Type.Optional(Text('On evaluation error')),
      },
      { title: 'Allowlist' },
    ),
  }),
  example: {
    request: {},
    response: {
      allowlist: {
        organizationId: EXAMPLE.organizationId,
        rules: [{ ...exampleRule, createdAt: '1745383555000' }],
        enabled: true,
        onEvaluationError: 'DENY',
      },
    },
  },
});
