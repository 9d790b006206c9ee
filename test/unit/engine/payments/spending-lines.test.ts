import { beforeEach, describe, expect, it } from 'vitest';
import { describeTransaction, unsignedEthereumPayment } from '../../../../electron/crypto/index.ts';
import type { Nodes } from '../../../../electron/engine/payments/nodes.ts';
import { createLinesCheck } from '../../../../electron/engine/payments/spending-lines.ts';
import type { EndpointChain, ProfileRow, SpendingState } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { MEANING } from '../../meaning.ts';

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NEVER = 'No block can include this transaction.';
const PROFILE = { name: 'desk', kind: 'local' } as ProfileRow;
const STATE: SpendingState = {
  coinUnits: '3000000000000000000',
  tokenUnits: null,
  nonce: '7',
  price: '12000000000',
  unspent: null,
  isBlockhashNew: null,
};

let state: SpendingState | null;
let asked: string[];
let named: EndpointChain[];
beforeEach(() => {
  [state, asked, named] = [STATE, [], ['eip155:1', 'eip155:8453']];
});
const nodes = {
  has: async (chain) => named.includes(chain),
  open: async () => ({
    async call(_name: string, { chain, from }: { chain: string; from: string }) {
      asked.push(`${chain} ${from}`);
      return state === null ? { state, problem: 'the node refuses it' } : { state, problem: null };
    },
  }),
} as Nodes;
const check = createLinesCheck({ clock: { now: () => 1_790_000_000_000 }, nodes });

interface Paid {
  readonly nonce: number;
  readonly from?: string;
  readonly chain?: EndpointChain;
  readonly units?: string;
}
/** Compares lines that each pay from an account on Ethereum's kind of chain. */
const checked = (...lines: readonly Paid[]) =>
  check(
    PROFILE,
    lines.map(({ nonce, from = FROM, chain = 'eip155:1', units = '2' }, index) => {
      const unsignedTransaction = unsignedEthereumPayment({
        family: 'ethereum',
        chain,
        nonce: String(nonce),
        to: TO,
        token: null,
        units,
        gasLimit: '21000',
        maxFeePerGas: '25000000000',
        maxPriorityFeePerGas: '1000000000',
      } as Parameters<typeof unsignedEthereumPayment>[0]);
      const type = 'TRANSACTION_TYPE_ETHEREUM';
      const { title, fields, summary } = describeTransaction(type, unsignedTransaction, from);
      const meaning = { ...MEANING, operation: 'sign_transaction', decoded: { title, fields, summary } };
      const parameters = { type, signWith: from, unsignedTransaction };
      return {
        line: index + 2,
        meaning: meaning as typeof MEANING,
        body: utf8Encode(JSON.stringify({ parameters })),
      };
    }),
  );
type Found = Awaited<ReturnType<typeof check>>;
const texts = (found: Found) => found?.findings.map(({ text }) => text) ?? null;
const changes = async (found: Found, next: typeof state) => {
  state = next;
  return (await found?.again())?.changed ?? null;
};
const many = (count: number, first = 7): Paid[] =>
  Array.from({ length: count }, (_, index) => ({ nonce: first + index }));

describe('the lines of one question', () => {
  it('ask the node of their chain once for an account, however many they are', async () => {
    const found = await checked(...many(1_000));
    expect(asked).toEqual([`eip155:1 ${FROM}`]);
    expect(await changes(found, STATE)).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it('name a nonce that was used by its line, and a fallen balance once for all', async () => {
    const found = await checked(...many(3));
    expect(texts(found)).toEqual([]);
    expect(await changes(found, { ...STATE, nonce: '8', coinUnits: '2000000000000000000' })).toEqual([
      `Line 2: Nonce 7 was used meanwhile. The next one is 8. ${NEVER}`,
      'The balance is now 2 ETH. It was 3 ETH.',
    ]);
  });

  it('say a change of many lines in a few sentences, and count the others', async () => {
    const found = await checked(...many(40));
    const changed = await changes(found, { ...STATE, nonce: '40' });
    expect(changed).toHaveLength(7);
    expect(changed?.[0]).toBe(`Line 2: Nonce 7 was used meanwhile. The next one is 40. ${NEVER}`);
    expect(changed?.[6]).toBe('27 more lines are affected.');
  });

  it('need their costs together', async () => {
    const units = '1800000000000000000';
    const found = await checked({ nonce: 7, units }, { nonce: 8, units });
    expect(texts(found)).toEqual(['The account has 3 ETH, and these lines need up to 3.60105 ETH.']);
    expect(await changes(await checked({ nonce: 7, units }), { ...STATE, coinUnits: '1' })).toEqual([
      'The balance is now 0.000000000000000001 ETH. It was 3 ETH.',
      'The account has 0.000000000000000001 ETH, and this line needs up to 1.800525 ETH.',
    ]);
  });

  it('of several accounts are named before each sentence', async () => {
    const found = await checked({ nonce: 7 }, { nonce: 7, from: OTHER }, { nonce: 8, chain: 'eip155:8453' });
    expect(asked.toSorted()).toEqual([`eip155:1 ${FROM}`, `eip155:1 ${OTHER}`, `eip155:8453 ${FROM}`].toSorted());
    expect(await changes(found, { ...STATE, nonce: '8' })).toEqual([
      `Lines 2 and 3: Nonce 7 was used meanwhile. The next one is 8. ${NEVER}`,
    ]);
  });

  it('are asked about again when their node does not answer any more, which it is asked once', async () => {
    const found = await checked({ nonce: 7 }, { nonce: 7, from: OTHER });
    asked = [];
    expect(await changes(found, null)).toEqual([
      'Castellan could not check balance, nonce and fee on Ethereum again: the node refuses it.',
    ]);
    expect(asked).toHaveLength(1);
    expect(texts(await checked({ nonce: 7 }))).toEqual([expect.stringContaining('could not check balance')]);
  });

  it('are compared up to a number of accounts, and the others are named', async () => {
    const lines = Array.from({ length: 53 }, (_, index) => ({
      nonce: 7,
      from: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    }));
    const found = await checked(...lines);
    expect(asked).toHaveLength(50);
    expect(texts(found)).toEqual(['Lines 52, 53 and 54: Castellan did not compare these lines with their chain.']);
  });

  it('are not compared without a node', async () => {
    named = [];
    expect(await checked(...many(2))).toBeNull();
    expect(asked).toEqual([]);
  });
});
