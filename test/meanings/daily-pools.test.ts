/** Swaps and pools of tokens at the Universal Router of Uniswap. */
import { blind, corpus, whole } from './corpus.ts';
import { BOB, calling, ETHER, encodeCall, USDC, USDT, WETH } from './evm-calls.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
const NOTHING = new Uint8Array(0);
const SOON = 1_790_000_000n;
const ROUTER = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af';
const POOL = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) pool';
const HOPS = '(address currency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path';
const input = (parameters: string, values: unknown) => encodeCall(`input(${parameters})`, values).slice(4);
const pools = (...actions: readonly (readonly [number, Uint8Array])[]) =>
  input('bytes actions, bytes[] params', {
    actions: Uint8Array.from(actions.map(([action]) => action)),
    params: actions.map(([, params]) => params),
  });
const execute = (commands: readonly (readonly [number, Uint8Array])[], value = 0n) =>
  calling(
    encodeCall('execute(bytes commands, bytes[] inputs, uint256 deadline)', {
      commands: Uint8Array.from(commands.map(([command]) => command)),
      inputs: commands.map(([, each]) => each),
      deadline: SOON,
    }),
    { to: ROUTER, value },
  );
const pool = { currency0: NOBODY, currency1: USDC, fee: 500n, tickSpacing: 10n, hooks: NOBODY };
const single = (change: object = {}, key: object = {}): readonly [number, Uint8Array] => [
  6,
  input(`(${POOL}, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData) swap`, {
    pool: { ...pool, ...key },
    zeroForOne: true,
    amountIn: ETHER,
    amountOutMinimum: 4_000_000_000n,
    hookData: NOTHING,
    ...change,
  }),
];
const settleAll = (currency: string, maximum: bigint): readonly [number, Uint8Array] => [
  12,
  input('address currency, uint256 maximum', { currency, maximum }),
];
const takeAll = (currency: string, minimum: bigint): readonly [number, Uint8Array] => [
  15,
  input('address currency, uint256 minimum', { currency, minimum }),
];
const take = (currency: string, recipient: string, amount: bigint): readonly [number, Uint8Array] => [
  14,
  input('address currency, address recipient, uint256 amount', { currency, recipient, amount }),
];
const hop = { currency: USDC, fee: 500n, tickSpacing: 10n, hooks: NOBODY, hookData: NOTHING };
const SENDER = `0x${'0'.repeat(39)}1`;
const ITSELF = `0x${'0'.repeat(39)}2`;

corpus('daily-pools', {
  'coins for tokens in one pool': whole(
    execute([[16, pools(single(), settleAll(NOBODY, ETHER), takeAll(USDC, 4_000_000_000n))]], ETHER),
  ),
  'tokens for coins in one pool': whole(
    execute([
      [
        16,
        pools(
          single({ zeroForOne: false, amountIn: 4_000_000_000n, amountOutMinimum: ETHER }),
          settleAll(USDC, 4_000_000_000n),
          takeAll(NOBODY, ETHER),
        ),
      ],
    ]),
  ),
  'tokens along a path, to somebody else': whole(
    execute([
      [
        16,
        pools(
          [
            7,
            input(`(address currency, ${HOPS}, uint128 amountIn, uint128 amountOutMinimum) swap`, {
              currency: WETH,
              path: [hop, { ...hop, currency: USDT }],
              amountIn: ETHER,
              amountOutMinimum: 4_000_000_000n,
            }),
          ],
          [
            11,
            input('address currency, uint256 amount, bool payerIsUser', {
              currency: WETH,
              amount: 0n,
              payerIsUser: true,
            }),
          ],
          take(USDT, BOB, 0n),
        ),
      ],
    ]),
  ),
  'at most so many coins for an exact amount, and the rest back': whole(
    execute(
      [
        [
          16,
          pools(
            [
              9,
              input(`(address currency, ${HOPS}, uint128 amountOut, uint128 amountInMaximum) swap`, {
                currency: USDT,
                path: [{ ...hop, currency: NOBODY }, hop],
                amountOut: 4_000_000_000n,
                amountInMaximum: ETHER,
              }),
            ],
            settleAll(NOBODY, ETHER),
            takeAll(USDT, 4_000_000_000n),
          ),
        ],
        [
          4,
          input('address token, address recipient, uint256 amountMinimum', {
            token: NOBODY,
            recipient: SENDER,
            amountMinimum: 0n,
          }),
        ],
      ],
      ETHER,
    ),
  ),
  'at most so many coins for an exact amount, without the rest': blind(
    execute(
      [
        [
          16,
          pools(
            [
              8,
              input(`(${POOL}, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, bytes hookData) swap`, {
                pool,
                zeroForOne: true,
                amountOut: 4_000_000_000n,
                amountInMaximum: ETHER,
                hookData: NOTHING,
              }),
            ],
            settleAll(NOBODY, ETHER),
            takeAll(USDC, 4_000_000_000n),
          ),
        ],
      ],
      ETHER,
    ),
  ),
  'coins for what is owed to the pool': whole(
    execute(
      [
        [
          16,
          pools(
            take(USDC, SENDER, 4_000_000_000n),
            [
              8,
              input(`(${POOL}, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, bytes hookData) swap`, {
                pool,
                zeroForOne: true,
                amountOut: 0n,
                amountInMaximum: ETHER,
                hookData: NOTHING,
              }),
            ],
            settleAll(NOBODY, ETHER),
          ),
        ],
        [
          4,
          input('address token, address recipient, uint256 amountMinimum', {
            token: NOBODY,
            recipient: SENDER,
            amountMinimum: 0n,
          }),
        ],
      ],
      ETHER,
    ),
  ),
  'more coins than the pool takes': blind(
    execute([[16, pools(single(), settleAll(NOBODY, ETHER), takeAll(USDC, 4_000_000_000n))]], 2n * ETHER),
  ),
  'tokens that the router gets and keeps': blind(
    execute([[16, pools(single(), settleAll(NOBODY, ETHER), take(USDC, ITSELF, 0n))]], ETHER),
  ),
  'a pool with code of its own': whole(
    execute([[16, pools(single({}, { hooks: BOB }), settleAll(NOBODY, ETHER), takeAll(USDC, 4_000_000_000n))]], ETHER),
  ),
  'data for the code of a pool': blind(
    execute(
      [[16, pools(single({ hookData: Uint8Array.of(1) }), settleAll(NOBODY, ETHER), takeAll(USDC, 4_000_000_000n))]],
      ETHER,
    ),
  ),
  'a swap without a minimum': whole(
    execute([[16, pools(single({ amountOutMinimum: 0n }), settleAll(NOBODY, ETHER), takeAll(USDC, 0n))]], ETHER),
  ),
  'tokens without a maximum for an exact amount': whole(
    execute([
      [
        16,
        pools(
          [
            8,
            input(`(${POOL}, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, bytes hookData) swap`, {
              pool,
              zeroForOne: false,
              amountOut: ETHER,
              amountInMaximum: 2n ** 128n - 1n,
              hookData: NOTHING,
            }),
          ],
          settleAll(USDC, 2n ** 128n - 1n),
          takeAll(NOBODY, ETHER),
        ),
      ],
    ]),
  ),
  'older pools: tokens without a maximum for an exact amount': whole(
    execute([
      [
        9,
        input('address recipient, uint256 amountOut, uint256 amountIn, address[] path, bool payerIsUser', {
          recipient: SENDER,
          amountOut: ETHER,
          amountIn: 2n ** 255n - 1n,
          path: [USDC, WETH],
          payerIsUser: true,
        }),
      ],
    ]),
  ),
  'an action that is not known': blind(execute([[16, pools(single(), [0x17, NOTHING])]], ETHER)),
  'a swap with a member more': blind(
    execute(
      [
        [
          16,
          pools([
            6,
            input(
              `(${POOL}, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, uint256 more, bytes hookData) swap`,
              { pool, zeroForOne: true, amountIn: ETHER, amountOutMinimum: 1n, more: 1n, hookData: NOTHING },
            ),
          ]),
        ],
      ],
      ETHER,
    ),
  ),
});
