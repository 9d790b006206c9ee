import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '../../../shared/operations/index.ts';
import { findSecrets, newUserKey, resultOf, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;

const WORDS = 'test test test test test test test test test test test junk';
const ETHEREUM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SOLANA = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96';
/** A key of published vectors, and its WIF. */
const KEY = '0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d';
const WIF = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
const SECRET = 'a secret that nobody prints';
const PROVEN = 'Proven: the service reports the addresses that the vault derived.';

beforeAll(async () => {
  await workstation.useKeychain();
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
});
afterAll(() => workstation.close());

/** The number of imports that were started at the service. */
async function activities(): Promise<number> {
  const types = ['ACTIVITY_TYPE_INIT_IMPORT_WALLET', 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY'];
  const json = JSON.stringify({ filterByType: types, paginationOptions: { limit: '100' } });
  return (await workstation.json<{ activities: Activity[] }>(['call', 'list_activities', '--json', json])).activities
    .length;
}

describe('castellan import', () => {
  it('wallet takes over the words, with addresses that the vault derived before', async () => {
    const formats = ['--format', 'ADDRESS_FORMAT_ETHEREUM', '--format', 'ADDRESS_FORMAT_SOLANA'];
    const { exitCode, stdout, stderr } = await workstation.run(['import', 'wallet', 'Treasury', ...formats], {
      stdin: `  ${WORDS.toUpperCase().replaceAll(' ', '\n')}\n`,
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(PROVEN)]);
    expect(stderr.indexOf(ETHEREUM)).toBeLessThan(stderr.indexOf('Import wallet'));
    const { activity } = JSON.parse(stdout) as { activity: Activity };
    const result = resultOf<{ addresses: string[] }>(activity, 'importWalletResult');
    expect(result.addresses).toEqual([ETHEREUM, SOLANA]);
  });

  it('key takes over a WIF from a file', async () => {
    const file = workstation.write('key.wif', `${WIF}\n`);
    const arguments_ = ['import', 'key', 'Hot', '--format', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', '--file', file];
    const { exitCode, stdout, stderr } = await workstation.run(arguments_);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(PROVEN)]);
    const { activity } = JSON.parse(stdout) as { activity: Activity };
    const { addresses } = resultOf<{ addresses: { address: string }[] }>(activity, 'importPrivateKeyResult');
    expect(addresses).toMatchObject([{ address: expect.stringMatching(/^bc1q/) }]);
    expect(stderr).toContain(addresses[0]?.address);
  });

  it('secret takes over bytes, and says when they end with a line end', async () => {
    const { exitCode, stdout, stderr } = await workstation.run(['import', 'secret', 'Exchange'], {
      stdin: `${SECRET}\n`,
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('ends with a line break')]);
    const { activity } = JSON.parse(stdout) as { activity: Activity };
    expect(resultOf<{ secretIds: string[] }>(activity, 'importSecretsResult').secretIds).toHaveLength(1);
  });

  it('resumes with the start of an earlier run', async () => {
    const { userId } = await workstation.json<{ userId: string }>(['call', 'whoami']);
    const { activity } = await workstation.json<{ activity: Activity }>(['call', 'init_import_private_key', '-'], {
      stdin: JSON.stringify({ userId }),
    });
    const format = ['--format', 'ADDRESS_FORMAT_ETHEREUM'];
    await workstation.json(['import', 'key', 'Later', ...format, '--started', activity.id], {
      stdin: KEY.replace('0c', '0d'),
    });
  });

  it.each([
    ['wallet', 'not a phrase', 'This is not a recovery phrase: '],
    ['key', `${KEY}0`, 'it has 65 hexadecimal digits and must have 64'],
  ])('%s refuses something else, and imports nothing', async (kind, stdin, why) => {
    const before = await activities();
    const format = kind === 'key' ? ['--format', 'ADDRESS_FORMAT_ETHEREUM'] : [];
    const { exitCode, stdout, stderr } = await workstation.run(['import', kind, 'Wrong', ...format], { stdin });
    expect([exitCode === 0, stdout, stderr]).toEqual([false, '', expect.stringContaining(why)]);
    expect(stderr).toContain('Nothing was imported.');
    expect(await activities()).toBe(before);
  });

  it('encrypts to no key that another signer than the profile’s has signed', async () => {
    await workstation.json(['profile', 'set', 'desk', '--signer-key', service.ready.keys.notarizer]);
    const { exitCode, stdout, stderr } = await workstation.run(['import', 'wallet', 'Other'], { stdin: WORDS });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('it is signed with another key than the profile’s. Nothing was encrypted or sent.');
  });

  it('never prints what was imported', () => {
    const secrets = [WORDS, KEY, WIF, SECRET].map((text) => new TextEncoder().encode(text));
    expect(findSecrets(workstation.printed, [...secrets, Buffer.from(KEY, 'hex')])).toEqual([]);
  });
});
