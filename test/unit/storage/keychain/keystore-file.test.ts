import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { openKeystoreFile } from '../../../../electron/storage/keychain/keystore-file.ts';
import { base64Decode } from '../../../../electron/storage/keychain/secret-store.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { codeOf, errorOf, freshPaths, rejectionOf, temporaryFolder } from '../support.ts';

const fresh = freshPaths(temporaryFolder());

const HEADER = new Uint8Array(95).fill(7);

function made(path = fresh('keystore.json')): { path: string; store: ReturnType<typeof openKeystoreFile> } {
  const store = openKeystoreFile(path);
  store.setHeader(HEADER, null);
  return { path, store };
}

describe('the passphrase file', () => {
  it('is missing at first, which it reports', async () => {
    const store = openKeystoreFile(fresh('keystore.json'));
    expect([store.kind, store.backend, store.header()]).toEqual(['file', 'passphrase file', null]);
    expect(await store.read('a')).toBeNull();
    await store.remove('a');
    expect((await rejectionOf(store.write('a', Uint8Array.of(1)))).code).toBe('PASSPHRASE_REQUIRED');
  });

  it('returns its header, and has a private file and folder', () => {
    const { path, store } = made(join(dirname(fresh('x')), 'new', 'keystore.json'));
    expect(store.header()).toEqual(HEADER);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(path))).toEqual(['keystore.json', 'state.lock']);
  });

  it('never replaces the header of keys that only that header can open', () => {
    const { path, store } = made();
    const before = readFileSync(path);
    const other = new Uint8Array(95);
    expect(codeOf(() => store.setHeader(other, null))).toBe('FILE_REFUSED');
    expect(codeOf(() => store.setHeader(other, other))).toBe('FILE_REFUSED');
    expect(readFileSync(path)).toEqual(before);
  });

  it('replaces a named header and keeps the keys', async () => {
    const { store } = made();
    await store.write('a', Uint8Array.of(1));
    const other = new Uint8Array(95).fill(8);
    store.setHeader(other, HEADER);
    expect([store.header(), await store.read('a')]).toEqual([other, Uint8Array.of(1)]);
  });

  it('stores, replaces and removes like a map, from any process', async () => {
    const name = fc.constantFrom('a', 'b/1', 'constructor', 'x'.repeat(128));
    const step = fc.record({ name, bytes: fc.option(fc.uint8Array({ minLength: 1, maxLength: 1024 })) });
    const { path } = made();
    const model = new Map<string, Uint8Array>();
    await fc.assert(
      fc.asyncProperty(step, async (taken) => {
        const store = openKeystoreFile(path);
        if (taken.bytes === null) {
          await store.remove(taken.name);
          model.delete(taken.name);
        } else {
          await store.write(taken.name, taken.bytes);
          model.set(taken.name, taken.bytes);
        }
        for (const [kept, bytes] of model) expect(await openKeystoreFile(path).read(kept)).toEqual(bytes);
        for (const absent of ['a', 'toString', 'valueOf']) {
          if (!model.has(absent)) expect(await store.read(absent)).toBeNull();
        }
      }),
      { numRuns: 60 },
    );
    expect(openKeystoreFile(path).header()).toEqual(HEADER);
  });

  it.for(['', '-a', 'a b', 'a\0b', '__proto__', 'ü', 'a'.repeat(129)])('takes no name like %j', async (name) => {
    const { store } = made();
    for (const asked of [store.read(name), store.write(name, Uint8Array.of(1)), store.remove(name)]) {
      expect((await rejectionOf(asked)).code).toBe('INVALID_INPUT');
    }
  });

  it.for([0, 1025])('takes no blob of %d bytes', async (length) => {
    expect((await rejectionOf(made().store.write('a', new Uint8Array(length)))).code).toBe('INVALID_INPUT');
  });
});

describe('base64 of a kept secret', () => {
  it('decodes into its own array, which can be wiped completely', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const decoded = base64Decode(Buffer.from(bytes).toString('base64'));
        expect(decoded).toEqual(bytes);
        expect(decoded?.buffer.byteLength).toBe(bytes.length);
      }),
    );
  });

  it.for(['A', 'AA', 'AAA', 'AA=', 'AA===', 'AAA==', 'AB==', 'AAB=', 'A-_A', 'AA AA==', 'AAAA\n', 'é', '='])(
    'is not %j',
    (text) => expect(base64Decode(text)).toBeNull(),
  );
});

describe('a damaged passphrase file', () => {
  const { path: source } = made();
  const whole = readFileSync(source, 'utf8');

  const opened = (content: string | Uint8Array, mode = 0o600): { path: string; error: () => AppError } => {
    const path = fresh('keystore.json');
    writeFileSync(path, content, { mode });
    return { path, error: () => errorOf(() => openKeystoreFile(path).header()) };
  };

  it('cut at any byte is refused by name, and neither used nor overwritten', async () => {
    const end = whole.trimEnd().length;
    for (let length = 0; length < end; length += 1) {
      const { path, error } = opened(whole.slice(0, length));
      expect(error().code).toBe('KEYSTORE_CORRUPT');
      expect(error().message).toContain(path);
      expect(error().message).toContain('backup');
      expect((await rejectionOf(openKeystoreFile(path).write('a', Uint8Array.of(1)))).code).toBe('KEYSTORE_CORRUPT');
      expect(codeOf(() => openKeystoreFile(path).setHeader(HEADER, null))).toBe('KEYSTORE_CORRUPT');
      expect(readFileSync(path, 'utf8')).toBe(whole.slice(0, length));
    }
  });

  it('with any bit flipped is refused or reads as a whole header', () => {
    fc.assert(
      fc.property(fc.nat(whole.length * 8 - 1), (bit) => {
        const bytes = Buffer.from(whole);
        bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        const { path } = opened(bytes);
        try {
          const header = openKeystoreFile(path).header();
          expect(header).toBeInstanceOf(Uint8Array);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect(['KEYSTORE_CORRUPT', 'STATE_FILE_NEWER']).toContain((error as AppError).code);
        }
      }),
      { numRuns: 400 },
    );
  });

  it.for([
    ['not an object', '[]'],
    ['another format', whole.replace('castellan-keystore', 'other')],
    ['a header that is not base64', whole.replace(/"header": "[^"]*"/, '"header": "***="')],
    ['an unknown member', whole.replace('"items"', '"more": 1, "items"')],
    ['an item that is not base64', whole.replace('"items": {}', '"items": {"a": "***="}')],
    ['an item of broken base64', whole.replace('"items": {}', '"items": {"a": "abc"}')],
    ['broken UTF-8', Buffer.concat([Buffer.from(whole), Buffer.of(0xff)])],
  ] as const)('with %s is refused', async ([, content]) => {
    const store = openKeystoreFile(opened(content).path);
    expect((await rejectionOf(store.read('a'))).code).toBe('KEYSTORE_CORRUPT');
  });

  it('of a newer version is refused and kept', () => {
    const { path, error } = opened(whole.replace('"version": 1', '"version": 2, "unheard": true'));
    expect(error().code).toBe('STATE_FILE_NEWER');
    expect(error().message).toContain(path);
  });

  it('that others can read is refused with the command that fixes it', () => {
    const { path, error } = opened(whole);
    chmodSync(path, 0o644);
    expect(error().code).toBe('FILE_REFUSED');
    expect(error().message).toContain(`chmod 600 '${path}'`);
    chmodSync(path, 0o600);
    expect(openKeystoreFile(path).header()).toEqual(HEADER);
  });

  it('that is a folder is refused', () => {
    const path = fresh('keystore.json');
    mkdirSync(path);
    expect(codeOf(() => openKeystoreFile(path).header())).toBe('FILE_REFUSED');
    expect(existsSync(path)).toBe(true);
  });
});
