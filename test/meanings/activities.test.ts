import { OPERATIONS } from '../../shared/operations/index.ts';
import { corpus, type Told } from './corpus.ts';

/** Every activity that signs nothing here, by its declared example, and what makes one dangerous. */
const examples = Object.values(OPERATIONS).flatMap((operation): [string, Told][] =>
  operation.kind === 'activity' &&
  operation.signs === null &&
  operation.carries === null &&
  operation.name !== 'eth_send_transaction_v1'
    ? [[operation.title, { type: operation.activityType, parameters: { ...operation.example.parameters } }]]
    : [],
);

const user = '8d0f8c1a-3f4b-4f7e-8f36-6f9b8b1d2c33';
const policy = (condition: string, effect = 'EFFECT_ALLOW') => ({
  type: OPERATIONS.create_policy.activityType,
  parameters: { policyName: 'Everything', effect, condition, consensus: 'true', notes: '' },
});

corpus('activities', {
  ...Object.fromEntries(examples),
  'An API key that expires': {
    type: OPERATIONS.create_api_keys.activityType,
    parameters: {
      userId: user,
      apiKeys: [
        {
          apiKeyName: 'Laptop',
          publicKey: `02${'11'.repeat(32)}`,
          curveType: 'API_KEY_CURVE_P256',
          expirationSeconds: '3600',
        },
      ],
    },
  },
  'Wallets, and their keys only after an export': {
    type: OPERATIONS.delete_wallets.activityType,
    parameters: { walletIds: [user, user.replace('8', '9')] },
  },
  'A policy that allows everything': policy('true'),
  'A policy that denies': policy("activity.action == 'EXPORT'", 'EFFECT_DENY'),
  'A name that turns the direction of what follows': {
    type: OPERATIONS.create_user_tag.activityType,
    parameters: { userTagName: 'Signers \u202egnihtyna tegro\u202c', userIds: [] },
  },
  'A parameter that nobody declares': {
    type: OPERATIONS.delete_users.activityType,
    parameters: { userIds: [user], andEverybodyElse: true },
  },
});
