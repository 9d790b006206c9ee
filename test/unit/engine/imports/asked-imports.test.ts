import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAskedImports } from '../../../../electron/engine/imports/asked-imports.ts';
import type { ImportAs } from '../../../../electron/engine/imports/import-requests.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

const WALLET: ImportAs = {
  kind: 'wallet',
  accounts: [{ curve: 'CURVE_SECP256K1', path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }],
};
const KEY: ImportAs = { kind: 'key', curve: null, addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] };
const PROFILE = { name: 'local', kind: 'local', baseUrl: null, organizationId: 'o', hue: 1 };
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-import-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Parts = Parameters<typeof createAskedImports>;

/** A service that starts imports when `starts`, and a vault that takes only the right secret. */
function bench(typed: readonly string[], { starts = true, right = 'right words', opens = '' } = {}) {
  const asked: Question[] = [];
  const prepared: { operation: string; parameters: object; derived: unknown }[] = [];
  const seen: Uint8Array[] = [];
  const answers = [...typed];
  const consents = {
    async ask(question: Question) {
      asked.push(question);
      const passphrase = utf8Encode(answers.shift() ?? '');
      seen.push(passphrase);
      return { passphrase };
    },
  };
  const requests = {
    async prepare(operation: string, parameters: object, { derived }: { derived?: unknown }) {
      prepared.push({ operation, parameters, derived });
      return { requestId: operation };
    },
    async submit(requestId: string) {
      const isStart = requestId.startsWith('init');
      const result = isStart && starts ? { initImportWalletResult: { importBundle: 'bundle' } } : {};
      return { activity: { status: 'ACTIVITY_STATUS_COMPLETED', result }, detail: requestId };
    },
  };
  const imports = {
    async check({ given }: { given: Uint8Array }) {
      const text = utf8Decode(given);
      if (opens !== '') throw new AppError('PASSPHRASE_REQUIRED', 'It needs its passphrase.');
      if (text !== right) throw new AppError('INVALID_INPUT', 'Word 2 is in no list.');
    },
    async seal(_profile: unknown, { given, passphrase }: { given: Uint8Array; passphrase: Uint8Array | null }) {
      const text = utf8Decode(given);
      const opening = passphrase === null ? '' : utf8Decode(passphrase);
      given.fill(0);
      passphrase?.fill(0);
      if (opening !== opens) throw new AppError('PASSPHRASE_WRONG', 'This passphrase does not open it.');
      if (text !== right) throw new AppError('INVALID_INPUT', 'Word 2 is in no list.');
      return {
        encryptedBundle: 'sealed',
        targetPublicKey: '04',
        curve: 'CURVE_SECP256K1',
        addresses: [ADDRESS],
        findings: [],
      };
    },
    compare: () => true,
  };
  const noted: string[][] = [];
  const parts = {
    continued: { note: (...entry: string[]) => void noted.push(entry), has: () => false },
    requests,
    imports,
    profiles: { get: () => PROFILE },
    queries: {
      ask: async (_operation: string, { activityId }: { activityId?: string }) =>
        activityId === undefined
          ? { userId: 'user' }
          : {
              activity: {
                type: activityId,
                result: starts ? { initImportWalletResult: { importBundle: 'bundle' } } : {},
              },
            },
    },
  };
  const { run } = createAskedImports({ consents } as unknown as Parts[0], parts as unknown as Parts[1]);
  const stages: string[] = [];
  return {
    asked,
    prepared,
    noted,
    stages,
    run: (as: ImportAs, file: string | null = null, started: string | null = null) =>
      run({ name: 'Old', as, file, started }, { progress: (stage) => stages.push(stage) }),
    isWiped: () => seen.every((bytes) => bytes.every((byte) => byte === 0)),
  };
}

describe('an import that the window asks for', () => {
  it('shows the derived addresses with the request, and wipes what was typed', async () => {
    const { run, asked, prepared, stages, isWiped } = bench(['right words']);
    expect(await run(WALLET)).toEqual({ activity: 'import_wallet', addresses: [ADDRESS], isSame: true });
    expect(asked).toMatchObject([{ kind: 'importSecret', what: 'wallet', name: 'Old', problem: null }]);
    expect(prepared.map(({ operation, derived }) => ({ operation, derived }))).toEqual([
      { operation: 'init_import_wallet', derived: undefined },
      {
        operation: 'import_wallet',
        derived: [{ label: expect.any(String), path: "m/44'/60'/0'/0/0", address: ADDRESS }],
      },
    ]);
    expect(stages).toEqual(['starting', 'typing', 'importing']);
    expect(isWiped()).toBe(true);
  });

  it('is asked again with the reason after a wrong word', async () => {
    const { run, asked, isWiped } = bench(['wrong words', 'right words']);
    await run(WALLET);
    expect(asked).toMatchObject([{ problem: null }, { problem: 'Word 2 is in no list.' }]);
    expect(isWiped()).toBe(true);
  });

  it('asks for nothing when the start waits for votes', async () => {
    const { run, asked } = bench([], { starts: false });
    expect(await run(WALLET)).toEqual({ activity: 'init_import_wallet', addresses: [], isSame: false });
    expect(asked).toEqual([]);
  });

  it('continues an import that was started before, and starts no other', async () => {
    const { run, prepared, noted } = bench(['right words']);
    expect(await run(WALLET, null, 'ACTIVITY_TYPE_INIT_IMPORT_WALLET')).toMatchObject({ isSame: true });
    expect(prepared.map(({ operation }) => operation)).toEqual(['import_wallet']);
    expect(noted).toEqual([['local', 'ACTIVITY_TYPE_INIT_IMPORT_WALLET', 'import_wallet']]);
  });

  it('refuses to continue an activity that is not completed, and one that started another kind', async () => {
    const waiting = bench([], { starts: false });
    await expect(waiting.run(WALLET, null, 'ACTIVITY_TYPE_INIT_IMPORT_WALLET')).rejects.toThrow(
      'has not started an import',
    );
    const other = bench([]);
    await expect(other.run(KEY, null, 'ACTIVITY_TYPE_INIT_IMPORT_WALLET')).rejects.toThrow('has not started an import');
    expect([...waiting.asked, ...other.asked]).toEqual([]);
  });

  it('asks for the passphrase of a keystore file, again after a wrong one', async () => {
    const file = join(folder, 'keystore.json');
    writeFileSync(file, '{"crypto":1}');
    const { run, asked, isWiped } = bench(['wrong', 'right'], { right: '{"crypto":1}', opens: 'right' });
    expect(await run(KEY, file)).toMatchObject({ isSame: true });
    expect(asked).toMatchObject([
      { what: 'keystore', problem: null },
      { what: 'keystore', problem: 'This passphrase does not open it.' },
    ]);
    expect(isWiped()).toBe(true);
  });

  it('refuses a file that holds something else, one that is empty and one that is too long', async () => {
    const file = join(folder, 'key.txt');
    writeFileSync(file, 'wrong');
    const { run, prepared } = bench([]);
    await expect(run(KEY, file)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(prepared).toEqual([]);
    writeFileSync(file, '');
    await expect(bench([]).run(KEY, file)).rejects.toThrow('is missing or empty');
    writeFileSync(file, 'a'.repeat(64 * 1024 + 1));
    await expect(bench([]).run(KEY, file)).rejects.toThrow('is longer than 65536 bytes');
  });
});
