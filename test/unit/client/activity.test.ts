import { describe, expect, it } from 'vitest';
import { activityOutcome, exportsOf, readActivity, resultOf, signedOf } from '../../../electron/client/index.ts';
import { ACTIVITY_STATUSES } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { codeOf, errorOf } from '../storage/support.ts';
import { activity } from './samples.ts';

const { sign_raw_payload: sign, create_wallet: createWallet } = OPERATIONS;

describe('the outcome of an activity', () => {
  it('is known for every status', () => {
    expect(ACTIVITY_STATUSES.map((status) => [status, activityOutcome({ status })])).toEqual([
      ['ACTIVITY_STATUS_CREATED', 'pending'],
      ['ACTIVITY_STATUS_PENDING', 'pending'],
      ['ACTIVITY_STATUS_COMPLETED', 'done'],
      ['ACTIVITY_STATUS_FAILED', 'failed'],
      ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'consensus'],
      ['ACTIVITY_STATUS_REJECTED', 'rejected'],
      ['ACTIVITY_STATUS_AUTHENTICATORS_NEEDED', 'authenticators'],
    ]);
  });

  it.for(['ACTIVITY_STATUS_NEWER', '', 'toString'])('is unknown for %j', (status) => {
    expect(activityOutcome({ status })).toBe('unknown');
  });
});

describe('the result of an activity', () => {
  it('is read by its operation', () => {
    expect(resultOf(sign, activity())).toEqual({ r: '01', s: '02', v: '00' });
  });

  it.for([
    ['of another type', activity({ type: createWallet.activityType }), 'another type'],
    ['without a result', activity({ result: null }), 'has no signRawPayloadResult'],
    ['with another result', activity({ result: { createWalletResult: {} } }), 'has no signRawPayloadResult'],
    ['with half a result', activity({ result: { signRawPayloadResult: { r: '01', s: '02' } } }), 'of its result'],
    ['with a result that is not an object', activity({ result: { signRawPayloadResult: 'x' } }), 'of its result'],
  ] as const)('is refused %s', ([, from, says]) => {
    const error = errorOf(() => resultOf(sign, from));
    expect(error.code).toBe('SERVICE_REPLY_INVALID');
    expect(error.message).toContain(says);
  });
});

describe('the result of signing', () => {
  const made = (name: 'sign_raw_payloads' | 'sign_transaction' | 'create_wallet') => {
    const { activityType: type, resultMember, example } = OPERATIONS[name];
    return activity({ type, result: { [resultMember]: example.result } });
  };

  it('is read by the declaration, whatever the result contains', () => {
    expect(signedOf(activity())).toEqual({
      kind: 'payloads',
      signatures: [{ r: '01'.padStart(64, '0'), s: '02'.padStart(64, '0'), v: '00' }],
    });
    const [example] = OPERATIONS.sign_raw_payloads.example.result.signatures ?? [];
    expect(signedOf(made('sign_raw_payloads'))).toEqual({ kind: 'payloads', signatures: [example] });
    expect(signedOf(made('sign_transaction'))).toEqual({ kind: 'transaction', signedTransaction: '02…' });
    expect(signedOf(made('create_wallet'))).toBeNull();
    expect(signedOf(activity({ type: 'ACTIVITY_TYPE_NEWER' }))).toBeNull();
  });

  it('is absent before completion, and required then', () => {
    expect(signedOf(activity({ status: 'ACTIVITY_STATUS_PENDING', result: null }))).toBeNull();
    expect(codeOf(() => signedOf(activity({ result: null })))).toBe('SERVICE_REPLY_INVALID');
  });
});

describe('the result of an export', () => {
  const exported = (name: 'export_wallet_account' | 'export_wallet' | 'export_private_key') => {
    const { activityType: type, intentMember, resultMember, example } = OPERATIONS[name];
    return activity({ type, intent: { [intentMember]: {} }, result: { [resultMember]: example.result } });
  };
  const { address, targetPublicKey } = OPERATIONS.export_wallet_account.example.parameters;
  const bundle = OPERATIONS.export_wallet_account.example.result.exportBundle;

  it.each([
    ['export_wallet_account', 'account', address],
    ['export_wallet', 'wallet', OPERATIONS.export_wallet.example.parameters.walletId],
    ['export_private_key', 'private key', OPERATIONS.export_private_key.example.parameters.privateKeyId],
  ] as const)('%s: names the key, its owner, its recipient and the sealing', (name, kind, of) => {
    const { parameters } = OPERATIONS[name].example;
    expect(exportsOf(OPERATIONS[name], parameters, exported(name))).toEqual([{ kind, of, targetPublicKey, bundle }]);
  });

  it('is one for each secret of one request, and none with another number of bundles', () => {
    const { export_secrets: operation } = OPERATIONS;
    const { intentMember, resultMember, activityType: type, example } = operation;
    const [secret] = example.parameters.secrets;
    const other = { ...secret, secretId: '0a7d15ff-5b5c-4d4b-8d5b-0b8a3d3a4c10' };
    const made = (secretPayloads: readonly string[]) =>
      activity({ type, intent: { [intentMember]: {} }, result: { [resultMember]: { secretPayloads } } });
    const parameters = { secrets: [secret, other] };
    expect(exportsOf(operation, parameters, made(['a', 'b'])).map(({ of, bundle }) => [of, bundle])).toEqual([
      [secret?.secretId, 'a'],
      [other.secretId, 'b'],
    ]);
    for (const bundles of [[], ['a'], ['a', 'b', 'c']])
      expect(exportsOf(operation, parameters, made(bundles))).toEqual([]);
  });

  it('is absent for other activities and for an undeclared request or result', () => {
    const whole = exported('export_wallet');
    const { export_wallet: operation } = OPERATIONS;
    const { parameters } = operation.example;
    expect(exportsOf(sign, sign.example.parameters, activity())).toEqual([]);
    expect(exportsOf(operation, parameters, activity())).toEqual([]);
    expect(exportsOf(operation, parameters, { ...whole, result: null })).toEqual([]);
    const half = { exportWalletResult: { walletId: 'w' } };
    expect(exportsOf(operation, parameters, { ...whole, result: half })).toEqual([]);
    expect(exportsOf(operation, { walletId: 'w' }, whole)).toEqual([]);
  });
});

describe('an activity from the cache', () => {
  it('is checked like a reply', () => {
    expect(readActivity(JSON.parse(JSON.stringify(activity())))).toEqual(activity());
    for (const value of [null, 'x', {}, { ...activity(), votes: {} }]) {
      expect(codeOf(() => readActivity(value))).toBe('SERVICE_REPLY_INVALID');
    }
  });
});
