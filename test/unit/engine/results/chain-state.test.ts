import { beforeEach, describe, expect, it } from 'vitest';
import { readSignedEthereum, signTransaction } from '../../../../electron/crypto/index.ts';
import type { Requested } from '../../../../electron/engine/activities/requested.ts';
import { createChainState } from '../../../../electron/engine/results/chain-state.ts';
import { AppError, NO_ENDPOINT } from '../../../../shared/errors/index.ts';
import { type ProfileRow, readTimestamp, type SentTransaction } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';

/** EIP-1559 on chain 1 with nonce 0. */
const UNSIGNED = '02f001808459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0';
const key = { privateKey: hexDecode('11'.repeat(32)), curve: 'CURVE_SECP256K1' };
const sign = (unsigned: string) => signTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, key as never);
const SIGNED = sign(UNSIGNED);
const ANOTHER = sign(UNSIGNED.replace('b92266', 'b92267'));
const NEXT = sign(UNSIGNED.replace('02f00180', '02f00101'));
/** The others pay at most 32 gwei, of which 1.5 gwei are the priority fee. */
const DEARER = sign(UNSIGNED.replace('8459682f00850773594000', '8477359400850ba43b7400'));
const CHEAPER = sign(UNSIGNED.replace('8459682f00850773594000', '843b9aca00850684ee1800'));
const { sender, transactionHash } = readSignedEthereum(SIGNED);
const TRANSACTION: SentTransaction = { chain: 'eip155:1', hash: transactionHash, address: sender, nonce: '0' };

interface Attempt {
  readonly signed: string;
  readonly status: string;
  readonly isProven?: boolean;
}

describe('the state of a transaction on its chain', () => {
  let attempts: readonly Attempt[];
  let history: readonly object[];
  let nonce: string;
  let failure: Error | null;
  let asked: string[];
  let isTaken: boolean | null;
  let signings: readonly object[];
  let known: { readonly isKnown: boolean | null; readonly refusal: string | null; readonly included?: object };
  let named: readonly string[];
  let now: number;

  beforeEach(() => {
    isTaken = false;
    signings = [];
    known = { isKnown: true, refusal: null };
    named = [];
    now = 0;
    attempts = [];
    history = [];
    nonce = '0';
    failure = null;
    asked = [];
  });

  const stateOf = (transaction = TRANSACTION, signed: string | null = SIGNED, kind: ProfileRow['kind'] = 'local') => {
    const { activity } = OPERATIONS.get_activity.example.response;
    const activities = attempts.map(({ status }, index) => ({
      ...activity,
      id: String(index),
      type: OPERATIONS.eth_send_raw_transaction.activityType,
      status: `ACTIVITY_STATUS_${status}`,
    }));
    const find = createChainState(
      {
        cache: { reader: { ofTypes: () => activities.map((json) => ({ json, at: null })), completed: () => signings } },
      } as never,
      {
        queries: {
          ask: async (operation: string) => {
            asked.push(operation);
            if (failure !== null) throw failure;
            return operation === 'get_nonces' ? { nonce } : { transactions: history };
          },
        } as never,
        service: {
          own: () => ({
            call: async (name: string) => (name === 'transactionKnown' ? { included: null, ...known } : { isTaken }),
          }),
        } as never,
        endpoints: { list: async () => named.map((chain) => ({ chain })) } as never,
        clock: { now: () => now },
        findRequested: (_profile, { id }) => {
          const { signed, isProven = true } = attempts[Number(id)] as Attempt;
          return isProven
            ? ({ parameters: { signedTransaction: signed } } as unknown as Requested)
            : { why: 'unknown' };
        },
      },
    );
    return find({ name: 'desk', kind } as ProfileRow, transaction, { signed });
  };
  const included = (more: object) => {
    const block = { number: '7' };
    const upper = transactionHash.toUpperCase().replace('0X', '0x');
    return [
      { transactionHash: `0x${'cd'.repeat(32)}`, status: 'FINALIZED', block: { number: '9' } },
      { transactionHash: upper, status: 'CONFIRMED', block, ...more },
    ];
  };

  it('is open while nobody broadcast it', async () => {
    expect(await stateOf()).toEqual({ state: 'open', failure: null });
    expect(asked).toEqual(['list_eth_transaction_history', 'get_nonces']);
  });

  it.each([
    [{}, { isFinal: false, failed: false }],
    [{ status: 'FINALIZED' }, { isFinal: true, failed: false }],
    [{ executionFailed: true }, { isFinal: false, failed: true }],
  ])('is included as the history of its account says: %j', async (more, state) => {
    history = included(more);
    expect(await stateOf()).toEqual({ state: 'included', block: '7', ...state });
  });

  it.each([
    ['COMPLETED', { state: 'sent', problem: null }],
    ['PENDING', { state: 'asked', activityId: '0' }],
    ['CONSENSUS_NEEDED', { state: 'asked', activityId: '0' }],
    ['REJECTED', { state: 'open', failure: 'The broadcast was rejected.' }],
  ])('with a broadcast that is %s', async (status, state) => {
    attempts = [{ signed: SIGNED, status }];
    expect(await stateOf()).toMatchObject(state);
  });

  describe('that the node does not have', () => {
    const SENT_AT = readTimestamp(OPERATIONS.get_activity.example.response.activity.createdAt) ?? 0;
    const TEN_MINUTES = 600_000;
    beforeEach(() => {
      attempts = [{ signed: SIGNED, status: 'COMPLETED' }];
      known = { isKnown: false, refusal: null };
    });

    it('is not found ten minutes after its broadcast', async () => {
      now = SENT_AT + TEN_MINUTES - 1;
      expect(await stateOf()).toMatchObject({ state: 'sent' });
      now += 1;
      expect(await stateOf()).toMatchObject({ state: 'notFound', at: SENT_AT, refusal: null });
    });

    it('is not found at once where the node refuses it, and has the reason', async () => {
      now = SENT_AT;
      known = { isKnown: false, refusal: 'insufficient funds' };
      expect(await stateOf()).toMatchObject({ state: 'notFound', refusal: 'insufficient funds' });
      known = { isKnown: true, refusal: 'already known' };
      expect(await stateOf()).toMatchObject({ state: 'sent' });
    });

    it('is called sent where no node answers', async () => {
      now = SENT_AT + TEN_MINUTES;
      known = { isKnown: null, refusal: null };
      expect(await stateOf()).toMatchObject({ state: 'sent' });
    });

    it('is replaced where a block has another one with its nonce', async () => {
      now = SENT_AT + TEN_MINUTES;
      isTaken = true;
      expect(await stateOf()).toMatchObject({ state: 'replaced', activityId: null });
    });
  });

  describe('of a service elsewhere', () => {
    const BLOCK = { block: '7', isFinal: false, failed: false };
    const state = () => stateOf(TRANSACTION, SIGNED, 'remote');
    beforeEach(() => {
      attempts = [{ signed: SIGNED, status: 'COMPLETED' }];
    });

    it('is read from the operator’s node, when one of its chain is named', async () => {
      known = { isKnown: true, refusal: null, included: BLOCK };
      expect(await state()).toMatchObject({ state: 'sent' });
      named = ['eip155:10'];
      expect(await state()).toMatchObject({ state: 'sent' });
      named = ['eip155:1'];
      expect(await state()).toEqual({ state: 'included', by: 'node', ...BLOCK });
    });

    it('is not found, or replaced, as that node says', async () => {
      now = Number.MAX_SAFE_INTEGER;
      known = { isKnown: false, refusal: null };
      expect(await state()).toMatchObject({ state: 'sent' });
      named = ['eip155:1'];
      expect(await state()).toMatchObject({ state: 'notFound' });
      isTaken = true;
      expect(await state()).toMatchObject({ state: 'replaced', activityId: null });
    });

    it('is read from that node when the service does not answer', async () => {
      named = ['eip155:1'];
      known = { isKnown: true, refusal: null, included: BLOCK };
      failure = new AppError('SERVICE_UNREACHABLE', 'No answer.');
      expect(await state()).toEqual({ state: 'included', by: 'node', ...BLOCK });
    });
  });

  it.each([
    ['of the next nonce', { signed: NEXT, status: 'COMPLETED' }],
    ['of text that is no hex', { signed: 'nothing', status: 'COMPLETED' }],
    ['whose request is not proven', { signed: SIGNED, status: 'COMPLETED', isProven: false }],
  ])('takes no account of a broadcast %s', async (_what, attempt) => {
    attempts = [attempt];
    expect(await stateOf()).toEqual({ state: 'open', failure: null });
  });

  it('is sent when one of several broadcasts was completed', async () => {
    attempts = [
      { signed: SIGNED, status: 'REJECTED' },
      { signed: SIGNED, status: 'COMPLETED' },
    ];
    expect(await stateOf()).toMatchObject({ state: 'sent' });
  });

  it.each([
    ['1', { state: 'nonceUsed' }],
    ['many', { state: 'open', failure: null }],
  ])('with the next nonce %s', async (next, state) => {
    nonce = next;
    expect(await stateOf()).toEqual(state);
  });

  describe('beside another transaction with its nonce', () => {
    it('is open for its broadcast when its fees are a tenth higher, although the nonce counts as used', async () => {
      attempts = [{ signed: CHEAPER, status: 'COMPLETED' }];
      nonce = '1';
      expect(await stateOf()).toEqual({ state: 'open', failure: null });
      attempts = [{ signed: CHEAPER, status: 'REJECTED' }];
      expect(await stateOf()).toEqual({ state: 'nonceUsed' });
    });

    it.each([
      ['as high', ANOTHER],
      ['higher', DEARER],
    ])('is not broadcast after one whose fees are %s', async (_what, rival) => {
      attempts = [{ signed: rival, status: 'COMPLETED' }];
      nonce = '1';
      expect(await stateOf()).toEqual({ state: 'replaced', activityId: '0', isIncluded: false });
      // Its node refused that one.
      nonce = '0';
      expect(await stateOf()).toEqual({ state: 'open', failure: null });
    });

    it('is replaced when that one has fees that are a tenth higher, in whichever order they were sent', async () => {
      const [own, rival] = [
        { signed: SIGNED, status: 'COMPLETED' },
        { signed: DEARER, status: 'COMPLETED' },
      ] as const;
      attempts = [rival, own];
      nonce = '1';
      expect(await stateOf()).toEqual({ state: 'replaced', activityId: '0', isIncluded: false });
      attempts = [own, rival];
      expect(await stateOf()).toEqual({ state: 'replaced', activityId: '1', isIncluded: false });
      failure = new AppError('SERVICE_UNREACHABLE', 'No answer.');
      expect(await stateOf()).toMatchObject({ state: 'replaced' });
    });

    it('stays sent when nodes refuse that one: its fees are not a tenth higher, and it came later', async () => {
      attempts = [
        { signed: ANOTHER, status: 'COMPLETED' },
        { signed: SIGNED, status: 'COMPLETED' },
      ];
      expect(await stateOf()).toMatchObject({ state: 'sent' });
      attempts = attempts.toReversed();
      nonce = '1';
      expect(await stateOf()).toEqual({ state: 'replaced', activityId: '1', isIncluded: false });
    });

    it('is replaced when a block includes that one, and names the activity that signed it', async () => {
      attempts = [
        { signed: ANOTHER, status: 'COMPLETED' },
        { signed: SIGNED, status: 'COMPLETED' },
      ];
      const { transactionHash: hash } = readSignedEthereum(ANOTHER);
      history = [{ transactionHash: hash, status: 'CONFIRMED', block: { number: '9' } }];
      expect(await stateOf()).toEqual({ state: 'replaced', activityId: '0', isIncluded: true });
      const { activity } = OPERATIONS.get_activity.example.response;
      const result = { signTransactionResult: { signedTransaction: ANOTHER } };
      const json = { ...activity, id: 'signing', type: OPERATIONS.sign_transaction.activityType, result };
      signings = [{ json: { ...json, status: 'ACTIVITY_STATUS_COMPLETED' }, at: null }];
      expect(await stateOf()).toMatchObject({ activityId: 'signing', isIncluded: true });
    });

    it('is replaced from elsewhere when blocks have its nonce without it', async () => {
      attempts = [{ signed: SIGNED, status: 'COMPLETED' }];
      isTaken = true;
      expect(await stateOf()).toEqual({ state: 'replaced', activityId: null, isIncluded: true });
      isTaken = null;
      expect(await stateOf()).toMatchObject({ state: 'sent' });
    });
  });

  it('says that the service keeps no history of the chain', async () => {
    attempts = [{ signed: SIGNED, status: 'COMPLETED' }];
    expect(await stateOf({ ...TRANSACTION, chain: 'eip155:10' })).toMatchObject({
      state: 'sent',
      problem: 'The service keeps no history of OP Mainnet.',
    });
    expect(asked).toEqual([]);
  });

  it('is not known while the service does not answer, and a broadcast is still known', async () => {
    failure = new AppError('SERVICE_UNREACHABLE', 'No answer.');
    expect(await stateOf()).toEqual({ state: 'unknown', problem: 'No answer.' });
    attempts = [{ signed: SIGNED, status: 'COMPLETED' }];
    expect(await stateOf()).toMatchObject({ state: 'sent', problem: 'No answer.' });
  });

  it('says that the service has no node', async () => {
    failure = new AppError('SERVICE_REFUSED', `${NO_ENDPOINT} for eip155:1`);
    expect(await stateOf()).toEqual({ state: 'noNode' });
  });

  it.each([new AppError('CANCELLED', 'Stopped.'), new TypeError('a fault')])(
    'hides no other failure: %s',
    async (error) => {
      failure = error;
      await expect(stateOf()).rejects.toBe(error);
    },
  );
});
