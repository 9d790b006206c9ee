/** What the functions of tokens, vaults and proxies do by their standards, in words. Amounts are exact; who takes what is whole. */
import type { Finding } from '../../../shared/model/index.ts';
import { care, danger } from '../../crypto/index.ts';

/** The arguments of a call by their names (`details.token`), as people read them, and what is known of the contract that is called. */
export interface Arguments {
  /** Text, an address in its chain's spelling, or a number. */
  text(name: string): string;
  number(name: string): bigint;
  /** An amount of the token that an argument names, or that the contract is. */
  tokens(name: string, token?: string): string;
  /** The members of a tuple. */
  within(name: string): Arguments;
  /** The items of a list, each with its members. */
  each(name: string): readonly Arguments[];
  /** The contract that is called. */
  readonly contract: string;
  /** What is typed before a call that hides what it does is signed. */
  readonly mark: string;
}

/** Where a call stands among the arguments: in each item of a list, or once. */
export interface CallsInside {
  readonly list: string | null;
  /** Null for the contract itself. */
  readonly to: string | null;
  readonly data: string;
  readonly value: string | null;
}

export interface Standard {
  /** Human-readable. */
  readonly signature: string;
  readonly basis: string;
  readonly does: (of: Arguments) => string;
  /** Other contracts have a function of that name and do something else: what the contract says of itself counts first. */
  readonly isShared?: true;
  /** Coins may go with it. */
  readonly takesCoins?: true;
  readonly findings?: (of: Arguments) => readonly Finding[];
  /** The calls that it makes, as its arguments have them; each is explained by itself. */
  readonly calls?: CallsInside;
}

/** Choice (unlimited-approval): nobody has half of what a number of its size can hold. */
export const isUnlimited = (amount: bigint, bits = 256) => amount >= 1n << BigInt(bits - 1);

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
export function power(
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

/** By the names of their parameters in `does` and `findings`. What several standards share stands under the first. */
export const TOKENS_AND_PROXIES: readonly Standard[] = [
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
    signature:
      'permit(address owner, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
    basis: 'DAI permit',
    does: (of) =>
      of.text('allowed') === 'true'
        ? `Hand in the permit of ${of.text('owner')}: ${of.text(SPENDER)} may take all its tokens of ${of.contract}`
        : `Take back the permit of ${of.text('owner')} for ${of.text(SPENDER)}`,
    findings: (of) =>
      of.text('allowed') === 'true'
        ? [
            danger(
              `An unlimited approval: ${of.text(SPENDER)} can take them without limit at any time, without asking again.`,
              {
                field: SPENDER,
                basis: 'DAI permit',
              },
            ),
          ]
        : [],
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
  {
    signature: 'deposit()',
    ...WETH,
    takesCoins: true,
    does: (of) => `Wrap what is sent into tokens of ${of.contract}`,
  },
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
  power(
    'upgrade(address proxy, address implementation)',
    'ERC-1967',
    (of) => `Replace the code of ${of.text('proxy')} by that of ${of.text('implementation')}`,
    'implementation',
  ),
  power(
    'upgradeAndCall(address proxy, address implementation, bytes data)',
    'ERC-1967',
    (of) => `Replace the code of ${of.text('proxy')} by that of ${of.text('implementation')}, and call it`,
    'implementation',
  ),
  power(
    'changeProxyAdmin(address proxy, address admin)',
    'ERC-1967',
    (of) => `Make ${of.text('admin')} the one who can replace the code of ${of.text('proxy')}`,
    'admin',
  ),
  power('acceptOwnership()', 'ERC-173', (of) => `Become the owner of ${of.contract}`),
  power(
    'renounceRole(bytes32 role, address account)',
    'AccessControl',
    (of) => `Give up a role of ${of.text('account')} in ${of.contract}`,
    'account',
  ),
  power(
    'diamondCut((address facet, uint8 action, bytes4[] selectors)[] cuts, address init, bytes data)',
    'ERC-2535',
    (of) => `Replace code of ${of.contract}: ${of.each('cuts').length} parts`,
    'cuts',
  ),
];

/** Tokens that are sent to their own contract are lost. */
function toItself(of: Arguments): readonly Finding[] {
  return of.text('to').toLowerCase() === of.contract.toLowerCase()
    ? [danger('The tokens go to the contract of the token itself, where nobody can take them back.', { field: 'to' })]
    : [];
}
