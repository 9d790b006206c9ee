/** Checks that hold for each reader: a standard, a rule or a descriptor, of a call or of a message. */
import { corpus, whole } from './corpus.ts';
import { ALICE, BOB, calling, described, describedMessage, encodeCall, USDC } from './evm-calls.ts';

const DEAD = '0x000000000000000000000000000000000000dEaD';
const MOST = 2n ** 256n - 1n;
const send = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5n });
const permit = {
  owner: ALICE,
  spender: BOB,
  amount: 5n,
  deadline: MOST,
  v: 27n,
  r: new Uint8Array(32).fill(17),
  s: new Uint8Array(32).fill(17),
};

corpus('either-reader', {
  'several calls without an end': whole(
    calling(encodeCall('multicall(uint256 deadline, bytes[] data)', { deadline: MOST, data: [send] })),
  ),
  'several calls until a time': whole(
    calling(encodeCall('multicall(uint256 deadline, bytes[] data)', { deadline: 1_790_000_000n, data: [send] })),
  ),
  'a permit without an end that is handed in': whole(
    calling(
      encodeCall(
        'permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
        permit,
      ),
      { to: USDC },
    ),
  ),
  'an amount of everything, which the descriptor writes as a number': described('lido/calldata-stETH', 'transfer', {
    change: { _amount: MOST, amount: MOST },
  }),
  'a borrower without a limit': described('aave/calldata-lpv3', 'borrow', { change: { amount: MOST } }),
  'all of a debt, which the descriptor has words for': described('aave/calldata-lpv3', 'repay', {
    change: { amount: MOST },
  }),
  'an owner that nobody is': described('kiln/calldata-kiln-fee-splitter-factory', 'createOperator', {
    change: { _owner: DEAD },
  }),
  'an account that nobody has': described('celo/calldata-celo_election', 'activateForAccount', {
    change: { account: DEAD },
  }),
  'amounts of an order in no units, and its end as a time': describedMessage('paraswap/eip712-paraswap', 'Order('),
});
