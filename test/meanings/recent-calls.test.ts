/** Transfers of Circle to other chains, transfers that owners signed, and votes. */
import { hexDecode } from '../../shared/wire/index.ts';
import { blind, corpus, whole } from './corpus.ts';
import { ALICE, BOB, CONTRACT, calling, encodeCall, OPERATOR, USDC } from './evm-calls.ts';

const MESSENGER = '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d';
const MEMBERS =
  'uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold';
const NOBODY = new Uint8Array(32);
const word = (address: string) => hexDecode(address.slice(2).toLowerCase().padStart(64, '0'));
const values = (change: object = {}) => ({
  amount: 5_000_000n,
  destinationDomain: 6n,
  mintRecipient: word(OPERATOR),
  burnToken: USDC,
  destinationCaller: NOBODY,
  maxFee: 500n,
  minFinalityThreshold: 1000n,
  ...change,
});
const burning = (change: object = {}, to = MESSENGER) =>
  calling(encodeCall(`depositForBurn(${MEMBERS})`, values(change)), { to });

corpus('circle-transfers', {
  'USDC to oneself on Base': whole(burning()),
  'USDC to somebody on Base': whole(burning({ mintRecipient: word(BOB) })),
  'USDC to nobody': whole(burning({ mintRecipient: NOBODY })),
  'USDC to Solana': whole(burning({ destinationDomain: 5n, mintRecipient: new Uint8Array(32).fill(0xab) })),
  'USDC to Solana, for an address of Ethereum': blind(burning({ destinationDomain: 5n })),
  'USDC to Base, for an address of Solana': blind(burning({ mintRecipient: new Uint8Array(32).fill(0xab) })),
  'USDC to a chain that is not known': blind(burning({ destinationDomain: 99n })),
  'all USDC': whole(burning({ amount: (1n << 256n) - 1n })),
  'a fee of most of it': whole(burning({ maxFee: 4_000_000n })),
  'only one who can hand it in': whole(burning({ destinationCaller: word(ALICE) })),
  'a contract that is not Circle’s': blind(burning({}, CONTRACT)),
  'data for code at the other end': blind(
    calling(
      encodeCall(`depositForBurnWithHook(${MEMBERS}, bytes hookData)`, {
        ...values(),
        hookData: hexDecode('1234'),
      }),
      { to: MESSENGER },
    ),
  ),
});

const proof = new Uint8Array(65).fill(0x1b);
const signedTransfer = (name: string, from: string, change: object = {}) =>
  calling(
    encodeCall(
      `${name}(address from, address to, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)`,
      {
        from,
        to: BOB,
        amount: 5_000_000n,
        validAfter: 0n,
        validBefore: 1_790_000_000n,
        nonce: new Uint8Array(32).fill(0xab),
        signature: proof,
        ...change,
      },
    ),
    { to: USDC },
  );
const GOVERNOR = '0x408ED6354d4973f66138C91495F2f2FCbd8724C3';
const voting = (support: bigint, to = GOVERNOR) =>
  calling(encodeCall('castVote(uint256 proposalId, uint8 support)', { proposalId: 12n, support }), { to });

corpus('handed-in', {
  'a transfer that the operator signed': whole(signedTransfer('transferWithAuthorization', OPERATOR)),
  'a transfer that somebody else signed': whole(signedTransfer('receiveWithAuthorization', ALICE)),
  'a transfer without an end': whole(
    signedTransfer('transferWithAuthorization', OPERATOR, { validBefore: (1n << 256n) - 1n }),
  ),
  'a permit with a signature in one piece': whole(
    calling(
      encodeCall('permit(address owner, address spender, uint256 amount, uint256 deadline, bytes signature)', {
        owner: ALICE,
        spender: BOB,
        amount: 5_000_000n,
        deadline: 1_790_000_000n,
        signature: proof,
      }),
      { to: USDC },
    ),
  ),
  'an authorization that is cancelled': whole(
    calling(
      encodeCall('cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)', {
        authorizer: OPERATOR,
        nonce: new Uint8Array(32).fill(0xab),
        signature: proof,
      }),
      { to: USDC },
    ),
  ),
  'a vote': whole(voting(1n)),
  'a vote that abstains': whole(voting(2n)),
  'a vote of no known kind': blind(voting(7n)),
  'a vote at a contract that is no known governor': blind(voting(1n, CONTRACT)),
  'a vote with its reason': whole(
    calling(
      encodeCall('castVoteWithReason(uint256 proposalId, uint8 support, string reason)', {
        proposalId: 12n,
        support: 0n,
        reason: 'Too early',
      }),
      { to: GOVERNOR },
    ),
  ),
});
