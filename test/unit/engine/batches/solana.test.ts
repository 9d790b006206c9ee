import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { associatedTokenAccount, TOKEN_PROGRAM_ADDRESSES } from '../../../../electron/crypto/index.ts';
import { paymentOf, totalsOf } from '../../../../renderer/trusted/batch-lines.ts';
import type { Answer, Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { MAINNET, type SolanaRuntime, solanaRuntime } from '../../../tools/solana-runtime.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';
import { statesOf, YES } from './tables.ts';

const SEND = '/public/v1/submit/sol_send_transaction';
const TO = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
const OTHER = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SOL = 1_000_000_000n;
const usdcOf = (owner: string) => associatedTokenAccount(owner, USDC, TOKEN_PROGRAM_ADDRESSES.token);

let bench: Bench;
let payer: string;
let chain: SolanaRuntime;
let server: Awaited<ReturnType<SolanaRuntime['serve']>>;
let asked: QuestionOf<'batch'>[];
let says: (question: QuestionOf<'batch'>) => Answer;

const consent = async (question: Question) => {
  if (question.kind !== 'batch') return operatorSays(question);
  asked.push(question);
  return says(question);
};

/** Everything is real but the cluster, which is the runtime of Solana in this process. */
beforeEach(async () => {
  [asked, says] = [[], () => YES];
  chain = solanaRuntime();
  server = await chain.serve();
  bench = await createReadyBench({ consent });
  payer = await addSolana(bench);
  await bench.engine.endpoints.add({ chain: MAINNET, url: server.url });
  chain.fund(payer, 10n * SOL);
});
afterEach(async () => {
  await bench.end();
  server.end();
});

async function addSolana({ engine }: Bench): Promise<string> {
  const account = { curve: 'CURVE_ED25519', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/501'/0'/0'" } as const;
  const accounts = [{ ...account, addressFormat: 'ADDRESS_FORMAT_SOLANA' }];
  const { requestId } = await engine.requests.prepare('create_wallet', { walletName: 'Solana', accounts });
  const { activity } = await engine.requests.submit(requestId);
  return resultOf(OPERATIONS.create_wallet, activity).addresses[0] ?? '';
}

const text = (...lines: readonly string[]) => `to,amount,asset,memo,note\n${lines.join('\n')}\n`;
const wanted = (rows: string, lines: readonly number[]) => ({
  name: 'payroll',
  table: { text: rows, columns: null },
  lines,
  fees: null,
  terms: { chain: MAINNET, from: payer, typed: null } as const,
});
const review = (rows: string) => bench.engine.batches.review({ text: rows, columns: null }, wanted(rows, []).terms);
/** The service sends a little after it signed. */
const arrives = (units: () => bigint | null, expected: bigint) => expect.poll(units).toBe(expected);

describe('a batch on Solana', () => {
  it('is reviewed with the rent, the memo and what the chain would refuse', async () => {
    chain.mint(USDC, 6);
    chain.hold(usdcOf(payer), { mint: USDC, owner: payer, units: 5_000_000n });
    const rows = text(
      ...[`${TO},2,,order 7,`, `${TO},1.5,USDC,,`, `${OTHER},0.0001,,,`, `${usdcOf(TO)},1,,,`],
      ...['0x70997970C51812dc3A010C7d01b50e0d17dc79C8,1,,,', `${TO.slice(0, -1)}0,1,,,`],
    );
    const { lines, kept, nonce, coin } = await review(rows);
    expect(lines.map(({ findings }) => findings.at(-1)?.short)).toEqual([
      ...['First payment', 'Opens a token account', 'Below the rent', 'No wallet', 'Unreadable', 'Unreadable'],
    ]);
    expect(lines[0]?.what).toMatchObject({ memo: 'order 7', to: TO });
    const { what } = lines[1] ?? {};
    expect(BigInt(what?.kind === 'payment' ? (what.fee ?? 0) : 0)).toBeGreaterThan(chain.minimum(165));
    expect([BigInt(kept), nonce, coin.held]).toEqual([chain.minimum(0), null, String(10n * SOL)]);
    expect(lines.at(-1)?.findings[0]?.text).toContain('This is not an address of Solana.');
    expect(asked).toEqual([]);
  });

  it('pays SOL and tokens after one question, equal lines too, and its result file has each signature', async () => {
    chain.mint(USDC, 6);
    chain.hold(usdcOf(payer), { mint: USDC, owner: payer, units: 5_000_000n });
    const rows = text(`${TO},2,,,a`, `${TO},2,,,b`, `${TO},1.5,USDC,order 7,c`, `${OTHER},0.5,SOL,,d`);
    const detail = await bench.engine.batches.submit(wanted(rows, [2, 3, 4, 5]));
    expect(statesOf(detail)).toEqual(['signed', 'signed', 'signed', 'signed']);
    expect(detail.isSent).toBe(true);
    expect(asked).toHaveLength(1);
    await arrives(() => chain.balance(TO), 4n * SOL);
    await arrives(() => chain.units(usdcOf(TO)), 1_500_000n);
    await arrives(() => chain.balance(OTHER), SOL / 2n);

    const lines = asked[0]?.lines ?? [];
    expect(lines.map(({ meaning }) => paymentOf(meaning))).toMatchObject([
      { to: TO, from: payer, through: null, amount: '2', asset: 'SOL' },
      { to: TO, from: payer, through: null, amount: '2', asset: 'SOL' },
      { to: TO, from: payer, through: usdcOf(TO), amount: '1.5', asset: 'USDC' },
      { to: OTHER, from: payer, through: null, amount: '0.5', asset: 'SOL' },
    ]);
    expect(totalsOf(lines)).toMatchObject([
      { asset: 'SOL', amount: '4.5', payments: 3, rent: '0.00203928' },
      { asset: 'USDC', amount: '1.5', payments: 1 },
    ]);

    const path = join(bench.root, 'results.json');
    await bench.engine.batches.write('json', detail.id, path);
    const cells = JSON.parse(readFileSync(path, 'utf8')) as { hash: string; problem: string }[];
    expect(new Set(cells.map(({ hash }) => hash)).size).toBe(4);
    expect(cells.every(({ hash, problem }) => /^[1-9A-Za-z]{80,90}$/.test(hash) && problem === '')).toBe(true);
  });

  it('that was killed while a line was on its way pays no line twice, and then sets a new blockhash', async () => {
    const rows = text(`${TO},1,,,`, `${TO},1,,,`, `${OTHER},1,,,`);
    says = (question) => {
      if (question.lines.length === 3) bench.transport.fail(SEND, 'before the answer');
      return YES;
    };
    await expect(bench.engine.batches.submit(wanted(rows, [2, 3, 4]))).rejects.toMatchObject({ outcome: 'unknown' });
    await arrives(() => chain.balance(TO), SOL);
    expect(bench.engine.requests.unsettled()).toMatchObject([
      { title: 'Send Solana transaction, line 2 of the batch “payroll”' },
    ]);
    const again = await bench.reopen();
    try {
      chain.expire();
      const [row] = again.engine.batches.list();
      expect(row?.counts).toMatchObject({ open: 1, left: 2 });
      const done = await again.engine.batches.resume(row?.id ?? '');
      expect(statesOf(done)).toEqual(['signed', 'signed', 'signed']);
      expect(asked[1]?.lines.map(({ line }) => line)).toEqual([3, 4]);
      await arrives(() => chain.balance(OTHER), SOL);
      await arrives(() => chain.balance(TO), 2n * SOL);
    } finally {
      await again.end();
    }
  });

  it('is not signed when the account would keep less than its rent', async () => {
    const rows = text(`${TO},9.9995,,,`);
    await expect(bench.engine.batches.submit(wanted(rows, [2]))).rejects.toThrow(/has 10 SOL and keeps 0\.0008/);
    const typed = { maxFeePerGas: '1', maxPriorityFeePerGas: '1', gasLimit: '1', nonce: '0' };
    const terms = { ...wanted(rows, []).terms, typed };
    await expect(bench.engine.batches.review({ text: rows, columns: null }, terms)).rejects.toThrow(
      'come from a node and cannot be entered',
    );
    const message = await review('message\nhello\n');
    expect(message.lines[0]?.findings[0]?.text).toContain('holds only payments');
    expect(asked).toEqual([]);
  });
});
