import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { direct, SENDER, transferAny } from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { blind, corpus, payload, transaction, whole } from './corpus.ts';
import { ALICE, CONTRACT, calling, described, encodeCall, OPERATOR, WETH } from './evm-calls.ts';
import { key, PAYER, PROGRAMS, solanaOf, someone, text, u32, u64 } from './solana-builder.ts';
import { BOB, domain, ofType, OPERATOR as SIGNER, USDC } from './typed-message.ts';

const ROUTER = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af';
const NOBODY = `0x${'00'.repeat(20)}`;
const SOON = 1_790_000_000;
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SHA256 = { signWith: SENDER, hashFunction: 'HASH_FUNCTION_SHA256' };

const word = (value: bigint | string) =>
  (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0');
/** A swap of 1,000 USDC for WETH in a pool of Uniswap V2. */
const swap = (least: bigint, units = 10n ** 9n) => {
  const words = [word(1n), word(units), word(least), word(160n), word(1n), word(2n), word(USDC), word(WETH)];
  const inputs = [hexDecode(words.join(''))];
  const values = { commands: hexDecode('08'), inputs, deadline: BigInt(SOON) };
  return calling(encodeCall('execute(bytes commands, bytes[] inputs, uint256 deadline)', values), { to: ROUTER });
};
const limitOrder = (takingAmount: string, makingAmount = '5000000000') =>
  ofType(
    'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    {
      name: '1inch Aggregation Router',
      version: '6',
      chainId: 1,
      verifyingContract: '0x111111125421cA6dc452d289314280a0f8842A65',
    },
    {
      salt: 1,
      maker: SIGNER,
      receiver: NOBODY,
      makerAsset: USDC,
      takerAsset: WETH,
      makingAmount,
      takingAmount,
      makerTraits: '0',
    },
  );
const permit = (deadline: number) =>
  ofType(
    'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    domain('USD Coin', USDC),
    { owner: SIGNER, spender: BOB, value: 5, nonce: 0, deadline },
  );
const ballot = (voter: string) =>
  ofType('Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)', domain('Governor', CONTRACT), {
    proposalId: 1,
    support: 1,
    voter,
    nonce: 0,
  });
const sponsored = (user: string, data: string) =>
  ofType(
    'SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)',
    domain('GelatoRelay1BalanceERC2771', '0x61F2976610970AFeDc1d83229e1E21bdc3D5cbE4'),
    { chainId: 1, target: USDC, data, user, userNonce: 1, userDeadline: SOON },
  );
const send = `0x${hexEncode(encodeCall('transfer(address to, uint256 value)', { to: BOB, value: 5n }))}`;

const solana = (program: string, data: string, ...accounts: Parameters<typeof solanaOf>[0][number]['accounts']) =>
  transaction('TRANSACTION_TYPE_SOLANA', solanaOf([{ program, accounts, data }]), PAYER);
const allow = (units: bigint) =>
  solana(PROGRAMS.token, `0d${u64(units)}06`, [someone(5), 'w'], MINT, someone(6), [PAYER, 's']);
const withFee = (fee: number) =>
  solana(
    PROGRAMS.token2022,
    `1a01${u64(100)}06${u64(fee)}`,
    ...([[someone(5), 'w'], someone(7), [someone(6), 'w'], [PAYER, 's']] as const),
  );
const withSeed = (base: string) =>
  solana(
    PROGRAMS.system,
    `${u32(3)}${key(base)}${text('x')}${u64(5_000_000_000)}${u64(0)}${key(PROGRAMS.system)}`,
    ...([
      [PAYER, 'sw'],
      [someone(5), 'w'],
      [base, 's'],
    ] as const),
  );
const transfer = (memo: string) =>
  payload('PAYLOAD_ENCODING_HEXADECIMAL', hexEncode(direct([transferAny(memo)])), SHA256);

corpus('evasive-calls', {
  'liquidity for somebody else': whole(described('quickswap/calldata-QuickSwap', 'addLiquidity')),
  'liquidity for oneself': whole(
    described('quickswap/calldata-QuickSwap', 'addLiquidity', { change: { to: OPERATOR } }),
  ),
  'a deposit for another lender': whole(described('figment/calldata-PoolDynamic-USDC', 'deposit')),
  'a deposit for oneself': whole(
    described('figment/calldata-PoolDynamic-USDC', 'deposit', { change: { lender: OPERATOR } }),
  ),
  'a setting of somebody else': whole(
    described('aave/calldata-lpv3', 'setUserUseReserveAsCollateralOnBehalfOf', { change: { onBehalfOf: ALICE } }),
  ),
  'an operator that is made for somebody else': whole(
    described('kiln/calldata-kiln-fee-splitter-factory', 'createOperator', { change: { _owner: ALICE } }),
  ),
  'a list of those who may act': whole(
    described('layerswap/calldata-LayerswapDepository', 'addToWhitelist', { change: { addr: ALICE } }),
  ),
  'a change in a list of those who may act': whole(
    described('layerswap/calldata-LayerswapDepository', 'updateWhitelistedAddress', {
      change: { oldAddr: OPERATOR, newAddr: ALICE },
    }),
  ),
  'one taken off a list': whole(
    described('layerswap/calldata-LayerswapDepository', 'removeFromWhitelist', { change: { addr: ALICE } }),
  ),
  'a swap for next to nothing': whole(swap(1n)),
  'a swap without a minimum': whole(swap(0n)),
  'a swap with a minimum': whole(swap(10n ** 17n)),
  'an order for next to nothing': whole(limitOrder('1')),
  'an order for some of the smallest units': whole(limitOrder('100')),
  'an order of next to nothing': whole(limitOrder('1', '5')),

  'a permit that ends in three hundred years': whole(permit(10_413_792_000)),
  'a permit that ends in nine years': whole(permit(2_029_000_000)),
  'a vote of somebody else': whole(ballot(BOB)),
  'a vote of one’s own': whole(ballot(SIGNER)),
  'a call for a relayer of somebody else': whole(sponsored(BOB, send)),
  'a call for a relayer without a function': blind(sponsored(SIGNER, '0x')),
  'a call for a relayer of one’s own': whole(sponsored(SIGNER, send)),

  'Solana: an allowance of nearly everything': whole(allow(2n ** 64n - 2n)),
  'Solana: an allowance of half of all units': whole(allow(2n ** 63n)),
  'Solana: an allowance of some': whole(allow(5_000_000n)),
  'Solana: a fee of nearly everything': whole(withFee(99)),
  'Solana: a fee of half': whole(withFee(50)),
  'Solana: an account that is derived from another key': whole(withSeed(someone(4))),
  'Solana: an account that is derived from one’s own key': whole(withSeed(PAYER)),

  'Cosmos: a transfer with a route in its memo': blind(
    transfer('=:ETH.ETH:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'),
  ),
  'Cosmos: a transfer with JSON in base64 in its memo': blind(transfer('eyJmb3J3YXJkIjp7fX0=')),
  'Cosmos: a transfer with JSON in quotation marks in its memo': blind(transfer('"{\\"forward\\":{}}"')),
  'Cosmos: a transfer with an account in its memo': blind(transfer('osmo1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5helwsw')),
  'Cosmos: a transfer with the number of an invoice': whole(transfer('invoice 42')),
});
