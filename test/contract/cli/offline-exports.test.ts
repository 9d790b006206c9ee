import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, openKeystoreFile } from '../../../electron/crypto/index.ts';
import { checkCode } from '../../../electron/engine/containers/container.ts';
import { framesOf } from '../../../electron/engine/containers/frames.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { makeAgeKey, openAge } from '../../unit/crypto/open-age.ts';
import { findSecrets, newUserKey, resultOf, type Service, Workstation } from './support.ts';

/** The whole way between two state folders: the offline one runs under the kernel’s filter. */
const online = new Workstation();
const offline = new Workstation();
const user = newUserKey();
let service: Service;
let address = '';
let walletId = '';
let offlineKey = '';

const FORMAT = 'ADDRESS_FORMAT_ETHEREUM';
const PATH = "m/44'/60'/0'/0/0";
const OTHER_PATH = "m/44'/60'/0'/0/1";
const account = (path: string) => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path,
  addressFormat: FORMAT,
});
const path = (name: string) => join(offline.folder, name);
const addressOfKey = (key: string) =>
  addressOf(FORMAT, Buffer.from(secp256k1.getPublicKey(Buffer.from(key, 'hex'), false)).toString('hex'));

beforeAll(async () => {
  await Promise.all([online.useKeychain(), offline.useKeychain()]);
  service = await online.serveFor(user);
  await online.connect(service, user);
  const { baseUrl, organizationId, keys } = service.ready;
  const where = ['--base-url', baseUrl, '--organization-id', organizationId, '--signer-key', keys.signer];
  await offline.json(['--offline', 'profile', 'add', 'desk', ...where]);
  ({ publicKey: offlineKey } = await offline.json<{ publicKey: string }>([
    ...['--offline', 'key', 'create', '--profile', 'desk'],
  ]));
  const made = await online.json<{ activity: Activity }>(['call', 'create_wallet', '-'], {
    stdin: JSON.stringify({ walletName: 'Cold', accounts: [account(PATH), account(OTHER_PATH)] }),
  });
  const result = resultOf<{ addresses: string[]; walletId: string }>(made.activity, 'createWalletResult');
  ({ walletId } = result);
  [address = ''] = result.addresses;
});
afterAll(() => Promise.all([online.close(), offline.close()]));

let code = '';
const gather = (out: string, check = code) =>
  online.run(['export', 'gather', path('targets.castellan'), '--check', check, '--out', path(out)]);

describe('exports from the list to the files, with an offline machine', () => {
  it('target keys are made offline, for the accounts that the online machine lists and for a wallet', async () => {
    const { accounts } = await online.json<{ accounts: object[] }>(['call', 'list_wallet_accounts']);
    expect(accounts).toHaveLength(2);
    const listed = accounts.map((one) => ({ kind: 'account', ...pick(one) }));
    const wanted = [...listed, { kind: 'wallet', of: walletId, path: PATH, address, addressFormat: FORMAT }];
    const list = offline.write('wanted.json', JSON.stringify(wanted));
    const made = await offline.json<{ exports: number; checkCode: string }>([
      ...['--offline', 'export', 'target', '--for', list, '--out', path('targets.castellan')],
    ]);
    expect(made.exports).toBe(3);
    code = made.checkCode;
    expect(code).toBe(checkCode(JSON.parse(readFileSync(path('targets.castellan'), 'utf8')).sha256));
  });

  it('a list goes as pictures of QR codes, and as the texts that a scanner types', async () => {
    const list = path('wanted.json');
    const made = await offline.json<{ checkCode: string }>([
      ...['--offline', 'export', 'target', '--for', list, '--out', path('codes'), '--qr'],
    ]);
    const pictures = readdirSync(path('codes'));
    expect(pictures).toContain('spare.png');
    rmSync(path(`codes/${pictures[0]}`));
    const read = (file: string, out: string) =>
      online.run(['export', 'gather', file, '--check', '0000 0000 0000 0000 0000', '--out', path(out)]);
    // The list is read, so only its check code is refused.
    const { stderr } = await read(path('codes'), 'no.castellan');
    expect(stderr).toContain('The check code is not that of this list.');
    const text = readFileSync(path('targets.castellan'), 'utf8');
    const { count, frame } = framesOf(text);
    const typed = Array.from({ length: count }, (_, index) => frame(index + 1));
    const scanned = await read(offline.write('scanned.txt', `${typed.join('\n')}\n`), 'no.castellan');
    expect(scanned.stderr).toContain('The check code is not that of this list.');
    const short = await read(offline.write('short.txt', typed.slice(1).join('\n')), 'no.castellan');
    expect([short.exitCode, short.stderr]).toEqual([
      2,
      expect.stringContaining(`Add pictures of the codes 1, or of any`),
    ]);
    const mixed = await read(
      offline.write('mixed.txt', `${typed[0]}\n${framesOf(`${text} `).frame(2)}`),
      'no.castellan',
    );
    expect(mixed.stderr).toContain('it belongs to another container than the codes before it');
    rmSync(path('codes/spare.png'));
    const lost = await read(path('codes'), 'no.castellan');
    expect(lost.stderr).toContain('QR codes were read. Nothing was done.');
    expect([made.checkCode.length, readdirSync(offline.folder).includes('no.castellan')]).toEqual([24, false]);
  });

  it('nothing is asked for with another check code', async () => {
    const { exitCode, stderr } = await gather('no.castellan', '0000 0000 0000 0000 0000');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The check code is not that of this list. Nothing was asked for.');
    expect(await exportsAsked()).toBe(0);
  });

  it('an interrupted run continues, and nothing is asked for twice', async () => {
    const running = online.start([
      ...['export', 'gather', path('targets.castellan'), '--check', code, '--out', path('gathered.castellan')],
    ]);
    await running.says('1 of 3: exports asked for');
    running.interrupt();
    const { exitCode } = await running.ended;
    expect(exitCode).not.toBe(0);
    const { exitCode: again, stderr } = await gather('gathered.castellan');
    expect([again, stderr]).toEqual([0, expect.stringContaining('3 of 3')]);
    expect(await exportsAsked()).toBe(3);
    expect(await gather('once-more.castellan')).toMatchObject({ exitCode: 0 });
    expect(await exportsAsked()).toBe(3);
    const read = (name: string) => readFileSync(path(name), 'utf8');
    expect(read('once-more.castellan')).toBe(read('gathered.castellan'));
  });

  it('an edited, a cut and another container are refused by name, and nothing is written', async () => {
    const text = readFileSync(path('gathered.castellan'), 'utf8');
    const files = { edited: text.replace(address, `0x${'11'.repeat(20)}`), cut: text.slice(0, 500) };
    for (const [name, content] of Object.entries(files)) {
      const { exitCode, stdout, stderr } = await openAll(offline.write(`${name}.castellan`, content), 'never');
      expect([name, exitCode, stdout]).toEqual([name, 2, '']);
      expect(stderr).toContain('The file is not a container that can be used');
    }
    const other = await openAll(path('targets.castellan'), 'never');
    expect(other.stderr).toContain('The file holds a list of export targets');
    expect(readdirSync(offline.folder)).not.toContain('never');
  });

  it('nothing is opened for recipients that are none, or that no form takes', async () => {
    const { recipient } = makeAgeKey();
    for (const [options, why] of [
      [['--as', 'age', '--recipient', 'age1nobody'], 'is not an X25519 recipient of age'],
      [['--recipient', recipient], '--recipient is for --as age'],
      [['--as', 'age', '--recipient', recipient, ...passphrase()], 'has recipients or a passphrase'],
    ] as const) {
      const { exitCode, stderr } = await openAll(path('gathered.castellan'), 'never', ...options);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
    }
    expect(readdirSync(offline.folder)).not.toContain('never');
  });

  it('with the service gone, all are proven, then written, with a stamped report', async () => {
    await service.stop();
    const kept = await openAll(path('gathered.castellan'), 'keystores', '--as', 'web3', '--keep', ...passphrase());
    expect([kept.exitCode, JSON.parse(kept.stdout)]).toEqual([0, expect.objectContaining({ opened: 3, notOpened: 0 })]);
    const [first = ''] = readdirSync(path('keystores'));
    const keystore = JSON.parse(readFileSync(path(`keystores/${first}`), 'utf8'));
    const opened = await openKeystoreFile(keystore, utf8Encode('a passphrase of files'));
    const { recipient, privateKey } = makeAgeKey();
    const aged = await openAll(path('gathered.castellan'), 'aged', '--as', 'age', '--recipient', recipient, '--keep');
    expect(aged.exitCode).toBe(0);
    const ages = readdirSync(path('aged')).filter((name) => name.endsWith('.age'));
    const inAges = ages.map((name) => utf8Decode(openAge(readFileSync(path(`aged/${name}`)), { privateKey })));
    const { exitCode } = await openAll(path('gathered.castellan'), 'keys');
    expect(exitCode).toBe(0);
    const files = readdirSync(path('keys')).sort();
    expect(files).toHaveLength(4);
    expect(files.map((name) => statSync(path(`keys/${name}`)).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600]);
    expect(statSync(path('keys')).mode & 0o777).toBe(0o700);
    const key = readFileSync(path(`keys/${files[0]}`), 'utf8');
    expect(files[0]).toContain(addressOfKey(key));
    expect(Buffer.from(opened).toString('hex')).toBe(key);
    const words = readFileSync(path(`keys/${files[2]}`), 'utf8');
    expect(words.split(' ')).toHaveLength(12);
    expect([inAges[0], inAges[2]]).toEqual([key, words]);

    const report = readFileSync(path('keys/report.json'), 'utf8');
    expect([report.includes(key), report.includes(words)]).toEqual([false, false]);
    const { publicKey, report: read } = await online.json<{ publicKey: string; report: { exports: object[] } }>([
      ...['export', 'check-report', path('keys/report.json')],
    ]);
    expect(read.exports[2]).toMatchObject({ derivedAddress: address, export: { kind: 'wallet', of: walletId } });
    expect(publicKey).toBe(offlineKey);
    const changed = offline.write('changed.json', report.replace(walletId, walletId.replace(/.$/, 'x')));
    expect((await online.run(['export', 'check-report', changed])).stderr).toContain('its stamp does not fit');
    expect(findSecrets([...offline.printed, ...online.printed], [Buffer.from(key, 'hex'), Buffer.from(words)])).toEqual(
      [],
    );
  });

  it('afterwards the target keys are destroyed: the file opens nothing any more', async () => {
    const { exitCode, stderr } = await openAll(path('gathered.castellan'), 'again');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('was destroyed on');
    expect(readdirSync(offline.folder)).not.toContain('again');
  });
});

const openAll = (file: string, out: string, ...more: string[]) =>
  offline.run(['--offline', 'export', 'open-all', file, '--out', path(out), ...more]);

const passphrase = () => ['--passphrase-file', offline.write('file-passphrase', 'a passphrase of files\n')];

const pick = (row: object) => {
  const { address, addressFormat } = row as Record<string, unknown>;
  return { address, addressFormat };
};

async function exportsAsked(): Promise<number> {
  const { activities } = await online.json<{ activities: Activity[] }>(['call', 'list_activities']);
  return activities.filter(({ type }) => type.startsWith('ACTIVITY_TYPE_EXPORT_')).length;
}
