import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { danger } from '../../../electron/crypto/index.ts';
import type { Engine, WantedImport } from '../../../electron/engine/index.ts';
import { AppError } from '../../../shared/errors/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { activityWith, bytesInput, cli, FakeEngine, PREPARED, terminalInput } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORDS = 'test test test test test test test test test test test junk';
const FORMAT = ['--format', 'ADDRESS_FORMAT_ETHEREUM'];
const STARTED_ID = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const STARTED = { initImportWalletResult: { importBundle: 'bundle' } };

interface Answers {
  readonly start?: Activity;
  readonly finish?: Activity;
  readonly isSame?: boolean;
  readonly findings?: readonly string[];
}

/** An engine that records what a command asks of it. */
function importing({ start, finish = activityWith('COMPLETED'), isSame = true, findings = [] }: Answers = {}) {
  const asked: unknown[] = [];
  const wanted: WantedImport[] = [];
  const seen: string[] = [];
  const submits = [start ?? { ...activityWith('COMPLETED'), result: STARTED }, finish];
  const engine = new FakeEngine({
    queries: {
      ask: (async (name: string, request: unknown) => {
        asked.push([name, request]);
        return name === 'whoami' ? { userId: 'user-1' } : { activity: submits.shift() };
      }) as Engine['queries']['ask'],
    },
    requests: {
      prepare: async (name, parameters) => {
        asked.push([name, parameters]);
        return PREPARED;
      },
      submit: async () => ({ activity: submits.shift(), signed: null, signature: null }) as never,
    },
    imports: {
      check: async ({ given }) => {
        if (new TextDecoder().decode(given).includes('wrong')) throw new AppError('INVALID_INPUT', 'It is no phrase.');
      },
      seal: async (_profile, given) => {
        wanted.push(given);
        seen.push(new TextDecoder().decode(given.given), new TextDecoder().decode(given.passphrase ?? undefined));
        const addresses = given.as.kind === 'secret' ? [] : ['0xabc'];
        return {
          encryptedBundle: 'sealed',
          targetPublicKey: '04',
          curve: 'CURVE_SECP256K1',
          addresses,
          findings: findings.map((text) => danger(text)),
        };
      },
      compare: () => isSame,
    },
  });
  return { engine, asked, wanted, seen };
}

describe('import wallet', () => {
  it('starts the import, seals the words in the vault, shows the addresses, and sends the bundle', async () => {
    const { engine, asked, wanted, seen } = importing();
    const run = await cli(['import', 'wallet', 'Treasury'], { engine, stdin: bytesInput(`${WORDS}\n`) });
    expect(run.exitCode).toBe(0);
    const account = { curve: 'CURVE_SECP256K1', path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' };
    expect(asked).toEqual([
      ['whoami', {}],
      ['init_import_wallet', { userId: 'user-1' }],
      [
        'import_wallet',
        {
          userId: 'user-1',
          walletName: 'Treasury',
          encryptedBundle: 'sealed',
          accounts: [{ ...account, pathFormat: 'PATH_FORMAT_BIP32' }],
        },
      ],
    ]);
    expect(wanted[0]).toMatchObject({
      as: { kind: 'wallet', accounts: [account] },
      bundle: 'bundle',
      userId: 'user-1',
    });
    expect(seen[0]).toBe(WORDS);
    expect(wanted[0]?.given.every((byte) => byte === 0)).toBe(true);
    expect(run.stderr).toContain("  0xabc  ADDRESS_FORMAT_ETHEREUM m/44'/60'/0'/0/0\n");
    expect(run.stderr).toContain('Proven: the service reports the addresses');
  });

  it('says what the vault found in the file before the request is sent', async () => {
    const { engine } = importing({ findings: ['The keystore file states another address.'] });
    const run = await cli(['import', 'wallet', 'Treasury'], { engine, stdin: bytesInput(`${WORDS}\n`) });
    expect(run.stderr).toContain('Care: The keystore file states another address.\n');
  });

  it('accepts several formats at their default paths, or one path', async () => {
    const { engine, wanted } = importing();
    const formats = [...FORMAT, '--format', 'ADDRESS_FORMAT_SOLANA'];
    await cli(['import', 'wallet', 'T', ...formats], { engine, stdin: bytesInput(WORDS) });
    expect(wanted[0]?.as).toMatchObject({ accounts: [{ curve: 'CURVE_SECP256K1' }, { curve: 'CURVE_ED25519' }] });
    const other = importing();
    await cli(['import', 'wallet', 'T', ...FORMAT, '--path', '44h/60h/7'], {
      engine: other.engine,
      stdin: bytesInput(WORDS),
    });
    expect(other.wanted[0]?.as).toMatchObject({ accounts: [{ path: "m/44'/60'/7" }] });
    const both = await cli(['import', 'wallet', 'T', ...formats, '--path', 'm/0'], { stdin: bytesInput(WORDS) });
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('--path is for one --format.')]);
  });

  it.each([
    ['CONSENSUS_NEEDED', 3],
    ['FAILED', 4],
  ])('ends when its start is %s, and encrypts nothing', async (status, exitCode) => {
    const { engine, wanted } = importing({ start: activityWith(status) });
    const run = await cli(['import', 'wallet', 'T'], { engine, stdin: bytesInput(WORDS) });
    expect([run.exitCode, wanted]).toEqual([exitCode, []]);
    expect(JSON.parse(run.stdout)).toMatchObject({ activity: { status: `ACTIVITY_STATUS_${status}` } });
    expect(run.stderr).toContain('so nothing was encrypted or imported');
  });

  it('continues an import that needed votes', async () => {
    const { engine, asked } = importing();
    await cli(['import', 'wallet', 'T', '--started', ` ${STARTED_ID.toUpperCase()}`], {
      engine,
      stdin: bytesInput(WORDS),
    });
    expect(asked.slice(0, 2)).toEqual([
      ['whoami', {}],
      ['get_activity', { activityId: STARTED_ID }],
    ]);
  });

  it('sends nothing for words that the vault refuses', async () => {
    const { engine, asked, wanted } = importing();
    const { exitCode, stderr } = await cli(['import', 'wallet', 'T'], { engine, stdin: bytesInput('wrong words') });
    expect([exitCode === 0, stderr, asked, wanted]).toEqual([
      false,
      expect.stringContaining('It is no phrase.'),
      [],
      [],
    ]);
  });

  it.each([
    ['zz', 'has a character at place 1, z, that is no hexadecimal digit'],
    ['', 'is empty'],
  ])('names the option with an id that is none: %j', async (id, why) => {
    const { engine, asked } = importing();
    const run = await cli(['import', 'wallet', 'T', '--started', id], { engine, stdin: bytesInput(WORDS) });
    expect([run.exitCode, asked]).toEqual([2, []]);
    expect(run.stderr).toContain(`--started ${why}. Nothing was imported. Give an id like`);
  });

  it('shows what to compare when the import needs votes', async () => {
    const { engine } = importing({ finish: activityWith('CONSENSUS_NEEDED'), isSame: false });
    const { exitCode, stderr } = await cli(['import', 'wallet', 'T'], { engine, stdin: bytesInput(WORDS) });
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('Compare the addresses above')]);
    expect(stderr).not.toContain('Proven');
  });

  it('refuses a file that others can read', async () => {
    const file = join(folder, 'words.txt');
    writeFileSync(file, WORDS);
    chmodSync(file, 0o644);
    const { engine, asked } = importing();
    const { exitCode, stderr } = await cli(['import', 'wallet', 'T', '--file', file], { engine });
    expect([exitCode, stderr, asked]).toEqual([1, expect.stringContaining('can be read or changed by others'), []]);
  });
});

describe('import key', () => {
  it('asks for the passphrase of a keystore file, on a terminal or in a file', async () => {
    const keystore = join(folder, 'keystore.json');
    writeFileSync(keystore, ' {"version":3}', { mode: 0o600 });
    const passphrase = join(folder, 'passphrase.txt');
    writeFileSync(passphrase, 'open sesame\n', { mode: 0o600 });
    const argv = ['import', 'key', 'Old', ...FORMAT, '--file', keystore];
    const typed = importing();
    await cli(argv, { engine: typed.engine, stdin: terminalInput('open sesame\r') });
    expect(typed.seen[1]).toBe('open sesame');
    const fromFile = importing();
    await cli([...argv, '--passphrase-file', passphrase], { engine: fromFile.engine });
    expect(fromFile.seen[1]).toBe('open sesame');
    expect(fromFile.wanted[0]?.passphrase?.every((byte) => byte === 0)).toBe(true);
    const nobody = await cli(argv, { engine: importing().engine });
    expect([nobody.exitCode, nobody.stderr]).toEqual([1, expect.stringContaining('name that with --passphrase-file')]);
  });

  it.each([
    [['import', 'key', 'x'], 'needs --format ADDRESS_FORMAT_X'],
    [['import', 'key', 'x', '--format', 'BTC'], '--format is not an address format'],
    [['import', 'key', 'x', ...FORMAT, '--passphrase-file', '/nowhere'], 'is for keystore files'],
    [['import', 'secret', 'x'], 'The secret is empty.'],
  ])('refuses wrong usage before anything is sent: %#', async (argv, why) => {
    const { engine, asked } = importing();
    const stdin = bytesInput(argv[1] === 'secret' ? '' : 'ab'.repeat(32));
    const { exitCode, stderr } = await cli(argv, { engine, stdin });
    expect([exitCode, stderr, asked]).toEqual([2, expect.stringContaining(why), []]);
  });
});

it('import secret keeps every byte including a final newline, and reports that', async () => {
  const started = {
    ...activityWith('COMPLETED'),
    result: { initImportSecretsResult: { enclaveTargetMessages: ['b'] } },
  };
  const { engine, asked, seen } = importing({ start: started, isSame: false });
  const { exitCode, stderr } = await cli(['import', 'secret', 'Exchange'], { engine, stdin: bytesInput(' hidden \n') });
  expect([exitCode, seen[0]]).toEqual([0, ' hidden \n']);
  expect(stderr).toContain('Care: the secret ends with a line break');
  const suite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
  expect(asked.slice(1)).toEqual([
    ['init_import_secrets', { encryptionSuite: suite, numSecrets: 1 }],
    [
      'import_secrets',
      { secrets: [{ name: 'Exchange', secretPayload: 'sealed', targetPublicKey: '04', encryptionSuite: suite }] },
    ],
  ]);
});
