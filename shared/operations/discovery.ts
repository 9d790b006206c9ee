import Type from 'typebox';
import { discovery } from './define.ts';

export const webhookKeys = discovery({
  name: 'webhook_keys',
  title: 'Webhook keys',
  summary: 'The public keys that sign webhook deliveries (RFC 7517).',
  specified: true,
  path: '/public/v1/discovery/webhooks/jwks',
  response: Type.Object({
    keys: Type.Array(
      Type.Object({
        kid: Type.String(),
        kty: Type.Literal('OKP'),
        crv: Type.Literal('Ed25519'),
        alg: Type.Literal('EdDSA'),
        use: Type.Literal('sig'),
        x: Type.String(),
        service_signature_algorithm: Type.Optional(Type.String()),
        service_signature_version: Type.Optional(Type.String()),
        turnkey_signature_algorithm: Type.Optional(Type.String()),
        turnkey_signature_version: Type.Optional(Type.String()),
      }),
    ),
  }),
  example: {
    response: {
      keys: [
        {
          kid: 'b1946ac9',
          kty: 'OKP',
          crv: 'Ed25519',
          alg: 'EdDSA',
          use: 'sig',
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
          service_signature_algorithm: 'ed25519',
          service_signature_version: 'v1',
        },
      ],
    },
  },
});
