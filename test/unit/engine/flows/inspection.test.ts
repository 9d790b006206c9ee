import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInspection } from '../../../../electron/engine/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { calling, encodeCall } from '../../../meanings/evm-calls.ts';
import { edit } from '../audit/audit-edit.ts';
import { type Bench, createBench, createProcesses, operatorSays } from '../harness.ts';

const TILL = '0x7070707070707070707070707070707070707070';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const PAY = encodeCall('pay(address to, uint256 amount)', { to: ALICE, amount: 5n });
const ABI = JSON.stringify([
  { type: 'function', name: 'pay', inputs: ['address', 'uint256'].map((type) => ({ name: type, type })) },
]);
const AS = { kind: 'transaction', type: 'TRANSACTION_TYPE_ETHEREUM', signWith: null, atMs: 0 } as const;
const INPUT = { bytes: Buffer.from(String(calling(PAY, { to: TILL }).parameters.unsignedTransaction)), as: AS };
/** A transfer to an address that nobody knows here. */
const SENT = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const input = () => ({ ...INPUT, bytes: Uint8Array.from(INPUT.bytes) });

/** With the passphrase file, and no profile. */
let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
  await bench.engine.interfaces.add({ name: 'Till', chain: 'eip155:1', address: TILL, text: ABI });
  const entry = { address: ALICE, chain: null, label: 'Alice', note: '', tags: [], allowed: false };
  await bench.engine.addresses.save(entry, null);
});
afterAll(() => bench.end());

const KEPT = {
  description: { headline: `Call “pay” of ${TILL}`, judged: 'whole' },
  naming: { addresses: expect.arrayContaining([expect.objectContaining({ address: ALICE, label: 'Alice' })]) },
};

describe('what a text means that nobody asks to sign', () => {
  it('uses the kept contracts and names, also without a profile', async () => {
    expect(await bench.engine.inspection.inspect(input())).toMatchObject(KEPT);
    const { naming } = await bench.engine.inspection.inspect({ ...input(), bytes: Buffer.from(SENT) });
    expect([naming?.headline, naming?.findings]).toEqual([expect.stringContaining('not in your address book'), []]);
    bench = await bench.reopen();
    expect(await bench.engine.inspection.inspect(input())).toMatchObject(KEPT);
  });

  it('leaves them out, and says why, where nothing proves that they were confirmed', async () => {
    const askPassphrase = () => Promise.reject(new AppError('PASSPHRASE_REQUIRED', 'A passphrase is needed.'));
    bench = await bench.reopen({ askPassphrase });
    const { description, naming } = await bench.engine.inspection.inspect(input());
    expect([description.judged, naming]).toEqual(['blind', null]);
    const text = 'Castellan uses none of your names and described contracts. A passphrase is needed.';
    expect(description.findings.at(-1)).toMatchObject({ level: 'care', text });
    const bundle = { bytes: Buffer.from('{"a":1}'), as: { kind: 'bundle', signerKey: null } } as const;
    expect((await bench.engine.inspection.inspect(bundle)).description.findings).not.toContainEqual(
      expect.objectContaining({ text }),
    );
    const cancelled = () => Promise.reject(new AppError('CANCELLED', 'Cancelled.'));
    bench = await bench.reopen({ askPassphrase: cancelled });
    await expect(bench.engine.inspection.inspect(input())).rejects.toMatchObject({ code: 'CANCELLED' });
    bench = await bench.reopen({ askPassphrase: async () => Uint8Array.from(operatorPassphrase) });
  });

  it('uses neither when both were changed outside, and names each', async () => {
    edit(bench.root, (database) =>
      database.exec("UPDATE document SET body = CAST(replace(CAST(body AS TEXT), 'Alice', 'Mally') AS BLOB)"),
    );
    edit(bench.root, (database) =>
      database.exec("UPDATE document SET body = CAST(replace(CAST(body AS TEXT), 'Till', 'Tall') AS BLOB)"),
    );
    bench = await bench.reopen();
    const { description, naming } = await bench.engine.inspection.inspect(input());
    expect(description).toMatchObject({ judged: 'blind' });
    expect(description.findings.at(-1)?.text).toMatch(/^Castellan uses none of your described contracts\./);
    expect(naming?.findings.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Castellan shows no names of the address book\./),
    );
    expect(JSON.stringify([description, naming])).not.toMatch(/Mally|Tall/);
  });
});

const operatorPassphrase = operatorSays({
  kind: 'unlock',
  profile: null,
  passphrase: 'known',
  called: 'PIN',
  securityKey: 'none',
  problem: null,
}).passphrase as Uint8Array;

describe('where nothing is kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-inspection-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['nowhere', '.'])('needs the vault alone, and makes no file: %s', async (name) => {
    const root = join(folder, name);
    const path = (file: string) => join(root, file);
    const inspection = await createInspection({
      paths: {
        root,
        profiles: path('profiles.json'),
        credentials: path('credentials.json'),
        keystore: path('keystore.json'),
        records: path('records.db'),
        auditHead: path('audit.head'),
        cache: path('cache.db'),
        history: path('history.db'),
        service: path('service'),
        log: path('log'),
        chromium: path('chromium'),
      },
      version: '0.0.0',
      clock: { now: () => 0, steady: () => 0, pause: async () => undefined },
      consent: async (question) => operatorSays(question),
      askPassphrase: null,
      askPin: null,
      passkeys: null,
      forceStore: 'file',
      autoUnlock: true,
      report: () => undefined,
      transport: () => Promise.reject(new Error('nothing is sent')),
      startProcess: createProcesses(() => 0).start,
    });
    const { description, naming } = await inspection.inspect(input());
    await inspection.close();
    expect([description.judged, naming]).toEqual(['blind', null]);
    expect(name === '.' ? readdirSync(root) : existsSync(root)).toEqual(name === '.' ? [] : false);
  });
});
