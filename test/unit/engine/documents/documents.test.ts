import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Audit } from '../../../../electron/engine/audit/audit.ts';
import type { Base } from '../../../../electron/engine/base.ts';
import { createDocuments, type Documents } from '../../../../electron/engine/documents/documents.ts';
import { writeRegister } from '../../../../electron/engine/documents/register.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { edit } from '../audit/audit-edit.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

let bench: Bench;
const asked: Question[] = [];
let refusing = false;

beforeAll(async () => {
  bench = await createReadyBench({
    async consent(question) {
      asked.push(question);
      return refusing ? { confirmed: false } : operatorSays(question);
    },
  });
});
afterAll(() => bench.end());
beforeEach(() => {
  asked.length = 0;
  refusing = false;
});

const entries = [{ member: '0xaa', is: 'Exchange', was: null, changed: true }];
const write = async (text: string, from: Bench = bench) => {
  const before = await from.engine.documents.read('addresses');
  return from.engine.documents.change('addresses', before, {
    body: Buffer.from(text),
    headline: 'Add “Exchange”',
    entries,
  });
};
const read = async (from: Bench = bench) => {
  const body = await from.engine.documents.read('addresses');
  return body === null ? null : Buffer.from(body).toString();
};
const asText = (body: Uint8Array | null) => (body === null ? 'none' : Buffer.from(body).toString());
const compare: Parameters<Documents['confirm']>[1] = ({ is, was }) => ({
  headline: 'As it is now',
  entries: [{ member: 'all', is: asText(is), was: asText(was), changed: true }],
});

describe('a document of the operator', () => {
  it('is changed by the operator’s answer only, and the change is in the audit log', async () => {
    expect(await read()).toBeNull();
    refusing = true;
    await expect(write('one')).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(await read()).toBeNull();
    refusing = false;
    await write('one');
    expect(await read()).toBe('one');
    expect(asked.at(-1)).toMatchObject({
      kind: 'changeDocument',
      isOutside: false,
      headline: 'Add “Exchange”',
      entries,
    });
    const last = JSON.parse([...bench.engine.audit.export()].at(-2) ?? '') as { operation: string };
    expect(last.operation).toBe('document change');
    await expect(bench.engine.profiles.requireConfirmed(bench.engine.profiles.get())).resolves.toBeUndefined();
  });

  it('is not changed by an answer to a question about an older one', async () => {
    const before = await bench.engine.documents.read('addresses');
    await write('two');
    const late = bench.engine.documents.change('addresses', before, {
      body: Buffer.from('late'),
      headline: '',
      entries,
    });
    await expect(late).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('at the same time'),
    });
    expect(await read()).toBe('two');
  });

  it('stays the old one when the program ended between writing the new one and recording it', async () => {
    await write('three');
    edit(bench.root, (database) =>
      database.exec("INSERT INTO document VALUES ('addresses', x'00', CAST('half' AS BLOB), CAST('half' AS BLOB))"),
    );
    bench = await bench.reopen();
    expect(await read()).toBe('three');
  });

  it('is read from the disk and hashed once, however often it is used', async () => {
    const { documents } = bench.engine;
    const first = await documents.read('addresses');
    edit(bench.root, (database) => database.exec("UPDATE document SET body = CAST('evil' AS BLOB)"));
    expect(await documents.read('addresses')).toBe(first);
    expect(await read()).toBe('three');
  });
});

it('is looked for once more when another process changed it between the looks at the log and at the document', async () => {
  const body = Buffer.from('new');
  const digests = ['old', 'new'].map((text) => createHash('sha256').update(text).digest('hex'));
  let looks = 0;
  const found = (among: readonly string[]) => {
    looks = 0;
    const profiles = async () =>
      writeRegister({ profiles: new Map(), documents: new Map([['addresses', among[Math.min(looks++, 1)] ?? '']]) });
    const find = (_name: string, digest: Uint8Array) =>
      Buffer.from(digest).toString('hex') === digests[1] ? { body, copy: body } : null;
    const ports = { paths: { root: bench.root } };
    const base = { ports, records: { documents: { find, any: () => null } } } as unknown as Base;
    return createDocuments(base, { profiles } as unknown as Audit).read('addresses');
  };
  expect(await found(digests)).toEqual(body);
  await expect(found([digests[0] ?? '', digests[0] ?? ''])).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
  expect(looks).toBe(2);
});

describe('a document that another program changed', () => {
  const attacks: readonly (readonly [what: string, sql: string])[] = [
    ['edited', "UPDATE document SET body = CAST('evil' AS BLOB)"],
    ['removed', 'DELETE FROM document'],
  ];
  it.for(attacks)('is not used when it was %s, until it is confirmed as it was shown', async ([what, sql]) => {
    await write(`good, then ${what}`);
    edit(bench.root, (database) => database.exec(sql));
    bench = await bench.reopen();
    await expect(read()).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
    await expect(write('more')).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
    expect(asked.filter(({ kind }) => kind === 'changeDocument')).toHaveLength(1);
    refusing = true;
    await expect(bench.engine.documents.confirm('addresses', compare)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    await expect(read()).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
    refusing = false;
    await bench.engine.documents.confirm('addresses', compare);
    const is = what === 'removed' ? null : 'evil';
    const was = what === 'edited' ? 'good, then edited' : 'none';
    expect(asked.at(-1)).toMatchObject({
      kind: 'changeDocument',
      isOutside: true,
      entries: [{ is: is ?? 'none', was }],
    });
    expect(await read()).toBe(is);
  });

  it('is not used when an older one is put back, with its digest', async () => {
    await write('older');
    let kept: unknown[] = [];
    edit(bench.root, (database) => {
      kept = database.prepare('SELECT name, digest, body, copy FROM document').raw().all();
    });
    await write('newer');
    edit(bench.root, (database) => {
      database.exec('DELETE FROM document');
      database.prepare('INSERT INTO document VALUES (?, ?, ?, ?)').run(...(kept[0] as unknown[]));
    });
    bench = await bench.reopen();
    await expect(read()).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
  });
});
