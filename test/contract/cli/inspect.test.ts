import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Workstation } from './support.ts';

const workstation = new Workstation();
afterAll(() => workstation.close());

const TRANSACTION = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const ETHEREUM = ['inspect', 'transaction', '--type', 'TRANSACTION_TYPE_ETHEREUM'];
const HEADLINE = 'Send 0.000000000000000001 ETH to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

it('tells what a transaction does as JSON, and in words, with no profile and no key', async () => {
  const told = await workstation.json(ETHEREUM, { stdin: `0x${TRANSACTION}\n` });
  expect(told).toMatchObject({ headline: HEADLINE, judged: 'whole', decoded: { title: 'EIP-1559 transaction' } });
  const { exitCode, stdout, stderr } = await workstation.run([...ETHEREUM, '--text'], { stdin: TRANSACTION });
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')).toEqual(expect.arrayContaining([HEADLINE, '  Nonce: 1', 'EIP-1559 transaction']));
  expect(existsSync(join(workstation.home, 'keystore.json'))).toBe(false);
});

it('tells of a payload so that no character in it steers the terminal', async () => {
  const args = ['inspect', 'payload', '--encoding', 'PAYLOAD_ENCODING_TEXT_UTF8', '--text'];
  const { exitCode, stdout } = await workstation.run(args, { stdin: 'pay \u202e\u001b[2Jeve' });
  expect([exitCode, stdout.includes('\u202e'), stdout.includes('\u001b')]).toEqual([0, false, false]);
});

it('tells what cannot be read, and ends with 1', async () => {
  const { exitCode, stdout } = await workstation.run(['inspect', 'bundle'], { stdin: '{"a":1}' });
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([1, { judged: 'unreadable', findings: [{ level: 'danger' }] }]);
  const activity = await workstation.run(['inspect', 'activity', '--text'], { stdin: 'activity' });
  expect([activity.exitCode, activity.stdout]).toEqual([1, expect.stringContaining('it is not JSON')]);
});

it.each([
  [['inspect'], 'needs one of: transaction, payload, bundle, activity'],
  [['inspect', 'transaction'], '--type'],
  [['inspect', 'transaction', '--type', 'ethereum'], 'TRANSACTION_TYPE_ETHEREUM'],
  [['inspect', 'bundle', '--signer-key', '04ab'], '--signer-key is not'],
  [['inspect', 'activity'], 'nothing was there'],
])('refuses a wrong use: %j', async (args, why) => {
  const { exitCode, stdout, stderr } = await workstation.run(args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(why);
});
