import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../../shared/ipc/index.ts';
import { edit } from '../audit/audit-edit.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const KEY = 'node-key-5f1c9ab7';
const BALANCE = 12_500_000_000_000_000_000n;

/** A node of the chain that its `chainId` names. Every address has that balance. */
function createNode(): { readonly asked: string[]; chainId: string; readonly server: Server; url(): string } {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(request.url ?? '');
      const sent = JSON.parse(Buffer.concat(chunks).toString());
      const answer = ({ id, method }: { id: number; method: string }) => ({
        jsonrpc: '2.0',
        id,
        ...(method === 'eth_getBlockByNumber'
          ? { error: { code: -32000, message: 'there are no blocks here' } }
          : { result: method === 'eth_chainId' ? node.chainId : `0x${BALANCE.toString(16)}` }),
      });
      response.end(JSON.stringify(Array.isArray(sent) ? sent.map(answer) : answer(sent)));
    });
  });
  const node = {
    asked,
    server,
    chainId: '0x1',
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/${KEY}`,
  };
  return node;
}

let bench: Bench & { readonly address: string };
let node: ReturnType<typeof createNode>;
const asked: Question[] = [];
let refusing = false;

beforeAll(async () => {
  node = createNode();
  await new Promise<void>((done) => void node.server.listen(0, '127.0.0.1', done));
  bench = await createReadyBench({
    async consent(question) {
      asked.push(question);
      return refusing ? { confirmed: false } : operatorSays(question);
    },
  });
});
afterAll(async () => {
  await bench.end();
  node.server.close();
});
beforeEach(() => {
  node.chainId = '0x1';
  node.asked.length = 0;
  asked.length = 0;
});
afterEach(async () => {
  for (const { id } of await bench.engine.endpoints.list()) await bench.engine.endpoints.remove(id);
});

const ethereum = () => ({ chain: 'eip155:1' as const, url: node.url() });
const shown = () => ({ chain: 'eip155:1', origin: new URL(node.url()).origin, hides: true });
/** Returns the balance of the first account, in ETH. */
async function balance() {
  const { engine, address } = bench;
  const { balances } = await engine.queries.ask('get_wallet_address_balances', { address, caip2: 'eip155:1' });
  return balances?.[0]?.display?.crypto;
}

describe('a node that the operator names', () => {
  it('is asked once the operator said so, by the embedded service where it was', async () => {
    const before = bench.engine.service.state().baseUrl;
    await expect(balance()).rejects.toMatchObject({ message: expect.stringContaining('Settings, Network') });
    refusing = true;
    await expect(bench.engine.endpoints.add(ethereum())).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    refusing = false;
    expect(await bench.engine.endpoints.list()).toEqual([]);

    await bench.engine.endpoints.add(ethereum());
    expect(await balance()).toBe('12.5');
    expect(bench.engine.service.state()).toMatchObject({ state: 'running', baseUrl: before, problem: null });
    expect(new Set(node.asked)).toEqual(new Set([`/v1/${KEY}`]));
    expect(await bench.engine.endpoints.list()).toMatchObject([{ ...shown(), works: true, problem: null }]);

    await bench.engine.endpoints.remove((await bench.engine.endpoints.list())[0]?.id ?? '');
    await expect(balance()).rejects.toThrow();
  });

  it('is shown without what may be a key, in every question, row and error', async () => {
    await bench.engine.endpoints.add(ethereum());
    await expect(bench.engine.endpoints.add(ethereum())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const rows = await bench.engine.endpoints.list();
    expect(asked).toMatchObject([{ kind: 'changeDocument', document: 'endpoints', isOutside: false }]);
    expect(JSON.stringify([asked, rows])).not.toContain(KEY);
    for (const url of [`ftp://h/${KEY}`, `http://node.test/${KEY}`, `${KEY}`, `https://h/${KEY}${'x'.repeat(2048)}`]) {
      const refused = bench.engine.endpoints.add({ chain: 'eip155:1', url });
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining(KEY) });
    }
  });

  it('that is of another chain is named, and nothing it says is believed', async () => {
    await bench.engine.endpoints.add(ethereum());
    node.chainId = '0x5';
    await expect(balance()).rejects.toThrow('it is a node of eip155:5');
    expect(await bench.engine.endpoints.list()).toMatchObject([
      { works: false, problem: expect.stringContaining('it is a node of eip155:5') },
    ]);
  });

  it('is not asked when another program named it, until the operator takes the list as it is', async () => {
    await bench.engine.endpoints.add({ chain: 'eip155:1', url: 'https://node.test/' });
    edit(bench.root, (database) => {
      const { body } = database.prepare("SELECT body FROM document WHERE name = 'endpoints'").get() as { body: Buffer };
      const [kept] = JSON.parse(body.toString());
      const changed = Buffer.from(JSON.stringify([{ ...kept, url: node.url() }]));
      database.prepare("UPDATE document SET body = ? WHERE name = 'endpoints'").run(changed);
    });
    bench = { ...(await bench.reopen()), address: bench.address };
    await expect(bench.engine.endpoints.list()).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
    await expect(balance()).rejects.toThrow('no endpoint is configured');
    expect(node.asked).toEqual([]);
    await bench.engine.endpoints.confirm();
    expect(asked.at(-1)).toMatchObject({
      isOutside: true,
      entries: [{ member: 'Ethereum', is: expect.stringContaining('127.0.0.1'), was: 'https://node.test' }],
    });
    expect(await balance()).toBe('12.5');
  });
});
