import { expect, test } from 'vitest';
import type { ContractCall } from '../../../../electron/crypto/index.ts';
import { explainCall } from '../../../../electron/vault/calls/explain.ts';
import { ALICE, BOB, ETHER, USDC, WETH } from '../../../meanings/evm-calls.ts';
import {
  ALL,
  COIN,
  command,
  ITSELF,
  type Planned,
  path,
  ROUTER,
  routed,
  SENDER,
  subPlan,
} from '../../../meanings/router-plans.ts';

const explained = (data: Uint8Array, change: Partial<ContractCall> = {}) =>
  explainCall({
    family: 'ethereum',
    chain: 'eip155:1',
    to: ROUTER,
    value: 0n,
    data,
    field: 'data',
    amount: (units) => `${units} wei`,
    address: (bytes) => `0x${Buffer.from(bytes).toString('hex')}`,
    ...change,
  });
const does = (...commands: Planned[]) =>
  explained(routed(...commands)).steps[0]?.slice(`Have the router ${ROUTER} `.length);
const marked = (data: Uint8Array, change: Partial<ContractCall> = {}) =>
  explained(data, change)
    .findings.filter(({ mark }) => mark !== undefined)
    .map(({ field }) => field);

const swap = (change: object = {}) =>
  command(0x00, {
    recipient: SENDER,
    one: 1_000_000n,
    other: ETHER,
    path: path(USDC, WETH),
    payerIsUser: true,
    ...change,
  });
const sweep = (recipient: string) => command(0x04, { token: COIN, recipient, amount: 5n });

test('a path is shown by its two ends, in the order of the swap', () => {
  expect(does(swap({ path: path(USDC, BOB, WETH) }))).toBe('swap 1 USDC for at least 1 WETH, to the sender');
  const out = { recipient: SENDER, one: ETHER, other: 1_000_000n, path: path(WETH, BOB, USDC), payerIsUser: false };
  expect(does(command(0x01, out))).toBe('swap at most 1 USDC that the router has for 1 WETH, to the sender');
  expect(does(command(0x08, { ...out, one: 1_000_000n, other: ETHER, path: [USDC, WETH] }))).toBe(
    'swap 1 USDC that the router has for at least 1 WETH, to the sender',
  );
});

test('a recipient other than the sender and the router gets a warning', () => {
  const found = explained(routed(swap({ recipient: ALICE }), sweep(BOB)));
  expect(found.findings.map(({ level, field }) => `${level} ${field}`)).toEqual([
    'care data.inputs[0].recipient',
    'care data.inputs[1].recipient',
  ]);
  expect(found.summary.filter(({ name }) => name === 'To').map(({ value }) => value)).toEqual([ALICE, BOB]);
  const fields = explained(routed(swap(), swap({ recipient: ITSELF }), sweep(SENDER), sweep(ROUTER))).findings.map(
    ({ field }) => field,
  );
  // About what stays in the router, and about nobody who is named.
  expect(fields).toEqual(['data.commands']);
});

test('special numbers are explained by their meaning', () => {
  expect(does(command(0x0b, { recipient: ITSELF, amount: ALL }))).toBe('wrap all coins for itself');
  expect(does(command(0x05, { token: USDC, recipient: SENDER, amount: ALL }))).toBe('send all USDC to the sender');
  expect(does(swap({ one: 0n, other: 0n }))).toBe(
    'swap what the pool was sent of USDC for whatever WETH that gives, to the sender',
  );
  expect(does(sweep(SENDER))).toBe('send all coins that it has, at least 5 wei, to the sender');
  expect(does(command(0x06, { token: BOB, recipient: SENDER, bips: 10_000n }))).toBe(
    `send 100 % of all the token ${BOB} that it has to the sender`,
  );
});

test('a command that may fail is explained as such', () => {
  const may = (flag: number) => command(0x0b, { recipient: SENDER, amount: 1n }, flag);
  expect(does(may(0x80))).toBe('wrap 1 wei for the sender, or continue if that fails');
});

test.each([
  ['that nobody knows', [0x3f, new Uint8Array(0)]],
  ['of a later version', [0x40, swap()[1]]],
  ['with bytes behind its input', [0x00, Uint8Array.of(...swap()[1], 0)]],
  ['with an input that is cut off', [0x00, swap()[1].subarray(0, -32)]],
  ['whose path is none', [0x00, swap({ path: new Uint8Array(42) })[1]]],
  ['whose path has one token', [0x00, swap({ path: path(USDC) })[1]]],
] as const)('a command %s is marked as unexplained', (_name, planned) => {
  const data = routed(swap(), planned);
  expect(marked(data)).toEqual(['data.inputs[1]']);
  expect(explained(data).steps[0]).toMatch(/, then run 0x[034][0f], an unknown command$/);
});

test('inputs without a command are marked', () => {
  const data = Uint8Array.from(routed(swap(), swap()));
  // The first command of two becomes the only one.
  data[4 + 3 * 32 + 31] = 1;
  data[4 + 4 * 32 + 1] = 0;
  expect(marked(data)).toEqual(['data.commands']);
});

test('the same commands for another contract are marked', () => {
  const data = routed(swap());
  expect(marked(data)).toEqual([]);
  expect(marked(data, { to: BOB })).toEqual(['data.commands']);
  expect(marked(data, { chain: 'eip155:56' })).toEqual(['data.commands']);
  expect(marked(data, { chain: null })).toEqual(['data.commands']);
});

test('nested plans and commands are explained up to a limit', () => {
  let plan = subPlan(swap({ recipient: BOB }));
  expect(explained(routed(plan)).findings.map(({ field }) => field)).toEqual(['data.inputs[0].inputs[0].recipient']);
  for (let depth = 0; depth < 5; depth += 1) plan = subPlan(plan);
  expect(marked(routed(plan))).toHaveLength(1);
  expect(marked(routed(...Array.from({ length: 64 }, () => swap())))).toEqual([]);
  expect(marked(routed(...Array.from({ length: 65 }, () => swap())))).toEqual(['data.commands']);
  expect(marked(routed(...Array.from({ length: 40 }, () => subPlan(swap()))))).toContain('data.commands');
});
