import { existsSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { Workstation } from './support.ts';

const workstation = new Workstation();
afterAll(() => workstation.close());

const TRANSACTION = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const ETHEREUM = ['inspect', 'transaction', '--type', 'TRANSACTION_TYPE_ETHEREUM'];
const HEADLINE = 'Send 0.000000000000000001 ETH to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

it('describes a transaction as JSON and in words, without a profile or a key', async () => {
  const shown = await workstation.json(ETHEREUM, { stdin: `0x${TRANSACTION}\n` });
  expect(shown).toMatchObject({ headline: HEADLINE, judged: 'whole', decoded: { title: 'EIP-1559 transaction' } });
  const { exitCode, stdout, stderr } = await workstation.run([...ETHEREUM, '--text'], { stdin: TRANSACTION });
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')).toEqual(expect.arrayContaining([HEADLINE, '  Nonce: 1', 'EIP-1559 transaction']));
  expect(existsSync(workstation.home)).toBe(false);
});

it('describes a payload so that no character in it controls the terminal', async () => {
  const args = ['inspect', 'payload', '--encoding', 'PAYLOAD_ENCODING_TEXT_UTF8', '--text'];
  const { exitCode, stdout } = await workstation.run(args, { stdin: 'pay \u202e\u001b[2Jeve' });
  expect([exitCode, stdout.includes('\u202e'), stdout.includes('\u001b')]).toEqual([0, false, false]);
});

it('describes a whole megabyte in the confined vault, which may make no shared memory', async () => {
  const args = ['inspect', 'payload', '--encoding', 'PAYLOAD_ENCODING_TEXT_UTF8'];
  const stdin = 'pay the rent in march; '.repeat(43_000);
  expect(JSON.stringify(await workstation.json(args, { stdin }))).toContain(stdin);
});

it('names content that cannot be read, and exits with 1', async () => {
  const { exitCode, stdout } = await workstation.run(['inspect', 'bundle'], { stdin: '{"a":1}' });
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([1, { judged: 'unreadable', findings: [{ level: 'danger' }] }]);
  const activity = await workstation.run(['inspect', 'activity', '--text'], { stdin: 'activity' });
  expect([activity.exitCode, activity.stdout]).toEqual([1, expect.stringContaining('it is not JSON')]);
});

it('shows the bytes of undecodable contents, as JSON and in words', async () => {
  const broken = { stdin: `0x${TRANSACTION}00` };
  const { stdout } = await workstation.run(ETHEREUM, broken);
  expect(JSON.parse(stdout)).toMatchObject({ judged: 'unreadable', raw: `0x${TRANSACTION}00` });
  const inWords = await workstation.run([...ETHEREUM, '--text'], broken);
  expect(inWords.stdout).toContain(`\n  all of it: 0x${TRANSACTION}00\n`);
  const blind = await workstation.run([...ETHEREUM, '--text'], { stdin: callOf('12ab34cd', '5') });
  expect(blind.stdout).toMatch(/not explained: bytes \d+ to \d+: 0x12ab34cd0{24}2{40}0{63}5\n/);
});

it.each([
  [['inspect'], 'needs one of: transaction, payload, bundle, activity'],
  [['inspect', 'transaction'], '--type'],
  [['inspect', 'transaction', '--type', 'ethereum'], 'TRANSACTION_TYPE_ETHEREUM'],
  [['inspect', 'bundle', '--signer-key', '04ab'], '--signer-key has 4 hexadecimal digits and must have 130'],
  [['inspect', 'payload'], 'PAYLOAD_ENCODING_HEXADECIMAL or PAYLOAD_ENCODING_TEXT_UTF8'],
  [['inspect', 'activity'], 'which was empty'],
])('refuses a wrong use: %j', async (args, why) => {
  const { exitCode, stdout, stderr } = await workstation.run(args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(why);
});

const TILL = '0x7070707070707070707070707070707070707070';
/** Unsigned EIP-1559 on chain 1 that calls the till for 0x2222…2222: pay(…, 5), and approve(…, without limit). */
const callOf = (selector: string, amount: string) =>
  `02f86e0107843b9aca008506fc23ac008303d09094${TILL.slice(2)}80b844${selector}${'0'.repeat(24)}${'2'.repeat(40)}${amount.padStart(64, '0')}c0`;
const PAY = callOf('c4076876', '5');
const APPROVE = callOf('095ea7b3', 'f'.repeat(64));
const SIGNATURE = '(address to, uint256 amount)';
const SHOWN = [
  { path: 'to', label: 'Payee', format: 'raw' },
  { path: 'amount', label: 'Count', format: 'raw' },
];
const descriptorOf = (name: string, address = TILL) =>
  JSON.stringify({
    context: { contract: { deployments: [{ chainId: 1, address }] } },
    metadata: { owner: 'Bank' },
    display: {
      formats: { [name + SIGNATURE]: { intent: 'Deposit', fields: SHOWN } },
    },
  });
const ABI = JSON.stringify([
  { type: 'function', name: 'pay', inputs: ['address', 'uint256'].map((type) => ({ name: type, type })) },
]);
const withInterface = (content: string, transaction = PAY, contract = `eip155:1:${TILL}`) =>
  workstation.run([...ETHEREUM, '--interface', workstation.write('interface.json', content), '--contract', contract], {
    stdin: transaction,
  });

it.each([
  ['an ABI', ABI, PAY, `Call “pay” of ${TILL}`, { level: 'care', basis: 'your ABI: the file that was given' }],
  [
    'a descriptor',
    descriptorOf('pay'),
    PAY,
    `“Deposit”: “Payee” 0x${'2'.repeat(40)}, “Count” 5, in unknown units, at “Bank” ${TILL}`,
    { level: 'information', basis: 'your descriptor: the file that was given' },
  ],
  [
    'a lying descriptor no better than without it',
    descriptorOf('approve'),
    APPROVE,
    expect.stringContaining(`Let 0x${'2'.repeat(40)} take all `),
    { level: 'danger', field: 'data.spender' },
  ],
])('explains a call by a given %s', async (_, content, transaction, headline, finding) => {
  const { exitCode, stdout } = await withInterface(content, transaction);
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([
    0,
    { headline, judged: 'whole', findings: expect.arrayContaining([expect.objectContaining(finding)]) },
  ]);
});

it.each([
  ['of another contract', descriptorOf('pay', `0x${'1'.repeat(40)}`), 'it is for other contracts than', 2],
  ['that is not JSON', 'approve everything', 'it is not JSON', 2],
  ['of 10 MB', ' '.repeat(10_000_000), 'is longer than', 1],
])('refuses an interface %s, and explains nothing', async (_, content, why, code) => {
  const { exitCode, stdout, stderr } = await withInterface(content);
  expect([exitCode, stdout]).toEqual([code, '']);
  expect(stderr).toContain(why);
});

it('needs the file and the contract of an interface', async () => {
  const { exitCode, stdout, stderr } = await withInterface(ABI, PAY, TILL);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--interface and --contract belong together');
});

it('takes no signer that is none', async () => {
  const signing = [...ETHEREUM, '--sign-with', '0xnonsense'];
  const { exitCode, stdout, stderr } = await workstation.run(signing, { stdin: TRANSACTION });
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('neither an address of a known chain');
});
