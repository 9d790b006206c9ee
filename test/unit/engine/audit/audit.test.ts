import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openP256Signer } from '../../../../electron/crypto/index.ts';
import { type AuditEntry, BEGIN, CHAIN_START, linkHash } from '../../../../electron/storage/records/audit-chain.ts';
import { auditHeadBytes } from '../../../../shared/processes/index.ts';
import { type Bench, createBench } from '../harness.ts';
import { edit, editJson } from './audit-edit.ts';

const ENTRIES = 20;
const FILES = ['records.db', 'audit.head'] as const;
const temporary = mkdtempSync(join(tmpdir(), 'castellan-audit-'));
let copies = 0;
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const copyOf = (root: string): string => {
  copies += 1;
  const copy = join(temporary, String(copies));
  cpSync(root, copy, { recursive: true });
  return copy;
};

const stamp = (bench: Bench, text = '{"organizationId":"a"}') =>
  bench.engine.requests.stamp(new TextEncoder().encode(text));

/** The number of log entries for a new profile and its key. */
const MADE = 3;

/**
 * A closed state folder whose log holds that many entries. The profile is for a service elsewhere, so the log otherwise
 * holds only stamps.
 */
async function madeFolder(entries: number): Promise<string> {
  const bench = await createBench({}, mkdtempSync(join(temporary, 'made-')));
  await bench.engine.setup.connect({
    name: 'desk',
    baseUrl: 'https://service.example',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    signerKey: null,
    store: 'file',
  });
  for (let index = MADE + 1; index <= entries; index += 1) await stamp(bench, `{"organizationId":"${index}"}`);
  await bench.engine.close();
  return bench.root;
}

/** A new log confirms no profile. */
const stampAnew = async (bench: Bench) => {
  await expect(stamp(bench)).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
  await bench.engine.setup.confirm('desk');
  await stamp(bench);
};

/** Checks the log of a folder, then tries a stamp. Returns both outcomes. */
async function verified(root: string): Promise<{ check: string; stamp: string }> {
  const bench = await createBench({}, root);
  const codeOf = ({ code, message }: Error & { code?: string }) => `${code}: ${message}`;
  try {
    const check = await bench.engine.audit.verify().then(({ entries }) => `${entries} entries`, codeOf);
    return { check, stamp: await stamp(bench).then(() => 'stamped', codeOf) };
  } finally {
    await bench.engine.close();
  }
}

describe('an audit log that was changed behind the vault', () => {
  let whole: string;
  let other: string;
  let earlier: string;
  beforeAll(async () => {
    earlier = await madeFolder(ENTRIES - 3);
    whole = copyOf(earlier);
    const bench = await createBench({}, whole);
    for (let index = 0; index < 3; index += 1) await stamp(bench);
    await bench.engine.close();
    other = await madeFolder(ENTRIES);
  });

  const expectNoticed = async (root: string, ...words: string[]) => {
    const { check, stamp: next } = await verified(root);
    expect(check).toContain('AUDIT_BROKEN');
    for (const word of words) expect(check).toContain(word);
    expect(next).toContain('AUDIT_UNAVAILABLE');
  };

  it('verifies while nothing was changed', async () => {
    expect(await verified(copyOf(whole))).toEqual({ check: `${ENTRIES} entries`, stamp: 'stamped' });
  });

  it('is noticed when entries were dropped and the head rewritten', async () => {
    const root = copyOf(whole);
    edit(root, (database) => database.exec(`DELETE FROM audit WHERE sequence > ${ENTRIES - 1}`));
    await expectNoticed(root, `It ends after entry ${ENTRIES - 1}`, `entry ${ENTRIES} was signed and counted`);
  });

  it('is noticed when an entry was changed and the whole chain recomputed, with its signatures or without', async () => {
    for (const signature of ['signature', 'NULL']) {
      const root = copyOf(whole);
      edit(root, (database) => {
        const rows = database.prepare('SELECT *, credential_id AS credentialId, public_key AS publicKey FROM audit');
        const update = database.prepare(
          `UPDATE audit SET body = ?, hash = ?, signature = ${signature} WHERE sequence = ?`,
        );
        let previous: Uint8Array = CHAIN_START;
        for (const row of rows.all() as (AuditEntry & { sequence: number })[]) {
          const entry = row.sequence === 1 ? { ...row, body: Buffer.from('{"organizationId":"x"}') } : row;
          previous = linkHash(previous, row.sequence, entry);
          update.run(entry.body, Buffer.from(previous), row.sequence);
        }
      });
      await expectNoticed(
        root,
        `Entry ${ENTRIES} is not the signed and counted entry`,
        'Entry 1 is the first that the vault did not sign',
      );
    }
  });

  it('is noticed when an entry was added with a right hash', async () => {
    const root = copyOf(whole);
    edit(root, (database) => {
      const tip = database.prepare('SELECT * FROM audit ORDER BY sequence DESC LIMIT 1').get() as AuditEntry & {
        hash: Buffer;
      };
      const texts = { profile: 'desk', credentialId: '', publicKey: '', operation: 'stamp', url: '' };
      const hash = linkHash(tip.hash, ENTRIES + 1, { at: tip.at, ...texts, body: Buffer.from('{}') });
      database
        .prepare("INSERT INTO audit VALUES (?, ?, 'desk', '', '', 'stamp', '', x'7b7d', ?, NULL, NULL, NULL)")
        .run(ENTRIES + 1, tip.at, Buffer.from(hash));
    });
    await expectNoticed(root, `Entry ${ENTRIES + 1} is not signed by the vault`);
  });

  /** Lists a key of one's own as another audit key, and adds an entry that it signed. */
  const forge = (root: string, operation: string) => {
    const signer = openP256Signer(new Uint8Array(32).fill(9));
    editJson(
      join(root, 'credentials.json'),
      (content: { keys?: { purpose: string; id?: string; publicKey?: string }[] }) => {
        const real = content.keys?.find(({ purpose }) => purpose === 'audit');
        content.keys?.push({ purpose: 'audit', ...real, id: 'forged', publicKey: signer.publicKey });
      },
    );
    edit(root, (database) => {
      const tip = database.prepare('SELECT * FROM audit ORDER BY sequence DESC LIMIT 1').get() as AuditEntry & {
        hash: Buffer;
      };
      const texts = { profile: '', credentialId: '', publicKey: '', operation, url: '' };
      const begins = operation === BEGIN;
      const sequence = ENTRIES + 1;
      const previous = begins ? CHAIN_START : tip.hash;
      const hash = linkHash(previous, sequence, { at: tip.at, ...texts, body: Buffer.from('{}') });
      const signature = signer.sign(auditHeadBytes(begins ? sequence : 1, sequence, hash));
      database
        .prepare("INSERT INTO audit VALUES (?, ?, '', '', '', ?, '', x'7b7d', ?, 'forged', ?, NULL)")
        .run(sequence, tip.at, operation, Buffer.from(hash), Buffer.from(signature));
    });
  };
  const changeFirst = (root: string) =>
    edit(root, (database) => database.exec("UPDATE audit SET body = x'7b7d' WHERE sequence = 1"));

  it('is noticed when an entry was added with the signature of a key that was listed beside its own', async () => {
    const root = copyOf(whole);
    forge(root, 'stamp');
    await expectNoticed(root, `Entry ${ENTRIES + 1} is not signed by the vault`);
  });

  it('is noticed when an entry was changed and a new chain was begun by a key that was listed beside its own', async () => {
    const root = copyOf(whole);
    forge(root, BEGIN);
    await expectNoticed(root, `Entry ${ENTRIES + 1} begins a new chain that the counter does not have`);
    changeFirst(root);
    await expectNoticed(root, 'Entry 1 was changed');
    edit(root, (database) => database.exec('DELETE FROM audit WHERE sequence = 1'));
    await expectNoticed(root, 'Entry 1 is missing');
  });

  it('is noticed when its new chain is the vault’s and the counter is from before, and can be begun once more', async () => {
    const root = copyOf(whole);
    changeFirst(root);
    const bench = await createBench({}, root);
    await bench.engine.audit.begin();
    await bench.engine.close();
    expect((await verified(root)).check).toBe('1 entries');
    copyFileSync(join(whole, 'keystore.json'), join(root, 'keystore.json'));
    await expectNoticed(root, 'Entry 1 was changed');
    const again = await createBench({}, root);
    await expect(stamp(again)).rejects.toThrow('begins a new chain that the counter does not have');
    expect(await again.engine.audit.begin()).toMatchObject({ entry: ENTRIES + 2 });
    await stampAnew(again);
    expect(await again.engine.audit.verify()).toEqual({ entries: 3 });
    await again.engine.close();
  });

  it('is taken up by a process that ran while another one began it anew', async () => {
    const bench = await createBench({}, copyOf(whole));
    await stamp(bench);
    changeFirst(bench.root);
    const other = await createBench({}, bench.root);
    await other.engine.audit.begin();
    await other.engine.close();
    await stampAnew(bench);
    expect(await bench.engine.audit.verify()).toEqual({ entries: 3 });
    await bench.engine.close();
  });

  it('is noticed when both files were deleted', async () => {
    const root = copyOf(whole);
    for (const file of FILES) rmSync(join(root, file));
    expect(existsSync(join(root, 'records.db-wal'))).toBe(false);
    await expectNoticed(root, 'It is empty', `entry ${ENTRIES} was signed and counted`, 'the files were deleted');
  });

  it('is noticed when the files are another machine’s', async () => {
    const root = copyOf(whole);
    for (const file of FILES) copyFileSync(join(other, file), join(root, file));
    await expectNoticed(root, 'rewritten or replaced', 'Entry 1 is the first that the vault did not sign');
  });

  it('is noticed when both files were rolled back to an earlier copy', async () => {
    const root = copyOf(whole);
    for (const file of FILES) copyFileSync(join(earlier, file), join(root, file));
    await expectNoticed(root, `It ends after entry ${ENTRIES - 3}`, 'older files were restored');
  });

  it('is noticed when its key or its counter was taken away, or replaced by another', async () => {
    const noKey = copyOf(whole);
    editJson(join(noKey, 'credentials.json'), (content: { keys?: { purpose: string }[] }) => {
      content.keys = content.keys?.filter(({ purpose }) => purpose !== 'audit') ?? [];
    });
    await expectNoticed(noKey, 'none is listed as its signer');

    const otherKey = copyOf(whole);
    for (const file of FILES) copyFileSync(join(other, file), join(otherKey, file));
    const { keys } = JSON.parse(readFileSync(join(other, 'credentials.json'), 'utf8'));
    const theirs = keys.find(({ purpose }: { purpose: string }) => purpose === 'audit');
    editJson(join(otherKey, 'credentials.json'), (content: { keys?: { purpose: string; publicKey: string }[] }) => {
      for (const key of content.keys ?? []) if (key.purpose === 'audit') key.publicKey = theirs.publicKey;
    });
    await expectNoticed(otherKey, 'is missing in the passphrase file, or was replaced');

    const noCounter = copyOf(whole);
    editJson(join(noCounter, 'keystore.json'), (content: { items?: Record<string, string> }) => {
      const items = content.items ?? {};
      for (const name of Object.keys(items)) if (name.startsWith('audit-counter/')) delete items[name];
    });
    await expectNoticed(noCounter, 'Its counter in the passphrase file is missing');

    const countsLess = copyOf(whole);
    const nothing = JSON.stringify({ first: 1, sequence: 0, hash: '0'.repeat(64), signature: '00' });
    editJson(join(countsLess, 'keystore.json'), (content: { items?: Record<string, string> }) => {
      const items = content.items ?? {};
      for (const name of Object.keys(items))
        if (name.startsWith('audit-counter/')) items[name] = Buffer.from(nothing).toString('base64');
    });
    await expectNoticed(countsLess, 'or the vault did not sign it');
  });

  it('is noticed while the program runs, before anything more is signed', async () => {
    const bench = await createBench({}, copyOf(whole));
    await stamp(bench);
    await stamp(bench);
    edit(bench.root, (database) => database.exec(`DELETE FROM audit WHERE sequence > ${ENTRIES + 1}`));
    await expect(stamp(bench)).rejects.toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
    await expect(bench.engine.audit.verify()).rejects.toMatchObject({ code: 'AUDIT_BROKEN' });
    await bench.engine.close();
  });

  it('is not noticed when the whole folder, counter included, is an earlier copy: README says so', async () => {
    expect(await verified(copyOf(earlier))).toEqual({ check: `${ENTRIES - 3} entries`, stamp: 'stamped' });
  });

  it('takes entries again after it was begun anew, and keeps what was found', async () => {
    const root = copyOf(whole);
    for (const file of FILES) rmSync(join(root, file));
    const bench = await createBench({}, root);
    const { entry, found } = await bench.engine.audit.begin();
    expect([entry, found]).toEqual([ENTRIES + 1, expect.stringContaining('the files were deleted')]);
    await stampAnew(bench);
    expect(await bench.engine.audit.verify()).toEqual({ entries: 3 });
    await expect(bench.engine.audit.begin()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const [first = ''] = bench.engine.audit.export();
    expect(Buffer.from(JSON.parse(first).body, 'base64').toString()).toContain('the files were deleted');
    await bench.engine.close();

    const noKey = copyOf(whole);
    editJson(join(noKey, 'credentials.json'), (content: { keys?: { purpose: string }[] }) => {
      content.keys = content.keys?.filter(({ purpose }) => purpose !== 'audit') ?? [];
    });
    const again = await createBench({}, noKey);
    expect(await again.engine.audit.begin()).toMatchObject({ entry: ENTRIES + 1 });
    expect(await again.engine.audit.verify()).toEqual({ entries: 1 });
    await again.engine.close();
  });
});

describe('a crash while an entry is recorded', () => {
  let before: string;
  beforeAll(async () => {
    before = await madeFolder(17);
  });

  it('is no alarm at any point, and the next stamp is made', async () => {
    const bench = await createBench({}, copyOf(before));
    await stamp(bench);
    const running = copyOf(bench.root);
    await bench.engine.close();
    const after = copyOf(bench.root);
    const crashes = [
      // Crashes before the entry, the head or the counter was written, and one after all of them.
      { entry: before, head: before, counter: before },
      { entry: running, head: before, counter: before },
      { entry: running, head: running, counter: before },
      { entry: after, head: after, counter: after },
    ];
    for (const { entry, head, counter } of crashes) {
      const root = copyOf(entry);
      copyFileSync(join(head, 'audit.head'), join(root, 'audit.head'));
      copyFileSync(join(counter, 'keystore.json'), join(root, 'keystore.json'));
      const entries = entry === before ? 17 : 18;
      expect(await verified(root)).toEqual({ check: `${entries} entries`, stamp: 'stamped' });
    }
    // The other way round would be an alarm, which is why the counter is written last.
    copyFileSync(join(after, 'keystore.json'), join(before, 'keystore.json'));
    expect((await verified(before)).check).toContain('AUDIT_BROKEN');
  });
});

describe('the counter', () => {
  it('hears of every sixteenth entry, of the lock of the vault and of the end', async () => {
    const bench = await createBench({}, await madeFolder(0));
    const counter = () => {
      const { items } = JSON.parse(readFileSync(join(bench.root, 'keystore.json'), 'utf8'));
      const name = Object.keys(items).find((item) => item.startsWith('audit-counter/')) ?? '';
      return JSON.parse(Buffer.from(items[name], 'base64').toString()).sequence as number;
    };
    expect(counter()).toBe(MADE);
    for (let index = 1; index <= 17; index += 1) await stamp(bench);
    expect(counter()).toBe(MADE + 16);
    bench.engine.vault.lock();
    await expect.poll(counter).toBe(MADE + 17);
    await bench.engine.vault.unlock();
    await stamp(bench);
    expect(counter()).toBe(MADE + 17);
    await bench.engine.close();
    expect(counter()).toBe(MADE + 18);
  });
});
