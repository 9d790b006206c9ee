import Type from 'typebox';
import { discovery } from './define.ts';
import { BytesText } from './fields.ts';

export const webhookKeys = discovery({
  name: 'webhook_keys',
  title: 'Webhook keys',
  summary: 'The public keys that sign webhook deliveries (RFC 7517).',
  specified: true,
  path: '/public/v1/discovery/webhooks/jwks',
  response: Type.Object({
    keys: Type.Array(
      Type.Object({
        kid: BytesText('Key id'),
        kty: Type.Literal('OKP', { title: 'Key type' }),
        crv: Type.Literal('Ed25519', { title: 'Curve' }),
        alg: Type.Literal('EdDSA', { title: 'Algorithm' }),
        use: Type.Literal('sig', { title: 'Use' }),
        x: BytesText('x'),
        service_signature_algorithm: Type.Optional(BytesText('Service signature algorithm')),
        service_signature_version: Type.Optional(BytesText('Service signature version')),
        turnkey_signature_algorithm: Type.Optional(BytesText('Turnkey signature algorithm')),
        turnkey_signature_version: Type.Optional(BytesText('Turnkey signature version')),
      }),
      { title: 'Keys' },
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
