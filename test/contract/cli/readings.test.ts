import { afterAll, afterEach, expect, it } from 'vitest';
import type { Activity } from '../../../shared/operations/index.ts';
import { type AnvilNode, anvilMissing, startAnvil } from '../../peers/anvil-node.ts';
import { logging, TRANSFER, word, wordOf } from '../../peers/evm-code.ts';
import { type SlowNode, startSlowNode } from '../../peers/slow-node.ts';
import { newUserKey, resultOf, Workstation } from './support.ts';

const STRANGER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
/** Transfers of the past, 80 blocks apart. */
const PAYMENTS = 6;
const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

const workstation = new Workstation();
const user = newUserKey();
let node: AnvilNode | undefined;
let slow: SlowNode | undefined;
afterEach(async () => {
  await slow?.end();
  await node?.end();
});
afterAll(() => workstation.close());

const missing = anvilMissing();
it.skipIf(missing !== null)(
  `reports on standard error how far serve reads back, stops, and continues from there${missing === null ? '' : ` SKIPPED: ${missing}`}`,
  async () => {
    const first = await workstation.serveFor(user);
    await workstation.connect(first, user);
    const wallet = JSON.stringify({ walletName: 'Treasury', accounts: [ACCOUNT] });
    const made = await workstation.json<{ activity: Activity }>([
      ...['call', 'create_wallet', '--profile', 'desk', '--json', wallet],
    ]);
    const { addresses } = resultOf<{ addresses: string[] }>(made.activity, 'createWalletResult');
    const plain = await first.stop();
    expect(plain.stderr).not.toContain('Ethereum');

    node = await startAnvil('--chain-id', '1');
    slow = await startSlowNode(node.url, 40);
    await node.call('anvil_setCode', USDC, logging(3));
    for (let number = 1; number <= PAYMENTS; number += 1) {
      const data = [TRANSFER, wordOf(STRANGER), wordOf(addresses[0] ?? ''), word(BigInt(number))].join('');
      await node.call('eth_sendTransaction', { from: STRANGER, to: USDC, gas: '0x30d40', data: `0x${data}` });
      await node.call('anvil_mine', '0x50');
    }
    const serve = () => workstation.start(['serve', '--rpc', `eip155:1=${slow?.url}`]);

    const stopped = serve();
    const [line] = await Promise.all([stopped.line(), stopped.says(/ blocks read, [3-9]\d%/)]);
    stopped.interrupt();
    const half = await stopped.ended;
    expect([half.exitCode, half.stdout]).toEqual([0, `${line}\n`]);
    expect(JSON.parse(line)).toMatchObject({ ready: true });
    const before = stepsOf(half.stderr);
    expect(half.stderr).toContain('Transactions from before 1 account came here are read, newest first.');
    expect(half.stderr).toMatch(/Ethereum: inner transfers of 1 block are missing\. The node could not trace it\./);

    const second = serve();
    await second.says('Ethereum is read up to its newest block.');
    second.interrupt();
    const whole = await second.ended;
    expect([whole.exitCode, whole.stdout.split('\n').length]).toEqual([0, 2]);
    const after = stepsOf(whole.stderr);
    expect(after[0]).toBeGreaterThanOrEqual(before.at(-1) ?? 0);
    // A line for each tenth, over both, and one where it was gone on from.
    expect(before.length + after.length).toBeLessThanOrEqual(12);
    expect(after.at(-1)).toBeGreaterThanOrEqual(80);
    expect(whole.stderr).toMatch(
      /Ethereum: inner transfers of \d blocks are missing\. The node could not trace them\./,
    );
    expect(slow.ranges()).toBeLessThan(40);
  },
);

/** Returns the progress from each line that reports the reading of earlier blocks. */
const stepsOf = (text: string) =>
  [...text.matchAll(/^Ethereum: [\d,]+ of [\d,]+ blocks read, (\d+)%/gm)].map(([, percent]) => Number(percent));
