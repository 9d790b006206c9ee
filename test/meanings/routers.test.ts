import { blind, corpus } from './corpus.ts';
import { ALICE, BOB, calling, ETHER, USDC, USDT, WETH } from './evm-calls.ts';
import { COIN, coinSwap, command, path, ROUTER, routed, SENDER, subPlan } from './router-plans.ts';

const permit = {
  single: {
    details: { token: USDC, amount: (1n << 160n) - 1n, expiration: 1_900_000_000n, nonce: 0n },
    spender: ROUTER,
    sigDeadline: 1_800_000_000n,
  },
  signature: new Uint8Array(65).fill(1),
};
const exactIn = {
  recipient: SENDER,
  one: 2_000_000_000n,
  other: (ETHER * 6n) / 10n,
  path: path(USDC, WETH),
  payerIsUser: true,
};

corpus('routers', {
  'coins for a token, with a part for another': calling(routed(...coinSwap(ETHER, BOB)), { to: ROUTER, value: ETHER }),
  'a permit and a swap of an exact amount': calling(routed(command(0x0a, permit), command(0x00, exactIn)), {
    to: ROUTER,
  }),
  'a swap for an exact amount in older pools, to another': calling(
    routed(
      command(0x09, {
        recipient: ALICE,
        one: ETHER,
        other: 2_500_000_000n,
        path: [USDC, USDT, WETH],
        payerIsUser: true,
      }),
    ),
    { to: ROUTER },
  ),
  'a swap without a minimum': calling(routed(command(0x00, { ...exactIn, other: 0n })), { to: ROUTER }),
  'a swap that may fail, in a plan of its own': calling(
    routed(subPlan(command(0x00, exactIn, 0x80)), command(0x0c, { recipient: SENDER, amount: 1n })),
    { to: ROUTER },
  ),
  'tokens that are moved to somebody': calling(
    routed(
      command(0x02, { token: USDC, recipient: BOB, amount: 5_000_000n }),
      command(0x05, { token: COIN, recipient: BOB, amount: 7n }),
    ),
    { to: ROUTER },
  ),
  'tokens of somebody that are moved, and a check': calling(
    routed(
      command(0x0d, [{ from: ALICE, to: BOB, amount: 5_000_000n, token: USDC }]),
      command(0x0e, { owner: ALICE, token: USDC, minimum: 1_000_000n }),
    ),
    { to: ROUTER },
  ),
  'a command that is not known': calling(routed([0x10, new Uint8Array(32)], command(0x00, exactIn)), { to: ROUTER }),
  'a command of a later version': blind(calling(routed([0x40, command(0x00, exactIn)[1]]), { to: ROUTER })),
  'commands of a contract that is not known': calling(routed(...coinSwap(ETHER, SENDER)), { value: ETHER }),
});
