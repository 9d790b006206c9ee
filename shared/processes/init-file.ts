import Type, { type Static } from 'typebox';
import { Closed } from '../model/bytes.ts';
import { API_KEY_CURVES } from '../model/enums.ts';
import { Label } from '../operations/fields.ts';

/**
 * The first-start file of `castellan serve --init`. Unknown members are refused, so that a typing error is not silently
 * lost.
 */
export const InitFile = Closed({
  organizationName: Label('Organization name'),
  rootUsers: Type.Array(
    Closed({
      userName: Label('User name'),
      userEmail: Type.Optional(Type.String({ minLength: 3, maxLength: 255 })),
      apiKeys: Type.Array(
        Closed({
          apiKeyName: Label('API key name'),
          publicKey: Type.String({
            pattern: '^([0-9a-fA-F]{66}|[0-9a-fA-F]{64})$',
            says: 'a compressed public key: 66 hexadecimal digits, or 64 of Ed25519',
          }),
          curveType: Type.Enum(API_KEY_CURVES),
        }),
        { minItems: 1 },
      ),
    }),
    { minItems: 1 },
  ),
  rootQuorumThreshold: Type.Optional(Type.Integer({ minimum: 1 })),
  authProxyConfigId: Type.Optional(Type.String({ minLength: 1 })),
});
export type InitFile = Static<typeof InitFile>;
