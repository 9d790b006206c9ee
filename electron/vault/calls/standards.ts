/** What the functions of the common standards of contracts do, in words. Amounts are exact; who takes what is whole. */
import type { Finding } from '../../../shared/model/index.ts';
import { care, danger } from '../../crypto/index.ts';

/** The arguments of a call by their names, as people read them, and what is known of the contract that is called. */
export interface Arguments {
  /** Text, an address in its chain's spelling, or a number. */
  text(name: string): string;
  number(name: string): bigint;
  /** An amount of the token that the contract is. */
  tokens(name: string): string;
  /** The contract. */
  readonly contract: string;
}

export interface Standard {
  /** Human-readable. */
  readonly signature: string;
  readonly basis: string;
  readonly does: (of: Arguments) => string;
  /** Other contracts have a function of that name and do something else: what the contract says of itself counts first. */
  readonly isShared?: true;
  readonly findings?: (of: Arguments) => readonly Finding[];
  /** The calls that it makes, as its arguments have them; each is explained by itself. */
  readonly calls?: {
    readonly list: string | null;
    readonly to: string | null;
    readonly data: string;
    readonly value: string | null;
  };
}

/** Choice (unlimited-approval): nobody has half of what a number of its size can hold. */
const isUnlimited = (amount: bigint, bits = 256) => amount >= 1n << BigInt(bits - 1);

const SPENDER = 'spender';

function allowance(of: Arguments): string {
  return isUnlimited(of.number('amount')) ? `all its tokens of ${of.contract}` : of.tokens('amount');
}

/** Whoever is let take tokens takes them without asking again. */
function approval(basis: string): Pick<Standard, 'does' | 'findings' | 'basis'> {
  return {
    basis,
    does: (of) =>
      of.number('amount') === 0n
        ? `Let ${of.text(SPENDER)} take nothing more of the tokens of ${of.contract}`
        : `Let ${of.text(SPENDER)} take ${allowance(of)}`,
    findings(of) {
      const amount = of.number('amount');
      if (amount === 0n) return [];
      const takes = `${of.text(SPENDER)} can take ${isUnlimited(amount) ? 'them without limit' : 'them'} at any time, without asking again.`;
      return [
        isUnlimited(amount)
          ? danger(`An unlimited approval: ${takes}`, { field: SPENDER, basis })
          : care(`An approval: ${takes}`, { field: SPENDER, basis }),
      ];
    },
  };
}

/** Power over the contract changes hands. */
function power(
  signature: string,
  basis: string,
  does: (of: Arguments) => string,
  field: string | null = null,
): Standard {
  return {
    signature,
    basis,
    does,
    findings: () => [danger('It changes who has power over the contract, or what code it runs.', { field, basis })],
  };
}

const ERC20 = { basis: 'ERC-20' } as const;
const ERC721 = { basis: 'ERC-721' } as const;
const ERC1155 = { basis: 'ERC-1155' } as const;
const ERC4626 = { basis: 'ERC-4626', isShared: true } as const;
const WETH = { basis: 'WETH', isShared: true } as const;
const SAFE = 'Safe';

/** By the names of their parameters in `does` and `findings`. What several standards share stands under the first. */
export const STANDARDS: readonly Standard[] = [
  {
    signature: 'transfer(address to, uint256 amount)',
    ...ERC20,
    does: (of) => `Send ${of.tokens('amount')} to ${of.text('to')}`,
    findings: toItself,
  },
  {
    signature: 'transferFrom(address from, address to, uint256 amount)',
    basis: 'ERC-20 or ERC-721',
    does: (of) => `Move ${of.tokens('amount')} from ${of.text('from')} to ${of.text('to')}`,
    findings: toItself,
  },
  { signature: 'approve(address spender, uint256 amount)', ...approval('ERC-20 or ERC-721') },
  { signature: 'increaseAllowance(address spender, uint256 amount)', ...approval('ERC-20') },
  { signature: 'increaseApproval(address spender, uint256 amount)', ...approval('ERC-20') },
  {
    signature: 'decreaseAllowance(address spender, uint256 amount)',
    ...ERC20,
    does: (of) => `Let ${of.text(SPENDER)} take ${of.tokens('amount')} less`,
  },
  {
    signature:
      'permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    ...approval('ERC-2612'),
    does: (of) => `Hand in the permit of ${of.text('owner')}: ${of.text(SPENDER)} may take ${allowance(of)}`,
  },
  {
    signature: 'safeTransferFrom(address from, address to, uint256 id)',
    ...ERC721,
    does: (of) => `Move the token ${of.text('id')} of ${of.contract} from ${of.text('from')} to ${of.text('to')}`,
  },
  {
    signature: 'safeTransferFrom(address from, address to, uint256 id, bytes data)',
    ...ERC721,
    does: (of) => `Move the token ${of.text('id')} of ${of.contract} from ${of.text('from')} to ${of.text('to')}`,
  },
  {
    signature: 'setApprovalForAll(address operator, bool approved)',
    basis: 'ERC-721 or ERC-1155',
    does: (of) =>
      of.text('approved') === 'true'
        ? `Let ${of.text('operator')} take every token of ${of.contract}`
        : `Let ${of.text('operator')} take no token of ${of.contract} any more`,
    findings: (of) =>
      of.text('approved') === 'true'
        ? [
            danger(`${of.text('operator')} can take all of them at any time, those that come later too.`, {
              field: 'operator',
              basis: 'ERC-721',
            }),
          ]
        : [],
  },
  {
    signature: 'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
    ...ERC1155,
    does: (of) =>
      `Move ${of.text('amount')} of the token ${of.text('id')} of ${of.contract} from ${of.text('from')} to ${of.text('to')}`,
  },
  {
    signature: 'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
    ...ERC1155,
    does: (of) => `Move several tokens of ${of.contract} from ${of.text('from')} to ${of.text('to')}`,
  },
  { signature: 'deposit()', ...WETH, does: (of) => `Wrap what is sent into tokens of ${of.contract}` },
  { signature: 'withdraw(uint256 amount)', ...WETH, does: (of) => `Unwrap ${of.tokens('amount')}` },
  {
    signature: 'deposit(uint256 assets, address receiver)',
    ...ERC4626,
    does: (of) => `Deposit ${of.text('assets')} base units into the vault ${of.contract}, for ${of.text('receiver')}`,
  },
  {
    signature: 'mint(uint256 shares, address receiver)',
    ...ERC4626,
    does: (of) =>
      `Buy ${of.text('shares')} base units of shares of the vault ${of.contract}, for ${of.text('receiver')}`,
  },
  {
    signature: 'withdraw(uint256 assets, address receiver, address owner)',
    ...ERC4626,
    does: (of) =>
      `Withdraw ${of.text('assets')} base units of ${of.text('owner')} from the vault ${of.contract} to ${of.text('receiver')}`,
  },
  {
    signature: 'redeem(uint256 shares, address receiver, address owner)',
    ...ERC4626,
    does: (of) =>
      `Redeem ${of.text('shares')} base units of shares of ${of.text('owner')} in the vault ${of.contract} to ${of.text('receiver')}`,
  },
  {
    signature: 'approve(address token, address spender, uint160 amount, uint48 expiration)',
    basis: 'Permit2',
    does: (of) =>
      `Let ${of.text(SPENDER)} take ${isUnlimited(of.number('amount'), 160) ? 'all' : `${of.text('amount')} base units`} of the token ${of.text('token')}`,
    findings: (of) => [
      (isUnlimited(of.number('amount'), 160) ? danger : care)(
        `An approval${isUnlimited(of.number('amount'), 160) ? ' without limit' : ''}: ${of.text(SPENDER)} can take them until it expires, without asking again.`,
        { field: SPENDER, basis: 'Permit2' },
      ),
    ],
  },
  {
    signature: 'multicall(bytes[] data)',
    basis: 'Multicall',
    does: (of) => `Call ${of.contract} several times`,
    calls: { list: null, to: null, data: 'data', value: null },
  },
  {
    signature: 'multicall(uint256 deadline, bytes[] data)',
    basis: 'Multicall',
    does: (of) => `Call ${of.contract} several times`,
    calls: { list: null, to: null, data: 'data', value: null },
  },
  {
    signature: 'aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
    basis: 'Multicall3',
    does: () => 'Make several calls',
    calls: { list: 'calls', to: 'target', data: 'callData', value: null },
  },
  {
    signature: 'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
    basis: 'Multicall3',
    does: () => 'Make several calls',
    calls: { list: 'calls', to: 'target', data: 'callData', value: 'value' },
  },
  {
    signature:
      'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    basis: SAFE,
    does: (of) => `Have the Safe ${of.contract} make a call`,
    calls: { list: null, to: 'to', data: 'data', value: 'value' },
    findings: (of) =>
      of.number('operation') === 0n
        ? []
        : [
            danger(
              `A delegate call: the code of ${of.text('to')} runs as the Safe itself, and can take everything it holds.`,
              { field: 'operation', basis: SAFE },
            ),
          ],
  },
  power(
    'addOwnerWithThreshold(address owner, uint256 threshold)',
    SAFE,
    (of) =>
      `Make ${of.text('owner')} an owner of the Safe ${of.contract}, with ${of.text('threshold')} signatures needed`,
    'owner',
  ),
  power(
    'removeOwner(address previous, address owner, uint256 threshold)',
    SAFE,
    (of) =>
      `Remove the owner ${of.text('owner')} of the Safe ${of.contract}, with ${of.text('threshold')} signatures needed`,
    'owner',
  ),
  power(
    'swapOwner(address previous, address oldOwner, address newOwner)',
    SAFE,
    (of) => `Replace the owner ${of.text('oldOwner')} of the Safe ${of.contract} by ${of.text('newOwner')}`,
    'newOwner',
  ),
  power(
    'changeThreshold(uint256 threshold)',
    SAFE,
    (of) => `Have the Safe ${of.contract} need ${of.text('threshold')} signatures`,
    'threshold',
  ),
  power(
    'enableModule(address module)',
    SAFE,
    (of) => `Let ${of.text('module')} act for the Safe ${of.contract} without signatures`,
    'module',
  ),
  power(
    'setGuard(address guard)',
    SAFE,
    (of) => `Make ${of.text('guard')} the guard of the Safe ${of.contract}`,
    'guard',
  ),
  power(
    'setFallbackHandler(address handler)',
    SAFE,
    (of) => `Make ${of.text('handler')} the fallback handler of the Safe ${of.contract}`,
    'handler',
  ),
  power(
    'transferOwnership(address owner)',
    'ERC-173',
    (of) => `Make ${of.text('owner')} the owner of ${of.contract}`,
    'owner',
  ),
  power('renounceOwnership()', 'ERC-173', (of) => `Leave ${of.contract} without an owner, for ever`),
  power(
    'upgradeTo(address implementation)',
    'ERC-1967',
    (of) => `Replace the code of ${of.contract} by that of ${of.text('implementation')}`,
    'implementation',
  ),
  power(
    'upgradeToAndCall(address implementation, bytes data)',
    'ERC-1967',
    (of) => `Replace the code of ${of.contract} by that of ${of.text('implementation')}, and call it`,
    'implementation',
  ),
  power(
    'changeAdmin(address admin)',
    'ERC-1967',
    (of) => `Make ${of.text('admin')} the one who can replace the code of ${of.contract}`,
    'admin',
  ),
  power(
    'grantRole(bytes32 role, address account)',
    'AccessControl',
    (of) => `Give ${of.text('account')} a role in ${of.contract}`,
    'account',
  ),
  power(
    'revokeRole(bytes32 role, address account)',
    'AccessControl',
    (of) => `Take a role in ${of.contract} from ${of.text('account')}`,
    'account',
  ),
];

/** Tokens that are sent to their own contract are lost. */
function toItself(of: Arguments): readonly Finding[] {
  return of.text('to').toLowerCase() === of.contract.toLowerCase()
    ? [danger('The tokens go to the contract of the token itself, where nobody can take them back.', { field: 'to' })]
    : [];
}
