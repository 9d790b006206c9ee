import { hexDecode } from '../../shared/wire/index.ts';
import { blind, corpus, payload, whole } from './corpus.ts';
import { ALICE, BOB, CONTRACT, calling, described, ETHER, encodeCall, OPERATOR, USDC } from './evm-calls.ts';
import { domain, ofType } from './typed-message.ts';

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const CALL_ONLY = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const ROUTER = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af';
const SEAPORT = '0x0000000000000068F116a894984e2DB1123eB395';
const INCH = '0x111111125421cA6dc452d289314280a0f8842A65';
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
const FACTORY = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67';
const SOON = 1_790_000_000;
const ROLE = hexDecode('00'.repeat(32));

const call = (signature: string, values: unknown, to: string = USDC) => calling(encodeCall(signature, values), { to });
const approve = (spender: string, amount = 5n) => call('approve(address spender, uint256 amount)', { spender, amount });
const send = (to: string) => call('transfer(address to, uint256 amount)', { to, amount: 5n });
const permit = (spender: string, change: object = {}, at: string = USDC) =>
  ofType('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', domain('USD Coin', at), {
    owner: BOB,
    spender,
    value: 5,
    nonce: 0,
    deadline: SOON,
    ...change,
  });
const permit2 = (spender: string, amount: number) =>
  ofType(
    'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
    { name: 'Permit2', chainId: 1, verifyingContract: PERMIT2 },
    { details: { token: USDC, amount, expiration: SOON, nonce: 0 }, spender, sigDeadline: SOON },
  );

const runs = (address: string) =>
  payload('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', JSON.stringify({ chainId: 1, address, nonce: 1 }), {
    signWith: OPERATOR,
  });

corpus('public-takers', {
  'an account that runs the code of a contract for everybody': whole(runs(MULTICALL3)),
  'an account that runs the code of an unknown contract': whole(runs(BOB)),
  'an allowance for a contract that makes calls for everybody': whole(approve(MULTICALL3)),
  'the same for the MultiSend that makes calls of its own': whole(approve(CALL_ONLY)),
  'the same allowance taken back': whole(approve(MULTICALL3, 0n)),
  'more of an allowance for everybody': whole(
    call('increaseAllowance(address spender, uint256 amount)', { spender: MULTICALL3, amount: 5n }),
  ),
  'every NFT for everybody': whole(
    call('setApprovalForAll(address operator, bool approved)', { operator: MULTICALL3, approved: true }, CONTRACT),
  ),
  'every NFT taken back from everybody': whole(
    call('setApprovalForAll(address operator, bool approved)', { operator: MULTICALL3, approved: false }, CONTRACT),
  ),
  'a credit for everybody': whole(
    call('approveDelegation(address spender, uint256 amount)', { spender: MULTICALL3, amount: 5n }, CONTRACT),
  ),
  'a manager that acts for everybody': whole(
    call('allow(address manager, bool allowed)', { manager: MULTICALL3, allowed: true }, CONTRACT),
  ),
  'a role for everybody': whole(
    call('grantRole(bytes32 role, address account)', { role: ROLE, account: MULTICALL3 }, CONTRACT),
  ),
  'an allowance of Permit2 for everybody': whole(
    call(
      'approve(address token, address spender, uint160 amount, uint48 expiration)',
      { token: USDC, spender: MULTICALL3, amount: 5n, expiration: SOON },
      PERMIT2,
    ),
  ),
  'a permit for everybody': whole(permit(MULTICALL3)),
  'a permit of Permit2 for everybody': whole(permit2(MULTICALL3, 5)),
  'a permit of Permit2 taken back from everybody': whole(permit2(MULTICALL3, 0)),
  'a signer that a descriptor explains, for everybody': described(
    'celo/calldata-celo_accounts',
    'authorizeVoteSigner',
    {
      change: { signer: MULTICALL3 },
    },
  ),
  'tokens for a router': whole(send(ROUTER)),
  'tokens for Seaport': whole(send(SEAPORT)),
  'tokens for a router of 1inch': whole(send(INCH)),
  'tokens for an EntryPoint': whole(send(ENTRY_POINT)),
  'tokens for a factory': whole(send(FACTORY)),
  'an NFT for the MultiSend': whole(
    call('safeTransferFrom(address from, address to, uint256 id)', { from: OPERATOR, to: CALL_ONLY, id: 5n }, CONTRACT),
  ),
  'a signed transfer to a router': whole(
    ofType(
      'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
      { ...domain('USD Coin', USDC), version: '2' },
      { from: BOB, to: ROUTER, value: 5, validAfter: 0, validBefore: SOON, nonce: `0x${'00'.repeat(32)}` },
    ),
  ),
  'coins for a router, by another contract': whole(
    call(
      'execute(address dest, uint256 value, bytes func)',
      { dest: ROUTER, value: ETHER, func: new Uint8Array(0) },
      ALICE,
    ),
  ),
  'a transfer of Permit2 as of a token': blind(
    call('transferFrom(address from, address to, uint256 amount)', { from: OPERATOR, to: ALICE, amount: 5n }, PERMIT2),
  ),
  'a permit of Permit2 as of a token': blind(permit(ALICE, {}, PERMIT2)),
});
