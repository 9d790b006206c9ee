import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { OWNER, rawText, TARGET, trigger } from '../unit/crypto/transactions/tron/builder.ts';
import { blind, type Case, corpus, transaction, whole } from './corpus.ts';
import { ALICE, BOB, CONTRACT, calling, described, ETHER, encodeCall, OPERATOR, USDC, WETH } from './evm-calls.ts';
import { domain, ofType, OPERATOR as SIGNER } from './typed-message.ts';

const NONE = new Uint8Array(0);
const WORD = new Uint8Array(32);
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const [AAVE, GATEWAY] = ['0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2', '0xd01607c3C5eCABa394D8be377a08590149325722'];
const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe';
const SOON = 1_790_000_000n;
const call = (signature: string, values: unknown, where = {}): Case => calling(encodeCall(signature, values), where);

const MOVE = 'transferFrom(address from, address to, uint256 amount)';
const move = (from: string) => encodeCall(MOVE, { from, to: BOB, amount: 5_000_000n });
const EXECUTE = 'execute(address dest, uint256 value, bytes func)';
const PERMIT2_MOVE = 'address from, address to, uint160 amount, address token';
const permit2 = (from: string) => ({ from, to: BOB, amount: 5n, token: USDC });
const proof = { v: 27n, r: WORD, s: WORD };
const tron = (owner: Uint8Array) => {
  const words = [owner.subarray(1), TARGET.subarray(1), Uint8Array.of(5)];
  const data = words.map((word) => hexEncode(word).padStart(64, '0')).join('');
  return transaction('TRANSACTION_TYPE_TRON', rawText(trigger(`23b872dd${data}`)));
};
const STRANGER = Uint8Array.from([0x41, ...new Uint8Array(20).fill(0x33)]);
const FORWARD = 'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)';
const forward = (owner: string) =>
  ofType(FORWARD, domain('Forwarder', SAFE), {
    from: SIGNER,
    to: USDC,
    value: 0,
    gas: 90_000,
    nonce: 4,
    data: `0x${hexEncode(move(owner))}`,
  });

/** Functions that take what somebody else owns, by an allowance, an approval or a signature. */
corpus('owners', {
  'tokens of the account itself': whole(calling(move(OPERATOR), { to: USDC })),
  'tokens of somebody else': whole(calling(move(ALICE), { to: USDC })),
  'tokens of somebody else, for the account itself': whole(
    call(MOVE, { from: ALICE, to: OPERATOR, amount: 5n }, { to: USDC }),
  ),
  'tokens of somebody else, by a key without an address': whole({
    ...calling(move(ALICE), { to: USDC }),
    parameters: { ...calling(move(ALICE), { to: USDC }).parameters, signWith: 'account' },
  }),
  'tokens of somebody else, sent by the service': whole({
    type: 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2',
    parameters: {
      from: OPERATOR,
      caip2: 'eip155:1',
      nonce: '4',
      calls: [{ to: USDC, value: '0', data: `0x${hexEncode(move(ALICE))}` }],
    },
  }),
  'an NFT of somebody else': whole(
    call('safeTransferFrom(address from, address to, uint256 id)', { from: ALICE, to: BOB, id: 7n }),
  ),
  'tokens of a collection of somebody else': whole(
    call('safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)', {
      from: ALICE,
      to: BOB,
      ids: [7n, 8n],
      amounts: [1n, 2n],
      data: NONE,
    }),
  ),
  'tokens of somebody else, by Permit2': whole(call(`transferFrom(${PERMIT2_MOVE})`, permit2(ALICE), { to: PERMIT2 })),
  'tokens of the account and of somebody else, by Permit2': whole(
    call(`transferFrom((${PERMIT2_MOVE})[] transfers)`, [permit2(OPERATOR), permit2(ALICE)], { to: PERMIT2 }),
  ),
  'tokens of the account alone, by Permit2': whole(
    call(`transferFrom((${PERMIT2_MOVE})[] transfers)`, [permit2(OPERATOR)], { to: PERMIT2 }),
  ),
  'tokens of whoever signed a transfer of Permit2': whole(
    call(
      'permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 amount) transfer, address owner, bytes signature)',
      {
        permit: { permitted: { token: USDC, amount: 5n }, nonce: 1n, deadline: SOON },
        transfer: { to: BOB, amount: 5n },
        owner: ALICE,
        signature: new Uint8Array(65),
      },
      { to: PERMIT2 },
    ),
  ),
  'tokens of whoever signed a transfer': whole(
    call(
      'transferWithAuthorization(address from, address to, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
      { from: ALICE, to: BOB, amount: 5n, validAfter: 0n, validBefore: SOON, nonce: WORD, ...proof },
      { to: USDC },
    ),
  ),
  'tokens of somebody else, by an account that is a contract': whole(
    call(EXECUTE, { dest: USDC, value: 0n, func: move(OPERATOR) }),
  ),
  'tokens of an account that is a contract': whole(call(EXECUTE, { dest: USDC, value: 0n, func: move(CONTRACT) })),
  'tokens of the account, in a call of the token by itself': whole(
    call('multicall(bytes[] data)', [move(OPERATOR)], { to: USDC }),
  ),
  'tokens of the account, by a contract that makes calls for everybody': whole(
    call('aggregate((address target, bytes callData)[] calls)', [{ target: USDC, callData: move(OPERATOR) }], {
      to: MULTICALL,
    }),
  ),
  'tokens of who asks a forwarder': whole(forward(SIGNER)),
  'tokens of somebody else, by a forwarder': whole(forward(ALICE)),
  'tokens of the account, on Tron': whole(tron(OWNER)),
  'tokens of somebody else, on Tron': whole(tron(STRANGER)),
});

const REDEEM = 'redeem(uint256 shares, address receiver, address owner)';
const padded = (address: string) => hexDecode(address.slice(2).padStart(64, '0'));
const withdrawal = (change: object) =>
  call(
    'withdraw(address asset, uint256 amount, address to)',
    { asset: USDC, amount: 5n, to: BOB, ...change },
    { to: AAVE },
  );

const stake = (withdrawer: string) =>
  call(
    'deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 deposit_data_root)',
    {
      pubkey: new Uint8Array(48).fill(1),
      signature: new Uint8Array(96).fill(1),
      deposit_data_root: WORD,
      withdrawal_credentials: hexDecode(`01${withdrawer.slice(2).padStart(62, '0')}`),
    },
    { to: '0x00000000219ab540356cBB839Cbe05303d7705Fa', value: 32n * ETHER },
  );
/** A swap of 1inch, whose recipient is in a number. */
const unoswap = (to: string, minReturn: bigint) =>
  call(
    'unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
    { to: BigInt(to), token: BigInt(USDC), amount: 5_000_000n, minReturn, dex: BigInt(CONTRACT) },
    { to: '0x111111125421cA6dc452d289314280a0f8842A65' },
  );

/** Functions that pay out to somebody else than the account that makes the call. */
corpus('receivers', {
  'a vault pays the account': blind(call(REDEEM, { shares: 5n, receiver: OPERATOR, owner: OPERATOR })),
  'a vault pays somebody else': blind(call(REDEEM, { shares: 5n, receiver: BOB, owner: OPERATOR })),
  'a vault pays somebody else for the shares of somebody else': blind(
    call(REDEEM, { shares: 5n, receiver: BOB, owner: ALICE }),
  ),
  'a vault gives its shares to somebody else': blind(
    call('deposit(uint256 assets, address receiver)', { assets: 5n, receiver: BOB }),
  ),
  'Aave pays the account': whole(withdrawal({ to: OPERATOR })),
  'Aave pays somebody else': whole(withdrawal({})),
  'Aave pays coins to somebody else': blind(
    call('withdrawETH(address pool, uint256 amount, address to)', { pool: AAVE, amount: 5n, to: BOB }, { to: GATEWAY }),
  ),
  'Aave lends on the credit of somebody else': whole(
    call(
      'borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
      { asset: USDC, amount: 5n, interestRateMode: 2n, referralCode: 0n, onBehalfOf: BOB },
      { to: AAVE },
    ),
  ),
  'wrapped coins, for the account': whole(call('withdraw(uint256 amount)', 5n, { to: WETH })),
  'somebody else withdraws what the account stakes': whole(stake(BOB)),
  'the account withdraws what it stakes': whole(stake(OPERATOR)),
  'a lock for somebody else': whole(described('walletconnect/calldata-stakeweight', 'depositFor')),
  'a swap to somebody else without a minimum': whole(unoswap(BOB, 0n)),
  'a swap to the account with a minimum': whole(unoswap(OPERATOR, 1_000_000n)),
  'a bridge pays somebody else': whole(
    call(
      'depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken)',
      { amount: 5n, destinationDomain: 2n, mintRecipient: padded(BOB), burnToken: USDC },
      { to: '0xBd3fa81B58Ba92a82136038B25aDec7066af3155' },
    ),
  ),
});
