import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { blind, type Case, corpus, unreadable } from './corpus.ts';

/** Every activity that signs nothing, by its declared example, with the variants that make one dangerous. */
const examples = Object.values(OPERATIONS).flatMap((operation): [string, Case][] =>
  operation.kind === 'activity' &&
  operation.signs === null &&
  operation.carries === null &&
  operation.name !== 'eth_send_transaction_v1'
    ? [[operation.title, { type: operation.activityType, parameters: { ...operation.example.parameters } }]]
    : [],
);

const user = '8d0f8c1a-3f4b-4f7e-8f36-6f9b8b1d2c33';
const policy = (condition: string, effect = 'EFFECT_ALLOW', consensus = 'true') => ({
  type: OPERATIONS.create_policy.activityType,
  parameters: { policyName: 'Everything', effect, condition, consensus, notes: '' },
});

const raw = OPERATIONS.eth_send_raw_transaction;

const account = OPERATIONS.eth_send_transaction.example.parameters.from;
const sending = (calls: readonly object[], stated: object = {}) => ({
  type: OPERATIONS.eth_send_transaction.activityType,
  parameters: { from: account, caip2: 'eip155:1', calls, ...stated },
});
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const asked = (name: keyof typeof OPERATIONS, parameters: Readonly<Record<string, unknown>>): Case => {
  const operation = OPERATIONS[name];
  if (operation.kind !== 'activity') throw new Error(`${name} is no activity`);
  return { type: operation.activityType, parameters: { ...operation.example.parameters, ...parameters } };
};

corpus('activities', {
  ...Object.fromEntries(examples),
  'A signed transaction that is to be sent to another chain than it is for': {
    type: raw.activityType,
    parameters: { ...raw.example.parameters, caip2: 'eip155:8453' },
  },
  'A signed transaction with a byte too many': {
    type: raw.activityType,
    parameters: { ...raw.example.parameters, signedTransaction: `${raw.example.parameters.signedTransaction}00` },
  },
  'A transaction that is called signed and is not': {
    type: raw.activityType,
    parameters: {
      ...raw.example.parameters,
      signedTransaction: '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0',
    },
  },
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
  'A policy whose condition compares a value with itself': policy(
    'activity.type == activity.type',
    'EFFECT_ALLOW',
    'approvers.count() >= 2',
  ),
  'A policy whose condition holds beside another one': policy(
    "activity.action == 'EXPORT' || 2 > 1",
    'EFFECT_ALLOW',
    'approvers.count() >= 2',
  ),
  'A policy that any approver fulfils': policy("activity.action == 'SIGN'", 'EFFECT_ALLOW', 'approvers.count() >= 1'),
  'A policy that any approver fulfils, spelled otherwise': policy(
    "activity.action == 'SIGN'",
    'EFFECT_ALLOW',
    'approvers.any(user, true)',
  ),
  'A policy that two approvers fulfil': policy("activity.action == 'SIGN'", 'EFFECT_ALLOW', 'approvers.count() >= 2'),
  'A root quorum that nobody can reach': asked('update_root_quorum', { threshold: 9 }),
  'A root quorum of the same user twice': asked('update_root_quorum', { threshold: 2, userIds: [user, user] }),
  'A policy that denies': policy("activity.action == 'EXPORT'", 'EFFECT_DENY'),
  'A name that turns the direction of what follows': {
    type: OPERATIONS.create_user_tag.activityType,
    parameters: { userTagName: 'Signers \u202egnihtyna tegro\u202c', userIds: [] },
  },
  'A transaction to send that states its gas, its nonce and its end': sending(
    [{ to: usdc, data: `0xa9059cbb${'0'.repeat(24)}${'2'.repeat(40)}${'5f5e100'.padStart(64, '0')}` }],
    { nonce: '7', gasLimit: '60000', maxFeePerGas: '30000000000', deadline: '1800000000' },
  ),
  'A transaction to send whose gas may cost ten coins': sending([{ to: account, value: '1' }], {
    gasLimit: '1000000',
    maxFeePerGas: '10000000000000',
  }),
  'Coins to send to the contract of a token, with others, which a sponsor pays for': sending(
    [
      { to: usdc, value: '2000000000000000000' },
      { to: account, value: '500000000000000000' },
    ],
    { sponsor: true },
  ),
  'Small amounts to send before a large one to somebody else': sending([
    { to: account, value: '5' },
    { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '100000000000000000000' },
    { to: account, value: '5' },
    {
      to: usdc,
      data: `0xa9059cbb${'9965507d1a55bcc2695c58ba16fb37d819b0a4dc'.padStart(64, '0')}${'5f5e100'.padStart(64, '0')}`,
    },
  ]),
  'A transaction to send to an address with a wrong letter': blind(
    sending([{ to: '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266', value: '1' }]),
  ),
  'A deposit into a wrapper with a wrong letter': blind(
    asked('earn_deposit', { wrapperAddress: '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266' }),
  ),
  'A transaction to send of more than 256 bits': unreadable(sending([{ to: account, value: (2n ** 256n).toString() }])),
  'A transaction to send of an amount in hexadecimal digits': unreadable(sending([{ to: account, value: '0x10' }])),
  'A transaction to send of an amount with an exponent': unreadable(sending([{ to: account, value: '1e18' }])),
  'A transaction to send of an amount that is a number': unreadable(sending([{ to: account, value: 1 }])),
  'An undelegation that states its gas': asked('eth_undelegate_7702', {
    gasLimit: '50000',
    maxFeePerGas: '20000000000',
    nonce: '3',
  }),
  'An undelegation on no chain': asked('eth_undelegate_7702', { caip2: 'ethereum' }),
  'An amount out of earn': asked('earn_withdraw', { amountValue: '2500000' }),
  'A sponsored deposit to earn': asked('earn_deposit', { sponsor: true }),
  'Deposits into earn again': asked('earn_set_wrapper_state', { depositsDisabled: false }),
  'A user without tags': asked('update_user', { userTagIds: [], userEmail: 'day@example.com' }),
  'Users with every credential and a tag': asked('create_users', {
    users: [{ ...OPERATIONS.create_users.example.parameters.users[0], authenticators: [{}], userTags: [user] }],
  }),
  'A tag that is renamed, and taken from a user': asked('update_user_tag', {
    newUserTagName: 'Retired',
    addUserIds: [],
    removeUserIds: [user],
  }),
  'An invitation with a tag': asked('create_invitations', {
    invitations: [{ ...OPERATIONS.create_invitations.example.parameters.invitations[0], receiverUserTags: [user] }],
  }),
  'An MFA policy that is for something else': asked('update_mfa_policy', { condition: 'false' }),
  'A session profile without a limit': asked('create_session_profile', { scope: 'true' }),
  'A login that ends other sessions': asked('stamp_login', { invalidateExisting: true, sessionProfileId: user }),
  'A webhook with several events, one off and one unknown': asked('create_webhook_endpoint', {
    subscriptions: [
      { eventType: 'ACTIVITY_UPDATES', filtersJson: '{"activityStatuses":["ACTIVITY_STATUS_FAILED"]}' },
      { eventType: 'BALANCE_CONFIRMED_UPDATES', isActive: false },
      { eventType: 'BALANCE_FINALIZED_UPDATES' },
      { eventType: 'OF_A_NEWER_SERVICE' },
    ],
  }),
  'A webhook without events': asked('create_webhook_endpoint', { subscriptions: [] }),
  'A webhook that goes elsewhere': asked('update_webhook_endpoint', {
    url: 'https://elsewhere.example.com/',
    isActive: true,
  }),
  'An IP allowlist of every address': asked('set_ip_allowlist', {
    rules: [{ cidr: '0.0.0.0/1' }, { cidr: '128.0.0.0/1' }, { cidr: '2000::/3' }, { cidr: '10.0.0.0/8' }],
    onEvaluationError: 'ALLOW',
  }),
  'Accounts that are only shown': asked('create_wallet_accounts', { persist: false }),
  'A deployment in debug mode': asked('create_tvc_deployment', { debugMode: true }),
  'A version that nobody knows': blind({ ...policy('true'), type: 'ACTIVITY_TYPE_CREATE_POLICY_V99' }),
  'A type that nobody knows': blind({ type: 'ACTIVITY_TYPE_FOO', parameters: {} }),
  'A policy to delete that is not named': blind({ type: OPERATIONS.delete_policy.activityType, parameters: {} }),
  'A policy with a member that is misspelled': blind({
    ...policy('true'),
    parameters: { ...policy('true').parameters, conditions: 'false' },
  }),
  'A parameter that nobody declares': {
    judged: 'blind',
    type: OPERATIONS.delete_users.activityType,
    parameters: { userIds: [user], andEverybodyElse: true },
  },
});

it('only a policy shows enumerated values of the interface, and quotes show those that nobody knows', () => {
  const lines = readFileSync(new URL('expected/activities.txt', import.meta.url), 'utf8').split('\n');
  const shown = lines.filter((line) => !/^(Danger: ACTIVITY_TYPE_|Let policy )|“OF_A_NEWER_SERVICE”/.test(line));
  expect(shown.filter((line) => /\b[A-Z][A-Z0-9]+(_[A-Z0-9]+)+\b/.test(line))).toEqual([]);
});
