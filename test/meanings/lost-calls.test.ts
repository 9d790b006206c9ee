import { corpus } from './corpus.ts';
import { BOB, calling, described, ETHER, encodeCall, USDC, USDT } from './evm-calls.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const BURNT = '0x000000000000000000000000000000000000dEaD';
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
});
