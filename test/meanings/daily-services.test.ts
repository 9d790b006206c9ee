/** Calls of services that operators use every day: orders that sell coins, names, stakes and the mode of a loan. */
import { blind, corpus, whole } from './corpus.ts';
import { BOB, CONTRACT, calling, ETHER, encodeCall, OPERATOR, USDC } from './evm-calls.ts';

const ETH_FLOW = '0xbA3cB449bD2B4ADddBc894D8697F5170800EAdeC';
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const ORDER =
  'createOrder((address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, bytes32 appData, uint256 feeAmount, uint32 validTo, bool partiallyFillable, int64 quoteId) order)';
const sale = (change: object = {}, { to = ETH_FLOW, value = ETHER } = {}) =>
  calling(
    encodeCall(ORDER, {
      buyToken: USDC,
      receiver: OPERATOR,
      sellAmount: ETHER,
      buyAmount: 4_000_000_000n,
      appData: new Uint8Array(32).fill(0xab),
      feeAmount: 0n,
      validTo: 1_790_000_000n,
      partiallyFillable: false,
      quoteId: 77n,
      ...change,
    }),
    { to, value },
  );
const CONTROLLER = '0x253553366Da8546fC250F225fe3d25d0C782303b';
const renew = (to: string) =>
  calling(encodeCall('renew(string name, uint256 duration)', { name: 'castellan', duration: 31_536_000n }), {
    to,
    value: ETHER / 100n,
  });
const setName = (to: string, name = 'castellan.eth') => calling(encodeCall('setName(string name)', name), { to });
const REVERSE = '0xa58E81fe9b61B5c3fE2AFD33CF304c454AbFc7Cb';
const deposit = (to: string, chain = 1) => calling(encodeCall('deposit()'), { to, value: ETHER, chain });
const ETHER_FI = '0x308861A430be4cce5502d0A12724771Fc6DaF216';
const mode = (to: string, category: bigint, chain = 1) =>
  calling(encodeCall('setUserEMode(uint8 categoryId)', category), { to, chain });
const AAVE = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2';

corpus('daily-services', {
  'CoW: coins are sold': whole(sale()),
  'CoW: coins are sold for somebody': whole(sale({ receiver: BOB })),
  'CoW: coins are sold for next to nothing': whole(sale({ buyAmount: 1n })),
  'CoW: coins are sold with a fee': whole(sale({ feeAmount: ETHER / 2n }, { value: ETHER + ETHER / 2n })),
  'CoW: more coins than are sold': blind(sale({}, { value: 2n * ETHER })),
  'CoW: coins are sold, in parts too': whole(sale({ partiallyFillable: true })),
  'CoW: coins are sold for the same coins': whole(sale({ buyToken: WETH, buyAmount: ETHER / 2n })),
  'CoW: coins are sold for nobody': whole(sale({ receiver: `0x${'0'.repeat(36)}dead` })),
  'CoW: coins are sold for the contract itself': whole(sale({ receiver: ETH_FLOW })),
  'CoW: coins at a contract that nobody knows': blind(sale({}, { to: CONTRACT })),
  'ENS: a name is renewed': whole(renew(CONTROLLER)),
  'ENS: at a contract that nobody knows': blind(renew(CONTRACT)),
  'ENS: the name of the account': whole(setName(REVERSE)),
  'ENS: no name of the account': whole(setName(REVERSE, '')),
  'ENS: a name that no screen shows': whole(setName(REVERSE, 'castellan\u202ehte.x')),
  'ENS: the name of a contract that nobody knows': blind(setName(CONTRACT)),
  'ether.fi: a stake': whole(deposit(ETHER_FI)),
  'ether.fi: on another chain': blind(deposit(ETHER_FI, 10)),
  'Rocket Pool: a stake': whole(deposit('0xCE15294273CFb9D9b628F4D61636623decDF4fdC')),
  'Aave: an efficiency mode': whole(mode(AAVE, 1n)),
  'Aave: no efficiency mode': whole(mode(AAVE, 0n)),
  'Aave: on another chain': blind(mode(AAVE, 1n, 10)),
});
