import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resultOf } from '../../electron/client/index.ts';
import { statedOutpoints } from '../../electron/crypto/index.ts';
import { paymentOf, totalsOf } from '../../renderer/trusted/batch-lines.ts';
import type { Answer, Question, QuestionOf } from '../../shared/ipc/index.ts';
import type { EndpointChain } from '../../shared/model/index.ts';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { statesOf, YES } from '../unit/engine/batches/tables.ts';
import { type Bench, createReadyBench, operatorSays } from '../unit/engine/harness.ts';
import { BITCOIN, bitcoinStandIn } from './bitcoin-node.ts';
import { TRON, tronStandIn } from './tron-node.ts';

const NOW = 1_790_000_000_000;
const BTC = { format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', path: "m/84'/0'/0'/0/0" };
const TRX = { format: 'ADDRESS_FORMAT_TRON', path: "m/44'/195'/0'/0/0" };
const BTC_TO = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';
const BTC_OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const TRX_TO = 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K';

let bench: Bench;
let asked: QuestionOf<'batch'>[];
let says: (question: QuestionOf<'batch'>) => Answer;
let ends: () => void;

const consent = async (question: Question) => {
  if (question.kind !== 'batch') return operatorSays(question);
  asked.push(question);
  return says(question);
};

beforeEach(async () => {
  [asked, says] = [[], () => YES];
  bench = await createReadyBench({ consent });
});
afterEach(async () => {
  await bench.end();
  ends();
});

/** Makes an account and names the node of its chain. */
async function payerOn(chain: EndpointChain, url: string, { format, path }: typeof BTC): Promise<string> {
  const accounts = [{ curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path, addressFormat: format }];
  const { requestId } = await bench.engine.requests.prepare('create_wallet', { walletName: 'Payer', accounts });
  const { activity } = await bench.engine.requests.submit(requestId);
  await bench.engine.endpoints.add({ chain, url });
  return resultOf(OPERATIONS.create_wallet, activity).addresses[0] ?? '';
}

const wanted = (chain: EndpointChain, from: string, rows: string, lines: readonly number[]) => ({
  name: 'payroll',
  table: { text: rows, columns: null },
  lines,
  fees: null,
  terms: { chain, from, typed: null },
});
const eventually = (value: () => unknown, expected: unknown) => expect.poll(value).toEqual(expected);
const unsigned = (question: QuestionOf<'batch'> | undefined): string[] =>
  (question?.lines ?? []).map(({ body }) => JSON.parse(body).parameters.unsignedTransaction as string);

describe('a batch on Bitcoin, sent to a stand-in for a node', () => {
  let chain: ReturnType<typeof bitcoinStandIn>;
  let from: string;
  beforeEach(async () => {
    chain = bitcoinStandIn();
    const server = await chain.serve();
    ends = server.end;
    from = await payerOn(BITCOIN, server.esplora, BTC);
  });
  const rows = `to,amount\n${BTC_TO},0.0004\n${BTC_OTHER},0.002\n${BTC_TO},0.0004\n`;

  it('pays each line from outputs of its own, the largest payment first', async () => {
    for (const satoshi of [50_000, 60_000, 300_000]) chain.fund(from, satoshi);
    const detail = await bench.engine.batches.submit(wanted(BITCOIN, from, rows, [2, 3, 4]));
    expect(statesOf(detail)).toEqual(['signed', 'signed', 'signed']);
    const spent = unsigned(asked[0]).map((psbt) => statedOutpoints(psbt).map(({ satoshi }) => satoshi));
    expect(spent).toEqual([[60_000], [300_000], [50_000]]);
    expect((asked[0]?.lines ?? []).map(({ meaning }) => paymentOf(meaning))).toMatchObject([
      { to: BTC_TO, from, amount: '0.0004', asset: 'BTC' },
      { to: BTC_OTHER, from, amount: '0.002', asset: 'BTC' },
      { to: BTC_TO, from, amount: '0.0004', asset: 'BTC' },
    ]);
    const [total] = totalsOf(asked[0]?.lines ?? []);
    expect(total).toMatchObject({ asset: 'BTC', amount: '0.0028', payments: 3 });
    expect(Number(total?.fees)).toBeGreaterThan(0);
    await eventually(() => [chain.balance(BTC_TO), chain.balance(BTC_OTHER)], [80_000, 200_000]);
    const path = join(bench.root, 'results.json');
    await bench.engine.batches.write('json', detail.id, path);
    const cells = JSON.parse(readFileSync(path, 'utf8')) as { hash: string; problem: string }[];
    expect(new Set(cells.map(({ hash }) => hash)).size).toBe(3);
  });

  it('names the line that no output is left for, and signs nothing', async () => {
    for (const satoshi of [50_000, 300_000]) chain.fund(from, satoshi);
    const { lines } = await bench.engine.batches.review(
      { text: rows, columns: null },
      wanted(BITCOIN, from, rows, []).terms,
    );
    expect(lines.map(({ findings }) => findings.at(-1)?.short)).toEqual([
      ...['First payment', 'First payment', 'No outputs left'],
    ]);
    await expect(bench.engine.batches.submit(wanted(BITCOIN, from, rows, [2, 3, 4]))).rejects.toThrow(
      'Line 4 cannot be paid. Each payment of a batch on Bitcoin spends outputs of its own',
    );
    expect(asked).toEqual([]);
    const detail = await bench.engine.batches.submit(wanted(BITCOIN, from, rows, [3, 4]));
    expect(statesOf(detail)).toEqual(['signed', 'signed']);
  });

  it('that was killed while a line was on its way spends no output twice', async () => {
    for (const satoshi of [50_000, 60_000, 300_000]) chain.fund(from, satoshi);
    says = (question) => {
      if (question.lines.length === 3)
        bench.transport.fail('/public/v1/submit/btc_send_transaction', 'before the answer');
      return YES;
    };
    const run = bench.engine.batches.submit(wanted(BITCOIN, from, rows, [2, 3, 4]));
    await expect(run).rejects.toMatchObject({ outcome: 'unknown' });
    const again = await bench.reopen();
    try {
      const [row] = again.engine.batches.list();
      expect(row?.counts).toMatchObject({ open: 1, left: 2 });
      expect(statesOf(await again.engine.batches.resume(row?.id ?? ''))).toEqual(['signed', 'signed', 'signed']);
      await eventually(() => [chain.balance(BTC_TO), chain.balance(BTC_OTHER)], [80_000, 200_000]);
      expect(new Set(chain.accepted).size).toBe(3);
    } finally {
      await again.end();
    }
  });
});

describe('a batch on Tron, sent to a stand-in for a node', () => {
  let chain: ReturnType<typeof tronStandIn>;
  let from: string;
  beforeEach(async () => {
    chain = tronStandIn(NOW);
    const server = await chain.serve();
    ends = server.end;
    from = await payerOn(TRON, server.url, TRX);
    chain.fund(from, 500_000_000);
    chain.hold(from, 50_000_000n);
  });
  const rows = `to,amount,asset,memo\n${TRX_TO},2,,\n${TRX_TO},2,,\n${TRX_TO},7.5,USDT,order 7\n`;

  it('pays TRX and tokens, equal lines too, as transactions of their own', async () => {
    const detail = await bench.engine.batches.submit(wanted(TRON, from, rows, [2, 3, 4]));
    expect(statesOf(detail)).toEqual(['signed', 'signed', 'signed']);
    expect(new Set(unsigned(asked[0])).size).toBe(3);
    expect((asked[0]?.lines ?? []).map(({ meaning }) => paymentOf(meaning))).toMatchObject([
      { to: TRX_TO, from, amount: '2', asset: 'TRX' },
      { to: TRX_TO, from, amount: '2', asset: 'TRX' },
      { to: TRX_TO, from, amount: '7.5', asset: 'USDT' },
    ]);
    await eventually(() => {
      chain.mine();
      return [chain.balance(TRX_TO), chain.units(TRX_TO)];
    }, [4_000_000, 7_500_000n]);
    expect(chain.memos).toEqual(['', '', 'order 7']);
    expect(new Set(chain.accepted).size).toBe(3);
  });

  it('refers to a newer block when it resumes, and pays no line twice', async () => {
    const stop = new AbortController();
    const progress = ({ done, text }: { done: number; text: string }) => {
      if (text === 'Signing' && done === 0) stop.abort();
    };
    const paused = await bench.engine.batches.submit(wanted(TRON, from, rows, [2, 3]), {
      signal: stop.signal,
      progress,
    });
    expect(statesOf(paused)).toEqual(['signed', 'left']);
    await eventually(() => chain.accepted.length, 1);
    chain.mine();
    bench.advance(7 * 3_600_000);
    chain.pass(7 * 3_600_000);
    expect(statesOf(await bench.engine.batches.resume(paused.id))).toEqual(['signed', 'signed']);
    expect(asked[1]?.lines.map(({ line }) => line)).toEqual([3]);
    expect(unsigned(asked[1])[0]).not.toBe(unsigned(asked[0])[1]);
    await eventually(() => {
      chain.mine();
      return chain.balance(TRX_TO);
    }, 4_000_000);
  });
});
