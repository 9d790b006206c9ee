/** Messages of agents, exchanges and organizations, domains with a chain in their salt, and texts that make keys. */
import { utf8Encode } from '../../shared/wire/index.ts';
import { blind, corpus, payload, whole } from './corpus.ts';
import { BOB, domain, OPERATOR, ofType, USDC } from './typed-message.ts';

const EVE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const SOON = 1_790_000_000;
const MOST = ((1n << 256n) - 1n).toString();
const WORD = `0x${'ab'.repeat(32)}`;

const WETH_ON_POLYGON = '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619';
const inSalt = (chainId: number, more: object = {}) => ({
  name: 'Wrapped Ether',
  version: '1',
  ...more,
  verifyingContract: WETH_ON_POLYGON,
  salt: `0x${chainId.toString(16).padStart(64, '0')}`,
});
const META = 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)';
const transfer = `0xa9059cbb${BOB.slice(2).toLowerCase().padStart(64, '0')}${(10n ** 18n).toString(16).padStart(64, '0')}`;
const meta = { nonce: 0, from: OPERATOR, functionSignature: transfer };

corpus('salted-domains', {
  'a chain in the salt: a transfer': whole(ofType(META, inSalt(137), meta)),
  'a chain in the salt: a permit': whole(
    ofType('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', inSalt(137), {
      owner: OPERATOR,
      spender: BOB,
      value: '5000000000000000',
      nonce: 0,
      deadline: SOON,
    }),
  ),
  'a chain in the salt that is not known': whole(ofType(META, inSalt(987_654_321), meta)),
  'a salt that is no number of a chain': whole(ofType(META, { ...inSalt(0), salt: WORD }, meta)),
  'a chain beside a salt': whole(ofType(META, inSalt(1, { chainId: 137 }), meta)),
});

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const permit2 = { name: 'Permit2', chainId: 8453, verifyingContract: PERMIT2 };
const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const EXACT =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)';
const UP_TO = EXACT.replace('address to,', 'address to,address facilitator,');
const witness = { to: BOB, validAfter: 1_745_383_555 };
const x402 = (change: object = {}) => ({
  permitted: { token: USDC_ON_BASE, amount: '10000' },
  spender: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001',
  nonce: 1,
  deadline: SOON,
  witness,
  ...change,
});

corpus('agent-payments', {
  'x402: a payment': whole(ofType(EXACT, permit2, x402())),
  'x402: all of a token, to nobody, without an end': whole(
    ofType(EXACT, permit2, {
      ...x402({ permitted: { token: USDC_ON_BASE, amount: MOST }, deadline: MOST }),
      witness: { to: `0x${'0'.repeat(40)}`, validAfter: 0 },
    }),
  ),
  'x402: up to an amount': whole(
    ofType(
      UP_TO,
      permit2,
      x402({ spender: '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002', witness: { ...witness, facilitator: EVE } }),
    ),
  ),
  'x402: a spender that keeps to nothing': blind(ofType(EXACT, permit2, x402({ spender: EVE }))),
  'x402: at another contract than Permit2': blind(ofType(EXACT, domain('Permit2', EVE, 8453), x402())),
  'x402: by the transfer of the token': whole(
    ofType(
      'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
      domain('USD Coin', USDC),
      { from: OPERATOR, to: BOB, value: '10000', validAfter: 0, validBefore: SOON, nonce: WORD },
    ),
  ),
});

const snapshot = { name: 'snapshot', version: '0.1.4' };
const vote = (kind: string, choice: unknown, change: object = {}) =>
  ofType(
    `Vote(address from,string space,uint64 timestamp,bytes32 proposal,${kind} choice,string reason,string app,string metadata)`,
    { ...snapshot, ...change },
    {
      from: OPERATOR,
      space: 'safe.eth',
      timestamp: 1_745_383_555,
      proposal: WORD,
      choice,
      reason: 'because',
      app: 'snapshot',
      metadata: '{}',
    },
  );
const ofSpace = (name: string, members = '', more: object = {}) =>
  ofType(`${name}(address from,string space,uint64 timestamp${members})`, snapshot, {
    from: OPERATOR,
    space: 'safe.eth',
    timestamp: 1_745_383_555,
    ...more,
  });

const OFF_CHAIN = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC';
const orderly = (verifyingContract = OFF_CHAIN) => domain('Orderly', verifyingContract, 42161);
const LEDGER = '0x6F7a338F2aA472838dEFD3283eB360d4Dff5D203';
const KEY =
  'AddOrderlyKey(string brokerId,uint256 chainId,string orderlyKey,string scope,uint64 timestamp,uint64 expiration)';
const WITHDRAW =
  'Withdraw(string brokerId,uint256 chainId,address receiver,string token,uint256 amount,uint64 withdrawNonce,uint64 timestamp)';
const broker = { brokerId: 'woofi_dex', chainId: 42161, timestamp: 1_745_383_555_000 };
const key = (change: object = {}) => ({
  ...broker,
  orderlyKey: 'ed25519:8tm7dnKYkSc3FzgPuJaw1wztr79eeZpN35nHW5pL5XhX',
  scope: 'read,trading',
  expiration: 1_776_919_555_000,
  ...change,
});
const withdrawal = { ...broker, receiver: BOB, token: 'USDC', amount: 5_000_000, withdrawNonce: 1 };

corpus('service-messages', {
  'Snapshot: a vote': whole(vote('uint32', 1)),
  'Snapshot: a vote for several choices': whole(vote('uint32[]', [2, 1])),
  'Snapshot: a vote in shares': whole(vote('string', '{"1":50,"2":50}')),
  'Snapshot: a vote that is encrypted': blind(vote('string', '0xabcdef')),
  'Snapshot: a vote in words': blind(vote('string', 'yes')),
  'Snapshot: a vote at a contract': blind(vote('uint32', 1, { chainId: 1, verifyingContract: EVE })),
  'Snapshot: a space that is followed': whole(ofSpace('Follow')),
  'Snapshot: a proposal that is cancelled': whole(ofSpace('CancelProposal', ',bytes32 proposal', { proposal: WORD })),
  'Snapshot: somebody who may vote for the account': whole(
    ofType('Alias(address from,address alias,uint64 timestamp)', snapshot, {
      from: OPERATOR,
      alias: BOB,
      timestamp: 1_745_383_555,
    }),
  ),
  'Orderly: an account': whole(
    ofType('Registration(string brokerId,uint256 chainId,uint64 timestamp,uint256 registrationNonce)', orderly(), {
      ...broker,
      registrationNonce: 5,
    }),
  ),
  'Orderly: a key that trades': whole(ofType(KEY, orderly(), key())),
  'Orderly: a key that only reads': whole(ofType(KEY, orderly(), key({ scope: 'read' }))),
  'Orderly: a key that withdraws, without an end': whole(
    ofType(KEY, orderly(), key({ scope: 'read,trading,asset', expiration: '18446744073709551615' })),
  ),
  'Orderly: a key with a scope that is not known': blind(ofType(KEY, orderly(), key({ scope: 'everything' }))),
  'Orderly: a key on another chain than the domain': blind(ofType(KEY, orderly(), key({ chainId: 10 }))),
  'Orderly: a key at a contract': blind(ofType(KEY, orderly(LEDGER), key())),
  'Orderly: a withdrawal': whole(ofType(WITHDRAW, orderly(LEDGER), withdrawal)),
  'Orderly: a withdrawal at a stranger': blind(ofType(WITHDRAW, orderly(EVE), withdrawal)),
  'Orderly: profits and losses settled': whole(
    ofType('SettlePnl(string brokerId,uint256 chainId,uint64 settleNonce,uint64 timestamp)', orderly(LEDGER), {
      ...broker,
      settleNonce: 1,
    }),
  ),
});

const said = (text: string) =>
  whole(
    payload('PAYLOAD_ENCODING_TEXT_UTF8', `\u0019Ethereum Signed Message:\n${utf8Encode(text).length}${text}`, {
      signWith: OPERATOR,
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    }),
  );

corpus('texts-for-programs', {
  'a code': said('5f5b7e5d-5c1f-4b7e-9a1c-8c3b9a2b4c1d'),
  'a moment': said('2026-11-28T12:00:00Z'),
  'a path': said('/v1/transfers/5/approve'),
  'a list in JSON': said('["transfer", "bob", 5]'),
  'several lines of JSON': said('{"to":"bob"}\n{"to":"eve"}'),
  'an amount in Spanish': said('Enviar 5 USDC a Bob'),
  'a price': said('List my token for 0.01 ETH'),
  'a word': said('Hello'),
  'a sentence with a number': said('I am 5 years old.'),
});

corpus('keys-from-texts', {
  StarkEx: said('StarkEx Sign key'),
  Railgun: said('Signing this message allows you to open your private RAILGUN wallet'),
  'a seed': said('Generate my wallet seed for Example'),
  notes: said('Unlock my encrypted notes'),
  Push: said('Enable Push Profile \n0123456789'),
  'a public key': said('ChangePubKey\n\npubkey: 0123\nnonce: 5'),
  'a second layer': said('Please sign to make your L2 Key'),
  'viewing keys': said('Access my viewing keys'),
  'a transfer in lines': said('Transfer\n\nnonce: 0x01\nfrom: 0x01\nto: 0x03\nasset: 0x03\namount: 0x05\nfee: 0x01'),
  'a letter with a recipient': said('To: the board\n\nThe meeting is on Monday.'),
  'a question about a key': said('I lost the keys to the office.'),
});
