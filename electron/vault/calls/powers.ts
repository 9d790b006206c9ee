/**
 * Explains functions that change control over a contract or its code: owners, roles, proxies and the keys of an
 * account.
 */
import { TEMPO_CHAINS } from '../../../shared/model/index.ts';
import { danger, roleId, untilText } from '../../crypto/index.ts';
import { type Arguments, type Contracts, isNobody, listed, power, SHARED, type Standard } from './standard.ts';

const OWNABLE = 'ERC-173';
const PROXY = 'ERC-1967';
const ROLES = 'AccessControl';
const ADMIN = 'administration';
const KEYCHAIN = 'Tempo account keychain';

/** Names of roles, as OpenZeppelin’s contracts and TIP-20 have them. */
const ROLE_NAMES = [
  'MINTER_ROLE',
  'BURNER_ROLE',
  'PAUSER_ROLE',
  'UPGRADER_ROLE',
  'ADMIN_ROLE',
  'OPERATOR_ROLE',
  'MANAGER_ROLE',
  'PROPOSER_ROLE',
  'EXECUTOR_ROLE',
  'CANCELLER_ROLE',
  'TIMELOCK_ADMIN_ROLE',
  'ISSUER_ROLE',
  'PAUSE_ROLE',
  'UNPAUSE_ROLE',
  'BURN_BLOCKED_ROLE',
];
let roles: ReadonlyMap<string, string> | null = null;

function roleOf(of: Arguments): string {
  const id = of.text('role');
  if (/^0x0+$/.test(id)) return 'the role DEFAULT_ADMIN_ROLE, which may give every role,';
  roles ??= new Map(ROLE_NAMES.map((name) => [roleId(name), name]));
  return `the role ${roles.get(id) ?? id}`;
}

/** A function that gives one account the power in its name. */
function appoints(name: string, called: string): Standard {
  return {
    ...power(
      `${name}(address account)`,
      ADMIN,
      (of) => `Make ${of.text('account')} ${called} of ${of.contract}`,
      'account',
    ),
    ...SHARED,
  };
}

/** The precompiled contract that keeps the keys of accounts, on both networks of Tempo. */
const KEYCHAINS: Contracts = Object.fromEntries(
  TEMPO_CHAINS.map((chain) => [chain, ['0xaaaaaaaa00000000000000000000000000000000']]),
);

const DIAMOND = power(
  'diamondCut((address facet, uint8 action, bytes4[] selectors)[] cuts, address init, bytes data)',
  'ERC-2535',
  (of) =>
    `Replace code of ${of.contract}: ${of.each('cuts').length} parts, with code of ${listed(of.each('cuts').map((cut) => cut.text('facet'))) || 'nobody'}`,
  'cuts',
);

/** A manager acts for the account in everything that the contract does. */
function manages(signature: string, basis: string): Standard {
  return {
    signature,
    basis,
    ...SHARED,
    does: (of) =>
      of.text('allowed') === 'true'
        ? `Let ${of.text('manager')} act for the account in all that it has at ${of.contract}`
        : `Take from ${of.text('manager')} the power to act for the account at ${of.contract}`,
    findings: (of) =>
      of.text('allowed') === 'true'
        ? [
            danger(
              `${of.text('manager')} can withdraw, borrow and move everything that the account has there, at any time.`,
              { field: 'manager', basis },
            ),
          ]
        : [],
  };
}

/** The amount of a token that a key may spend. */
const spent = (of: Arguments, name: string) =>
  of.isAll(name, 'token') ? of.allTokens('token') : of.tokens(name, 'token');

/** By the names of their parameters in `does` and `findings`. */
export const POWERS: readonly Standard[] = [
  power(
    'transferOwnership(address owner)',
    OWNABLE,
    (of) => `Make ${of.text('owner')} the owner of ${of.contract}`,
    'owner',
  ),
  manages('allow(address manager, bool allowed)', 'Compound III'),
  manages('setAuthorization(address manager, bool allowed)', 'Morpho'),
  power('renounceOwnership()', OWNABLE, (of) => `Leave ${of.contract} without an owner, for ever`),
  power('acceptOwnership()', OWNABLE, (of) => `Become the owner of ${of.contract}`),
  ...[
    ['setOwner', 'the owner'],
    ['setAdmin', 'the administrator'],
    ['setPendingAdmin', 'the next administrator'],
    ['transferAdmin', 'the administrator'],
    ['beginDefaultAdminTransfer', 'the next administrator'],
    ['setGovernance', 'the governance'],
    ['setGovernor', 'the governor'],
    ['setController', 'the controller'],
    ['setMinter', 'a minter'],
    ['addMinter', 'a minter'],
    ['updateMasterMinter', 'the one who appoints minters'],
    ['setPauser', 'the account that can stop all transfers'],
    ['updatePauser', 'the account that can stop all transfers'],
    ['setImplementation', 'the code'],
  ].map(([name = '', called = '']) => appoints(name, called)),
  {
    ...power(
      'configureMinter(address minter, uint256 amount)',
      ADMIN,
      (of) => `Let ${of.text('minter')} make ${of.tokens('amount')}`,
      'minter',
    ),
    ...SHARED,
  },
  {
    ...power('acceptAdmin()', ADMIN, (of) => `Become the administrator of ${of.contract}`),
    ...SHARED,
  },
  {
    signature: 'pause()',
    basis: ADMIN,
    ...SHARED,
    does: (of) => `Stop ${of.contract}: the contract decides what its users can still do`,
    findings: () => [danger('It can stop other users of the contract, including their transfers.', { basis: ADMIN })],
  },
  { signature: 'unpause()', basis: ADMIN, ...SHARED, does: (of) => `Let ${of.contract} go on` },
  power(
    'upgradeTo(address implementation)',
    PROXY,
    (of) => `Replace the code of ${of.contract} by that of ${of.text('implementation')}`,
    'implementation',
  ),
  // The data is for code that is new, so that the names of functions say nothing about it.
  power(
    'upgradeToAndCall(address implementation, bytes data)',
    PROXY,
    (of) => `Replace the code of ${of.contract} by that of ${of.text('implementation')}`,
    'implementation',
  ),
  power(
    'changeAdmin(address admin)',
    PROXY,
    (of) => `Make ${of.text('admin')} the account that can replace the code of ${of.contract}`,
    'admin',
  ),
  power(
    'upgrade(address proxy, address implementation)',
    PROXY,
    (of) => `Replace the code of ${of.text('proxy')} by that of ${of.text('implementation')}`,
    'implementation',
  ),
  power(
    'upgradeAndCall(address proxy, address implementation, bytes data)',
    PROXY,
    (of) => `Replace the code of ${of.text('proxy')} by that of ${of.text('implementation')}`,
    'implementation',
  ),
  power(
    'changeProxyAdmin(address proxy, address admin)',
    PROXY,
    (of) => `Make ${of.text('admin')} the account that can replace the code of ${of.text('proxy')}`,
    'admin',
  ),
  {
    ...DIAMOND,
    findings: (of) => [
      ...(DIAMOND.findings?.(of) ?? []),
      ...(isNobody(of.text('init'))
        ? []
        : [
            danger(
              `A delegate call: the code of ${of.text('init')} runs as the contract itself, and can take everything it holds.`,
              { field: 'init', basis: DIAMOND.basis, mark: of.mark },
            ),
          ]),
    ],
  },
  power(
    'grantRole(bytes32 role, address account)',
    ROLES,
    (of) => `Give ${of.text('account')} ${roleOf(of)} in ${of.contract}`,
    'account',
  ),
  power(
    'revokeRole(bytes32 role, address account)',
    ROLES,
    (of) => `Take ${roleOf(of)} in ${of.contract} from ${of.text('account')}`,
    'account',
  ),
  power(
    'renounceRole(bytes32 role, address account)',
    ROLES,
    (of) => `Give up ${roleOf(of)} of ${of.text('account')} in ${of.contract}`,
    'account',
  ),
  ...[
    power(
      'authorizeKey(address keyId, uint8 signatureType, uint64 expiry, bool enforceLimits, (address token, uint256 amount)[] limits)',
      KEYCHAIN,
      (of) =>
        `Let the key ${of.text('keyId')} act for the account, ${of.number('expiry') === 0n ? 'for ever' : `until ${untilText(of.number('expiry'))}`}: it may spend ${of.text('enforceLimits') === 'true' ? listed(of.each('limits').map((limit) => spent(limit, 'amount'))) || 'nothing' : 'without limit'}`,
      'keyId',
    ),
    power(
      'revokeKey(address keyId)',
      KEYCHAIN,
      (of) => `Take all power over the account from the key ${of.text('keyId')}`,
      'keyId',
    ),
    power(
      'updateSpendingLimit(address keyId, address token, uint256 limit)',
      KEYCHAIN,
      (of) => `Let the key ${of.text('keyId')} spend ${spent(of, 'limit')}`,
      'keyId',
    ),
  ].map((standard): Standard => ({ ...standard, places: KEYCHAINS, isEndlessAtZero: true })),
];
