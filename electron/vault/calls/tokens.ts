/** Explains the functions of tokens and vaults by their standards. Amounts are exact and addresses whole. */
import type { Finding } from '../../../shared/model/index.ts';
import {
  allowanceFinding,
  baseUnits,
  care,
  danger,
  isChainToken,
  isUnlimited,
  printableText,
  row,
} from '../../crypto/index.ts';
import { PROOFS, SIGNED_TRANSFERS } from './signed-transfers.ts';
import { stakeText } from './staking-pools.ts';
import {
  type Arguments,
  allowedRow,
  approvalFinding,
  isCoinAsToken,
  listed,
  SHARED,
  type Standard,
} from './standard.ts';
import { strangerFindings, TIP20 } from './strangers.ts';

const SPENDER = 'spender';
const ERC20 = 'ERC-20';
const ERC20_OR_721 = 'ERC-20 or ERC-721';
const ERC721 = 'ERC-721';
const ERC1155 = 'ERC-1155';
/** No list of vaults is known here. A descriptor of the vault takes precedence. */
const ERC4626: Omit<Standard, 'signature' | 'does'> = {
  basis: 'ERC-4626',
  ...SHARED,
  findings: (of) => strangerFindings(of, 'ERC-4626', false),
};
const REDEEMED: Pick<Standard, 'owner' | 'gets'> = { owner: { name: 'owner', by: 'an allowance' }, gets: 'receiver' };
const DAI = 'DAI permit';
const CREDIT = 'Aave credit delegation';
const MEMO: Pick<Standard, 'basis' | 'findings'> = {
  basis: TIP20,
  findings: (of) => strangerFindings(of, TIP20, of.token !== null || isChainToken(of.chain, of.contract)),
};

/** True when the contract is known as the chain’s coin as a token. In others, functions of the same names may differ. */
const isWrapped = (of: Arguments) => isCoinAsToken(of, of.token);
const isDeposit = (of: Arguments) => isWrapped(of) || stakeText(of) !== null;
const moved = (amount: string) => [row('Amount', amount, 'amount')];
const amountRow: Standard['rows'] = (of) => moved(of.tokens('amount'));

const allowance = (of: Arguments) => (of.isAll('amount') ? of.allTokens() : of.tokens('amount'));
const taken = (of: Arguments) => ({ taken: allowance(of), isAll: of.isAll('amount') });

/** An ERC-20 approval, or a call that submits a signed one. */
function approval(basis: string, does: Standard['does'] = letTake): Omit<Standard, 'signature'> {
  return {
    basis,
    does,
    rows: (of) => (of.number('amount') === 0n ? [] : [allowedRow(allowance(of))]),
    findings: (of) =>
      of.number('amount') === 0n
        ? basis === ERC20_OR_721
          ? zeroFindings(of)
          : []
        : [approvalFinding(of.text(SPENDER), taken(of), { field: SPENDER, basis })],
  };
}

const letTake: Standard['does'] = (of) =>
  of.number('amount') === 0n
    ? `Let ${of.text(SPENDER)} take nothing more of the tokens of ${of.contract}`
    : `Let ${of.text(SPENDER)} take ${allowance(of)}`;
const letTakeMore: Standard['does'] = (of) => `Let ${of.text(SPENDER)} take ${allowance(of)} more`;

/** For an NFT contract, an approval of 0 approves the NFT with the number 0. */
function zeroFindings(of: Arguments): readonly Finding[] {
  return of.token !== null
    ? []
    : [
        care(`If the tokens of ${of.contract} have numbers, ${of.text(SPENDER)} can take token number 0 at any time.`, {
          field: SPENDER,
          basis: ERC20_OR_721,
        }),
      ];
}

/** 32 bytes that are a text, with zeros behind it, or a reference. */
function memo(of: Arguments): string {
  const bytes = of.bytes('memo');
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return end === 0 ? 'an empty memo' : `the memo ${printableText(bytes.subarray(0, end)) ?? of.text('memo')}`;
}

/** The amount that somebody may borrow. The contract is the debt's, with the decimals of the owed token. */
function credit(of: Arguments): string {
  if (isUnlimited(of.number('amount'))) return 'without limit';
  return of.number('amount') === 0n ? 'nothing more' : baseUnits(of.text('amount'));
}

function idsAndAmounts(of: Arguments): string {
  const amounts = of.texts('amounts');
  return listed(of.texts('ids').map((id, index) => `${amounts[index] ?? '?'} of the token ${id}`));
}

/**
 * By the names of their parameters in `does`, `rows` and `findings`. A function of several standards is under the
 * first.
 */
export const TOKENS: readonly Standard[] = [
  {
    signature: 'transfer(address to, uint256 amount)',
    basis: ERC20,
    does: (of) => `Send ${of.tokens('amount')} to ${of.text('to')}`,
    rows: amountRow,
  },
  {
    signature: 'transferFrom(address from, address to, uint256 amount)',
    basis: ERC20_OR_721,
    owner: { name: 'from', by: 'an allowance' },
    does: (of) => `Move ${of.tokens('amount')} from ${of.text('from')} to ${of.text('to')}`,
    rows: amountRow,
  },
  {
    signature: 'approve(address spender, uint256 amount)',
    ...approval(ERC20_OR_721, (of) =>
      of.number('amount') === 0n && of.token === null ? `${letTake(of)}, or its token number 0` : letTake(of),
    ),
  },
  { signature: 'increaseAllowance(address spender, uint256 amount)', ...approval(ERC20, letTakeMore) },
  { signature: 'increaseApproval(address spender, uint256 amount)', ...approval(ERC20, letTakeMore) },
  {
    signature: 'decreaseAllowance(address spender, uint256 amount)',
    basis: ERC20,
    does: (of) => `Let ${of.text(SPENDER)} take ${of.tokens('amount')} less`,
  },
  {
    signature: 'approveDelegation(address spender, uint256 amount)',
    basis: CREDIT,
    does: (of) => `Let ${of.text(SPENDER)} borrow ${credit(of)} on the account, at ${of.contract}`,
    rows: (of) => (of.number('amount') === 0n ? [] : [row('May be borrowed', credit(of), 'amount')]),
    findings: (of) =>
      of.number('amount') === 0n
        ? []
        : [
            allowanceFinding(
              isUnlimited(of.number('amount')),
              `${of.text(SPENDER)} can borrow ${credit(of)} at any time, without asking again: the account owes it, and its deposits can be taken for it.`,
              { field: SPENDER, basis: CREDIT },
            ),
          ],
  },
  ...PROOFS.map(
    (proof): Standard => ({
      signature: `permit(address owner, address spender, uint256 amount, uint256 deadline, ${proof})`,
      owner: { name: 'owner', by: 'a signature' },
      ...approval(
        'ERC-2612',
        (of) => `Submit the permit of ${of.text('owner')}: ${of.text(SPENDER)} may take ${allowance(of)}`,
      ),
    }),
  ),
  {
    signature:
      'permit(address owner, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
    basis: DAI,
    owner: { name: 'owner', by: 'a signature' },
    isEndlessAtZero: true,
    does: (of) =>
      of.text('allowed') === 'true'
        ? `Submit the permit of ${of.text('owner')}: ${of.text(SPENDER)} may take ${of.allTokens()}`
        : `Revoke the permit of ${of.text('owner')} for ${of.text(SPENDER)}`,
    rows: (of) => (of.text('allowed') === 'true' ? [allowedRow(of.allTokens())] : []),
    findings: (of) =>
      of.text('allowed') === 'true'
        ? [approvalFinding(of.text(SPENDER), { taken: of.allTokens(), isAll: true }, { field: SPENDER, basis: DAI })]
        : [],
  },
  ...SIGNED_TRANSFERS,
  {
    signature: 'safeTransferFrom(address from, address to, uint256 id)',
    basis: ERC721,
    owner: { name: 'from', by: 'an approval' },
    does: (of) => `Move the token ${of.text('id')} of ${of.contract} from ${of.text('from')} to ${of.text('to')}`,
  },
  {
    signature: 'safeTransferFrom(address from, address to, uint256 id, bytes data)',
    basis: ERC721,
    owner: { name: 'from', by: 'an approval' },
    does: (of) => `Move the token ${of.text('id')} of ${of.contract} from ${of.text('from')} to ${of.text('to')}`,
  },
  ...['setApprovalForAll(address operator, bool approved)', 'setOperator(address operator, bool approved)'].map(
    (signature): Standard => ({
      signature,
      basis: signature.startsWith('setOperator') ? 'ERC-6909' : 'ERC-721 or ERC-1155',
      does: (of) =>
        of.text('approved') === 'true'
          ? `Let ${of.text('operator')} take every token of ${of.contract}`
          : `Let ${of.text('operator')} take no more tokens of ${of.contract}`,
      findings: (of) =>
        of.text('approved') === 'true'
          ? [
              allowanceFinding(true, `${of.text('operator')} can take all of them at any time, including later ones.`, {
                field: 'operator',
                basis: ERC721,
              }),
            ]
          : [],
    }),
  ),
  {
    signature: 'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
    basis: ERC1155,
    owner: { name: 'from', by: 'an approval' },
    does: (of) =>
      `Move ${of.text('amount')} of the token ${of.text('id')} of ${of.contract} from ${of.text('from')} to ${of.text('to')}`,
  },
  {
    signature: 'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
    basis: ERC1155,
    owner: { name: 'from', by: 'an approval' },
    does: (of) =>
      `Move ${idsAndAmounts(of) || 'nothing'} of ${of.contract} from ${of.text('from')} to ${of.text('to')}`,
    findings: (of) =>
      of.texts('ids').length === of.texts('amounts').length
        ? []
        : [danger('The numbers of amounts and ids differ.', { field: 'amounts', basis: ERC1155, mark: of.mark })],
  },
  {
    signature: 'delegate(address delegatee)',
    basis: 'ERC-5805',
    ...SHARED,
    does: (of) => `Let ${of.text('delegatee')} vote with the tokens of ${of.contract} that the account has`,
    findings: (of) => strangerFindings(of, 'ERC-5805', of.token !== null),
  },
  {
    signature: 'mint(address to, uint256 amount)',
    basis: ERC20,
    ...SHARED,
    does: (of) => `Make ${of.tokens('amount')} for ${of.text('to')}`,
    rows: amountRow,
    findings: (of) => strangerFindings(of, ERC20, of.token !== null),
  },
  {
    signature: 'burn(uint256 amount)',
    basis: ERC20,
    ...SHARED,
    does: (of) => `Destroy ${of.tokens('amount')}`,
    rows: amountRow,
    findings: (of) => strangerFindings(of, ERC20, of.token !== null),
  },
  {
    signature: 'transferWithMemo(address to, uint256 amount, bytes32 memo)',
    ...MEMO,
    does: (of) => `Send ${of.tokens('amount')} to ${of.text('to')} with ${memo(of)}`,
    rows: amountRow,
  },
  {
    signature: 'transferFromWithMemo(address from, address to, uint256 amount, bytes32 memo)',
    ...MEMO,
    owner: { name: 'from', by: 'an allowance' },
    does: (of) => `Move ${of.tokens('amount')} from ${of.text('from')} to ${of.text('to')} with ${memo(of)}`,
    rows: amountRow,
  },
  {
    signature: 'mintWithMemo(address to, uint256 amount, bytes32 memo)',
    ...MEMO,
    does: (of) => `Make ${of.tokens('amount')} for ${of.text('to')} with ${memo(of)}`,
    rows: amountRow,
  },
  {
    signature: 'burnWithMemo(uint256 amount, bytes32 memo)',
    ...MEMO,
    does: (of) => `Destroy ${of.tokens('amount')} with ${memo(of)}`,
    rows: amountRow,
  },
  {
    signature: 'deposit()',
    basis: 'WETH',
    isShared: (of) => !isDeposit(of),
    coins: 'mentioned',
    does: (of) =>
      stakeText(of) ??
      (isWrapped(of)
        ? `Wrap ${of.coins(of.value)} into ${of.token?.symbol}`
        : `Wrap ${of.value === 0n ? 'what is sent' : of.coins(of.value)} into tokens of ${of.contract}`),
    findings: (of) => strangerFindings(of, 'WETH', isDeposit(of)),
  },
  {
    signature: 'withdraw(uint256 amount)',
    basis: 'WETH',
    isShared: (of) => !isWrapped(of),
    does: (of) => `Unwrap ${of.tokens('amount')}`,
    rows: amountRow,
    findings: (of) => strangerFindings(of, 'WETH', isWrapped(of)),
  },
  {
    signature: 'deposit(uint256 assets, address receiver)',
    ...ERC4626,
    gets: 'receiver',
    does: (of) => `Deposit ${baseUnits(of.text('assets'))} into the vault ${of.contract}, for ${of.text('receiver')}`,
  },
  {
    signature: 'mint(uint256 shares, address receiver)',
    ...ERC4626,
    gets: 'receiver',
    does: (of) =>
      `Buy ${baseUnits(of.text('shares'))} of shares of the vault ${of.contract}, for ${of.text('receiver')}`,
  },
  {
    signature: 'withdraw(uint256 assets, address receiver, address owner)',
    ...ERC4626,
    ...REDEEMED,
    does: (of) =>
      `Withdraw ${baseUnits(of.text('assets'))} of ${of.text('owner')} from the vault ${of.contract} to ${of.text('receiver')}`,
  },
  {
    signature: 'redeem(uint256 shares, address receiver, address owner)',
    ...ERC4626,
    ...REDEEMED,
    does: (of) =>
      `Redeem ${baseUnits(of.text('shares'))} of shares of ${of.text('owner')} in the vault ${of.contract} to ${of.text('receiver')}`,
  },
];
