import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from '../../../../electron/crypto/index.ts';
import { readReport } from '../../../../electron/engine/index.ts';
import type { Answer, Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import type { StationFile } from '../../../../shared/model/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const FORMAT = 'ADDRESS_FORMAT_ETHEREUM';

let bench: Bench & { address: string };
let file: StationFile;
const questions: Question[] = [];
/** The parts of the operator's answers that differ from a plain yes. Null for a no. */
let says: (question: Question) => Partial<Extract<Answer, { confirmed: true }>> | null = () => ({});
beforeAll(async () => {
  bench = await createReadyBench({
    // As in the window, where nothing but the trusted window asks for a passphrase.
    autoUnlock: false,
    askPassphrase: null,
    async consent(question) {
      questions.push(question);
      const said = says(question);
      return said === null ? { confirmed: false } : { ...operatorSays(question), ...said };
    },
  });
});
afterAll(() => bench.end());
beforeEach(() => {
  says = () => ({});
});

const path = (name: string) => join(bench.root, name);
const kinds = () => questions.map(({ kind }) => kind);

/** Exports of the account and its wallet, gathered and opened in the station. */
async function proven(name: string): Promise<StationFile> {
  const { address, engine } = bench;
  await engine.accounts.refresh();
  const [row] = engine.accounts.list({ search: '', offset: 0, limit: 1 }).rows;
  const at = { address, addressFormat: FORMAT } as const;
  const wanted = [
    { kind: 'account', of: address, ...at } as const,
    { kind: 'wallet', of: row?.walletId ?? '', path: "m/44'/60'/0'/0/0", ...at } as const,
  ];
  const made = await engine.exportLists.make(wanted, { profile: engine.profiles.get(), store: 'file' });
  const gathered = await engine.exportLists.gather(made.text, made.code, engine.profiles.get());
  writeFileSync(path(name), gathered.text);
  const opened = await engine.station.prove(engine.station.open(path(name)).id);
  questions.length = 0;
  return opened;
}

describe('the proven exports of a list, written from the window', () => {
  const write = (folder: string | null) =>
    bench.engine.station.writeExports(file.id, async () => (folder === null ? null : path(folder)));
  beforeAll(async () => {
    says = () => ({});
    file = await proven('gathered.castellan');
  });

  it('are not written without a yes, or without a folder', async () => {
    says = ({ kind }) => (kind === 'writeExports' ? null : {});
    await expect(write('never')).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    says = () => ({ format: 'hex' });
    await expect(write(null)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect([existsSync(path('never')), bench.processes.calls.includes('vault.reveal')]).toEqual([false, false]);
  });

  it('are asked for again without a passphrase for their keystores, or with another passphrase of the store', async () => {
    questions.length = 0;
    const answers = [
      { format: 'web3' as const },
      { format: 'eip-2335' as const, filePassphrase: new TextEncoder().encode('Schlüssel für alle') },
      { format: 'hex' as const, passphrase: new TextEncoder().encode('another passphrase') },
    ];
    says = ({ kind }) => (kind === 'writeExports' ? (answers.shift() ?? null) : {});
    await expect(write('never')).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    const problems = questions.map((question) => ('problem' in question ? question.problem : null));
    expect(problems).toEqual([
      null,
      expect.stringContaining('A keystore needs a passphrase.'),
      expect.stringContaining('only letters, digits and signs of ASCII'),
      expect.objectContaining({ text: expect.stringContaining('does not open') }),
    ]);
    expect(existsSync(path('never'))).toBe(false);
  });

  it('are written as digits and words, with a signed report that holds no secret', async () => {
    questions.length = 0;
    says = ({ kind }) => (kind === 'writeExports' ? { format: 'hex' } : {});
    expect(await write('keys')).toEqual({ folder: path('keys'), files: 2, hasReport: true });
    expect(kinds()).toEqual(['writeExports', 'stampReport']);
    expect(questions[0]).toMatchObject({ file: 'gathered.castellan', keys: 1, wallets: 1, missing: 0 });
    const [key = '', words = '', report = ''] = readdirSync(path('keys')).toSorted();
    expect([key, words, report]).toEqual([
      `001-account-${bench.address}.hex`,
      expect.stringMatching(/^002-wallet-.*\.txt$/),
      'report.json',
    ]);
    const digits = readFileSync(path(`keys/${key}`), 'utf8');
    const point = Buffer.from(secp256k1.getPublicKey(Buffer.from(digits, 'hex'), false)).toString('hex');
    expect(addressOf(FORMAT, point)).toBe(bench.address);
    const text = readFileSync(path('keys/report.json'), 'utf8');
    const phrase = readFileSync(path(`keys/${words}`), 'utf8');
    expect([phrase.trim().split(' ').length, text.includes(digits), text.includes(phrase.trim())]).toEqual([
      expect.toBeOneOf([12, 24]),
      false,
      false,
    ]);
    const read = readReport(text);
    expect(read.publicKey).toBe(bench.engine.credentials.list()[0]?.publicKey);
    expect(read.report.exports.map(({ file: name, form }) => [name, form])).toEqual([
      [key, 'hex'],
      [words, 'mnemonic'],
    ]);
    expect((questions[1] as QuestionOf<'stampReport'>).body).toContain('castellan-export-report');
    for (const name of ['', key, words, report])
      expect(statSync(path(`keys/${name}`)).mode & 0o777).toBe(name === '' ? 0o700 : 0o600);
  });

  it('cannot be opened again after their target keys were destroyed', async () => {
    await expect(write('once more')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are written as sheets without a report when the operator does not sign it, and never over other files', async () => {
    file = await proven('again.castellan');
    says = ({ kind }) => (kind === 'stampReport' ? null : { format: 'sheet' });
    await expect(write('keys')).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    expect(await write('sheets')).toMatchObject({ files: 2, hasReport: false });
    expect(readdirSync(path('sheets')).toSorted()).toEqual([
      `001-account-${bench.address}.pdf`,
      expect.stringMatching(/^002-wallet-.*\.pdf$/),
    ]);
  });
});

describe('a request that is composed here and stamped elsewhere', () => {
  const sent = () => bench.transport.sent.filter(({ path: to }) => to.endsWith('create_wallet'));
  const compose = () => bench.engine.station.compose('create_wallet', { walletName: 'Carried', accounts: [] }, false);

  it('is composed without a question, and is in no file until it is saved', async () => {
    questions.length = 0;
    const before = [sent().length, bench.engine.audit.status().entries];
    const composed = await compose();
    expect(composed).toMatchObject({ name: 'create-wallet.castellan', kind: 'request-to-stamp', isSaved: false });
    const saved = bench.engine.station.save(composed.id, path('request.castellan'));
    expect(saved.file).toMatchObject({ id: composed.id, name: 'request.castellan', isSaved: true });
    expect(bench.engine.station.open(path('request.castellan'))).toMatchObject({ kind: 'request-to-stamp' });
    expect([sent().length, bench.engine.audit.status().entries]).toEqual(before);
    expect(questions).toEqual([]);
  });

  it('is stamped, then sent byte for byte after a question that names its key', async () => {
    const { station, credentials } = bench.engine;
    const { file: stamped } = await station.stamp((await compose()).id, path('stamped.castellan'));
    expect(stamped).toMatchObject({ name: 'stamped.castellan', kind: 'stamped-request' });
    questions.length = 0;
    const before = sent().length;
    says = () => null;
    await expect(station.send(stamped.id)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(sent()).toHaveLength(before);
    says = () => ({});
    const { detail } = await station.send(stamped.id);
    const { body } = JSON.parse(readFileSync(path('stamped.castellan'), 'utf8')).content;
    expect([detail.row.status, sent().at(-1)?.body]).toEqual(['ACTIVITY_STATUS_COMPLETED', body]);
    const [key] = credentials.list();
    expect(questions).toMatchObject([
      { kind: 'sendCarried' },
      { kind: 'sendCarried', body, stampedBy: { publicKey: key?.publicKey, name: key?.name } },
    ]);
  });

  it('is not sent when it is only a request to stamp', async () => {
    await expect(bench.engine.station.send((await compose()).id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
