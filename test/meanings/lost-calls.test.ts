import { corpus } from './corpus.ts';
import { BOB, calling, described, ETHER, encodeCall, USDC, USDT } from './evm-calls.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const BURNT = '0x000000000000000000000000000000000000dEaD';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const call = (signature: string, values: unknown) => calling(encodeCall(signature, values), { to: USDT });
const approve = (amount: bigint) => call('approve(address spender, uint256 amount)', { spender: NOBODY, amount });

corpus('lost-calls', {
  'a token to nobody': call('transfer(address to, uint256 amount)', { to: NOBODY, amount: 1n }),
  'a token to an address that burns it': call('transferFrom(address from, address to, uint256 amount)', {
    from: BOB,
    to: BURNT,
    amount: 1n,
  }),
  'an approval for nobody': approve(5n),
  'an approval for nobody of nothing': approve(0n),
  'a token minted for nobody': call('mint(address to, uint256 amount)', { to: NOBODY, amount: 5n }),
  'a token to the contract of another token': call('transfer(address to, uint256 amount)', { to: USDC, amount: 1n }),
  'a withdrawal that a descriptor explains, to the contract of a token': described('aave/calldata-lpv3', 'withdraw', {
    change: { to: USDC },
  }),
  'a deposit that a descriptor explains, for nobody': described('aave/calldata-lpv3', 'supply', {
    change: { onBehalfOf: NOBODY },
  }),
  'coins to an address that burns them': calling(new Uint8Array(0), { to: BURNT, value: ETHER }),
  'coins to Permit2': calling(new Uint8Array(0), { to: PERMIT2, value: ETHER }),
  'coins to Multicall3': calling(new Uint8Array(0), { to: '0xcA11bde05977b3631167028862bE2a173976CA11', value: ETHER }),
  'coins to the deposit contract, without its function': calling(new Uint8Array(0), {
    to: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
    value: ETHER,
  }),
  'coins to a precompiled contract': calling(new Uint8Array(0), { to: `0x${'0'.repeat(37)}100`, value: ETHER }),
  'coins to a contract of the chain': calling(new Uint8Array(0), { to: `0x42${'0'.repeat(36)}16`, value: ETHER }),
  'a token to Permit2': call('transfer(address to, uint256 amount)', { to: PERMIT2, amount: 1n }),
});
