import { expect, test } from 'vitest';
import type { ContractCall } from '../../../../electron/crypto/index.ts';
import { explainCall } from '../../../../electron/vault/calls/explain.ts';
import { PATH_ROUTERS } from '../../../../electron/vault/calls/path-routers.ts';
import { ETHER, encodeCall, OPERATOR, USDC, WETH } from '../../../meanings/evm-calls.ts';
import { exampleValues } from './example-values.ts';

const ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45';
const ITSELF = `0x${'0'.repeat(39)}2`;

const marked = (...data: readonly Uint8Array[]) =>
  explainCall({
    family: 'ethereum',
    chain: 'eip155:1',
    from: OPERATOR,
    to: ROUTER,
    value: 0n,
    data: encodeCall('multicall(uint256 deadline, bytes[] data)', { deadline: 1_790_000_000n, data }),
    field: 'data',
    amount: (units) => `${units} wei`,
    address: (bytes) => `0x${Buffer.from(bytes).toString('hex')}`,
  })
    .findings.filter(({ mark }) => mark !== undefined)
    .map(({ text }) => text);

const swap = encodeCall(
  'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  {
    tokenIn: WETH,
    tokenOut: USDC,
    fee: 500n,
    recipient: ITSELF,
    amountIn: ETHER,
    amountOutMinimum: 4_000_000_000n,
    sqrtPriceLimitX96: 0n,
  },
);
const sweep = (recipient: string) =>
  encodeCall('sweepToken(address token, uint256 amountMinimum, address recipient)', {
    token: USDC,
    amountMinimum: 4_000_000_000n,
    recipient,
  });

test('tokens that the router sends to itself stay in the router', () => {
  expect(marked(swap, sweep(OPERATOR))).toEqual([]);
  expect(marked(swap, sweep(ROUTER))).toEqual([expect.stringContaining('can stay in the router')]);
});

test.each(PATH_ROUTERS.map(({ signature }) => signature))('%s of a contract of Tron is described', (signature) => {
  const call: ContractCall = {
    family: 'tron',
    chain: null,
    to: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    value: 0n,
    data: encodeCall(signature, signature.endsWith('()') ? undefined : exampleValues(signature)),
    field: 'data',
    amount: (units) => `${units} sun`,
    address: () => 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  };
  expect(explainCall(call).findings.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('is not a known contract of Uniswap V3 router'),
  );
});
