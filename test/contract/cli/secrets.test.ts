import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import bip39 from '../../vectors/bip-39.json' with { type: 'json' };
import bip84 from '../../vectors/bip-84.json' with { type: 'json' };
import rfc8032 from '../../vectors/rfc-8032.json' with { type: 'json' };
import { Workstation } from './support.ts';

const PHRASE = bip39.words[1]?.[2] ?? '';
const WIF = bip84.keys[1]?.wif ?? '';
const DIGITS = rfc8032.vectors[0]?.privateKey ?? '';

const workstation = new Workstation();
beforeAll(async () => {
  await workstation.json(['init']);
});
afterAll(() => workstation.close());

const sign = (payload: string, ...options: string[]) =>
  workstation.run(['call', 'sign_raw_payload', '-', ...options], {
    stdin: JSON.stringify({
      signWith: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      payload,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    }),
  });

it('keeps no private key that was pasted as a message: not in a file, a log or what it prints', async () => {
  for (const [secret, what] of [
    [PHRASE, 'recovery phrase'],
    [`my key is ${WIF}`, 'private key'],
  ] as const) {
    const { exitCode, stdout, stderr } = await sign(secret);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`This is a ${what}. Nothing was kept.`);
  }
  const stamped = await workstation.run(['stamp'], { stdin: WIF });
  expect([stamped.exitCode, stamped.stdout]).toEqual([2, '']);

  const suspected = await sign(DIGITS);
  expect([suspected.exitCode, suspected.stdout]).toEqual([2, '']);
  expect(suspected.stderr).toContain('`--hex-is-no-key`');
  const files = readdirSync(workstation.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
  expect(files.length).toBeGreaterThan(5);
  for (const secret of [PHRASE, WIF, DIGITS])
    expect([...files, ...workstation.printed].filter((content) => content.includes(secret))).toEqual([]);

  const dry = await sign(DIGITS, '--hex-is-no-key', '--dry-run');
  expect([dry.exitCode, JSON.parse(dry.stdout)]).toMatchObject([0, { method: 'POST' }]);
});
