import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../../shared/ipc/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const TO = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const NOBODY = '0'.repeat(40);
/** An unsigned EIP-1559 transaction on Ethereum that sends 1 wei. */
const paying = (to: string) => `0x02df0101010282520894${to}0180c0`;
const TYPED = { maxFeePerGas: '32000000000', maxPriorityFeePerGas: '1500000000', gasLimit: '21000', nonce: '7' };

let bench: Bench & { address: string };
let asked: Question[];
/** Answers the first questions with yes, and changes the chain before each answer. */
let answered: (() => void)[];
beforeEach(async () => {
  [asked, answered] = [[], []];
  bench = await createReadyBench({
    consent: async (question) => {
      if (question.kind !== 'batch') return operatorSays(question);
      asked.push(question);
      const change = answered.shift();
      if (change === undefined) return { confirmed: false };
      change();
      return { ...operatorSays(question), byCommand: undefined as never };
    },
  });
});
afterEach(() => bench.end());

const submit = (text: string, lines: readonly number[]) =>
  bench.engine.batches.submit({
    name: 'payroll',
    table: { text, columns: null },
    fees: null,
    lines,
    terms: { chain: 'eip155:1', from: bench.address, typed: TYPED },
  });

describe('the question about a batch', () => {
  it('is not asked for a line with a finding of danger, whose number the refusal names', async () => {
    const transactions = `transaction\n${paying(TO)}\n${paying(NOBODY)}\n`;
    for (const table of [transactions, `to,amount\n0x${TO},1\n0x${NOBODY},1\n`]) {
      await expect(submit(table, [2, 3])).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message:
          'Line 3 has a finding of danger, so a batch cannot hold it. Nothing was stamped. Take the line out, and sign it alone on the Sign page.',
      });
    }
    expect(asked).toEqual([]);
    expect(bench.transport.sent.filter(({ path }) => path.includes('sign_transaction'))).toEqual([]);
  });

  it('is not asked for several such lines, and the refusal names each with its reason', async () => {
    const lines = `transaction,message\n${paying(NOBODY)},\n${paying(TO)},\n02f0,\n,a\u202eb\n`;
    await expect(submit(lines, [2, 3, 4, 5])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message:
        'A batch cannot hold 3 of the lines. Nothing was stamped. Take these lines out, and sign each of them alone on the Sign page.',
      fields: [
        { path: 'Line 2', reason: expect.stringMatching(/./) },
        { path: 'Line 4', reason: expect.stringMatching(/./) },
        { path: 'Line 5', reason: expect.stringMatching(/./) },
      ],
    });
    expect(asked).toEqual([]);
  });

  it('is asked for the same lines without it', async () => {
    await expect(submit(`transaction\n${paying(TO)}\n${paying(NOBODY)}\n`, [2])).rejects.toMatchObject({
      code: 'NOT_CONFIRMED',
    });
    expect(asked).toMatchObject([{ votes: { outcome: 'decided', more: 0 } }]);
  });

  it('says the votes of its lines only where they are the same', async () => {
    const answers = [
      { outcome: 'decided', more: 0, from: [] },
      { outcome: 'waits', more: 1, from: [] },
    ];
    const own = bench.engine.service.own();
    const call = own?.call;
    if (own === null || call === undefined) throw new Error('the local service does not run');
    Object.assign(own, {
      call: async (name: string, input: never) =>
        name === 'furtherVotes' ? { votes: answers.shift() } : call(name as never, input),
    });
    const lines = `to,amount\n0x${TO},1\n0x${TO},2\n`;
    await expect(submit(lines, [2, 3])).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect([asked, answers]).toMatchObject([[{ votes: 'unknown' }], []]);
  });

  it('is asked again with the changes of the chain, after a yes that stamped no line', async () => {
    let nonce = '7';
    await bench.engine.endpoints.add({ chain: 'eip155:1', url: 'http://127.0.0.1:1/' });
    const own = bench.engine.service.own();
    const call = own?.call;
    if (own === null || call === undefined) throw new Error('the local service does not run');
    const state = { coinUnits: '3', tokenUnits: null, price: null, unspent: null, isBlockhashNew: null };
    Object.assign(own, {
      call: async (name: string, input: never) =>
        name === 'readSpending' ? { state: { ...state, nonce }, problem: null } : call(name as never, input),
    });
    answered = [() => (nonce = '8')];
    await expect(submit(`to,amount\n0x${TO},1\n0x${TO},2\n`, [2, 3])).rejects.toMatchObject({
      code: 'NOT_CONFIRMED',
      message: 'You did not sign. No line was stamped or sent.',
    });
    const lacks = {
      text: 'The account has 0.000000000000000003 ETH, and these lines need up to 3.001344 ETH.',
    };
    const used = 'No block can include this transaction.';
    expect(asked).toMatchObject([
      { kind: 'batch', changed: [], findings: [lacks] },
      {
        kind: 'batch',
        changed: [`Line 2: Nonce 7 was used meanwhile. The next one is 8. ${used}`],
        findings: [lacks, { text: `Line 2: Nonce 7 is used already. The next one is 8. ${used}` }],
      },
    ]);
    expect(bench.transport.sent.filter(({ path }) => path.includes('sign_transaction'))).toEqual([]);
  });
});
