import { beforeEach, describe, expect, it } from 'vitest';
import { unsignedEthereumPayment } from '../../../../electron/crypto/index.ts';
import { createReplacements } from '../../../../electron/engine/payments/replacements.ts';
import type { ChainState, PaymentFees, RequestOrigin } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const PAID = { maxFeePerGas: '100', maxPriorityFeePerGas: '10' };
const UNSIGNED = unsignedEthereumPayment({
  family: 'ethereum',
  chain: 'eip155:1',
  nonce: '7',
  gasLimit: '90000',
  ...PAID,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  token: null,
  units: '5',
});
const PARAMETERS = { signWith: FROM, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: UNSIGNED };
const SENT: ChainState = { state: 'sent', by: null, at: null, problem: null };
const FEE = { family: 'ethereum', maxFeePerGas: '200', maxPriorityFeePerGas: '20' } as const;

describe('a payment of an activity', () => {
  let state: ChainState;
  let origin: RequestOrigin;
  let isBroadcast: boolean;
  let fees: PaymentFees | null;
  let prepared: unknown[];

  beforeEach(() => {
    state = SENT;
    origin = 'asked';
    isBroadcast = false;
    fees = null;
    prepared = [];
  });

  const replacements = () => {
    const body = Uint8Array.of(1, 2, 3);
    const transaction = { chain: 'eip155:1', hash: '0x01', address: FROM, nonce: '7' };
    const composed = { unsignedTransaction: '02aa' };
    return createReplacements({
      profiles: { get: () => ({ name: 'desk' }) } as never,
      activities: { find: async () => ({ id: 'one', createdAt: { seconds: '1790000000', nanos: '0' } }) } as never,
      findRequested: () => ({ operation: OPERATIONS.sign_transaction, body, parameters: PARAMETERS, origin }) as never,
      results: {
        of: async () => ({ handedOver: null, transaction, isBroadcast }),
        chainState: async () => state,
      } as never,
      payments: { fees: async () => fees },
      vault: {
        open: async () => async (name: string, input: object) => {
          prepared.push({ name, ...input });
          return composed;
        },
      } as never,
      requests: {
        prepare: async (operation: string, parameters: object, options: object) => {
          prepared.push({ operation, parameters, ...options });
          return { requestId: 'next', body: '' };
        },
      } as never,
    });
  };

  it('can be replaced while it is sent, with fees a tenth above, or the fast ones of the node', async () => {
    const least = { family: 'ethereum', maxFeePerGas: '110', maxPriorityFeePerGas: '11' };
    expect(await replacements().offer('one')).toEqual({
      chain: 'eip155:1',
      paid: { family: 'ethereum', ...PAID },
      raise: { least, proposed: least, gasLimit: '90000' },
      cancel: { least, proposed: least, gasLimit: '21000' },
    });
    const fast = { maxFeePerGas: '90', maxPriorityFeePerGas: '300' };
    fees = { family: 'ethereum', fast } as PaymentFees;
    // The priority fee is a part of the fee.
    const proposed = { family: 'ethereum', maxFeePerGas: '300', maxPriorityFeePerGas: '300' };
    expect((await replacements().offer('one'))?.raise).toEqual({ least, proposed, gasLimit: '90000' });
  });

  it('can be replaced by the same nonce while the node does not have it', async () => {
    state = { state: 'notFound', by: null, at: null, refusal: 'underpriced' };
    expect(await replacements().offer('one')).toMatchObject({ raise: { gasLimit: '90000' } });
  });

  it('is offered no fee of a node that is above half a coin for the gas of the act', async () => {
    const fast = { maxFeePerGas: String(22_000n * 10n ** 9n), maxPriorityFeePerGas: '11' };
    fees = { family: 'ethereum', fast } as PaymentFees;
    const least = { family: 'ethereum', maxFeePerGas: '110', maxPriorityFeePerGas: '11' };
    expect(await replacements().offer('one')).toMatchObject({
      // 90,000 units of gas cost 1.98 coins, and 21,000 units 0.46 coins.
      raise: { proposed: least },
      cancel: { proposed: { family: 'ethereum', ...fast } },
    });
  });

  it.each<ChainState>([
    { state: 'open', failure: null },
    { state: 'asked', activityId: 'two' },
    { state: 'included', block: '7', isFinal: false, failed: false },
    { state: 'nonceUsed' },
    { state: 'replaced', activityId: 'two', isIncluded: false },
    { state: 'replaced', activityId: null, isIncluded: true },
    { state: 'spent', problem: 'Its outputs are spent.' },
    { state: 'failed', problem: 'It expired.' },
    { state: 'noNode' },
    { state: 'unknown', problem: 'The node does not answer.' },
  ])('is not replaced in the state $state', async (given) => {
    state = given;
    expect(await replacements().offer('one')).toBeNull();
    await expect(replacements().prepare('one', 'raise', FEE)).rejects.toThrow('cannot be replaced any more');
    expect(prepared).toEqual([]);
  });

  it('is not replaced when only the service shows its request, or it is itself the broadcast', async () => {
    origin = 'shown';
    expect(await replacements().offer('one')).toBeNull();
    [origin, isBroadcast] = ['voted', true];
    expect(await replacements().offer('one')).toBeNull();
  });

  it('is composed in the vault from the signed request, which the question names', async () => {
    await replacements().prepare('one', 'cancel', FEE);
    expect(prepared).toEqual([
      { name: 'composeReplacement', payment: { unsigned: UNSIGNED, from: FROM }, act: 'cancel', fee: FEE },
      {
        operation: 'sign_transaction',
        parameters: { ...PARAMETERS, unsignedTransaction: '02aa' },
        profile: { name: 'desk' },
        replaces: { body: Uint8Array.of(1, 2, 3) },
      },
    ]);
  });
});
