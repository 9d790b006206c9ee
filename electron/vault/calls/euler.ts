/**
 * Explains calls of Euler's connector (EVC), which calls vaults for the accounts of an owner. Functions after
 * euler-xyz/ethereum-vault-connector, addresses after euler-xyz/euler-interfaces, June 2026.
 */
import type { Finding } from '../../../shared/model/index.ts';
import { danger, row, tokenOf } from '../../crypto/index.ts';
import { type Arguments, type CallsInside, type Contracts, isNobody, power, type Standard } from './standard.ts';

export const EULER_BASIS = 'Euler';
/** The connector on each chain. */
export const CONNECTORS: Contracts = {
  'eip155:1': ['0x0c9a3dd6b8f28529d72d7f9ce918d493519ee383'],
  'eip155:56': ['0xb2e5a73cee08593d1a076a2ae7a6e02925a640ea'],
  'eip155:130': ['0x2a1176964f5d7cae5406b627bf6166664fe83c60'],
  'eip155:137': ['0x90811daca4bd23fc79a87fbdff7522bed2d24b4b'],
  'eip155:143': ['0x7a9324e8f270413fa2e458f5831226d99c7477cd'],
  'eip155:146': ['0x4860c903f6ad709c3eda46d3d502943f184d4315'],
  'eip155:8453': ['0x5301c7dd20bd945d2013b48ed0dee3a284ca8989'],
  'eip155:42161': ['0x6302ef0f34100cddfb5489fbcb6ee1aa95cd1066'],
  'eip155:43114': ['0xddcbe30a761edd2e19bba930a977475265f36fa1'],
  'eip155:59144': ['0xd8cecee9a04ea3d941a959f68fb4486f23271d09'],
  'eip155:80094': ['0x45334608ece7b2775136bc847eb92b5d332806a9'],
};

/** An amount that means all coins that the connector has. */
const ALL = (1n << 256n) - 1n;

/** The accounts of an owner, by the number that their last byte differs with. */
const ACCOUNTS = 256;

/** An owner has the 256 accounts whose addresses differ from its own in the last byte only. */
const isOfOwner = (account: string, owner: string) =>
  account.slice(0, -2).toLowerCase() === owner.slice(0, -2).toLowerCase();

/** About a call that the connector makes: the called contract sees the connector, and asks it for the account. */
function callFindings(of: Arguments, field = 'targetContract'): Finding[] {
  const [target, account] = [of.text('targetContract'), of.text('onBehalfOfAccount')];
  const from = { field, basis: EULER_BASIS, mark: of.mark };
  const isItself = target.toLowerCase() === of.contract.toLowerCase();
  return [
    ...(tokenOf(of.chain, target) === null
      ? []
      : [danger(`${target} is a token, which takes the connector for the account: it does something else.`, from)]),
    ...(isNobody(account) || of.from === null || isOfOwner(account, of.from)
      ? []
      : [
          danger(`It acts for ${account}, and not for an account of ${of.from}, which makes the call.`, {
            field,
            basis: EULER_BASIS,
          }),
        ]),
    ...(of.number('value') === ALL ? [danger('It sends all coins that the connector has.', from)] : []),
    ...(isItself !== isNobody(account)
      ? [danger('A call of the connector itself names no account, and any other call names one. This one fails.', from)]
      : []),
  ];
}

const CALL: CallsInside = { list: null, to: 'targetContract', data: 'data', value: 'value', from: 'onBehalfOfAccount' };
const MEMBERS = 'address targetContract, address onBehalfOfAccount, uint256 value, bytes data';

/** A setting of one account: a vault that is its collateral, or that may take its collateral. */
const setting = (signature: string, does: Standard['does'], text?: (of: Arguments) => string): Standard => ({
  signature,
  basis: EULER_BASIS,
  places: CONNECTORS,
  does,
  findings: (of) => (text === undefined ? [] : [danger(text(of), { field: 'vault', basis: EULER_BASIS })]),
});

export const EULER: readonly Standard[] = [
  {
    signature: `call(${MEMBERS})`,
    basis: EULER_BASIS,
    places: CONNECTORS,
    does: (of) => `Have Euler’s connector make a call for ${of.text('onBehalfOfAccount')}`,
    calls: [CALL],
    findings: (of) => callFindings(of),
  },
  {
    signature: `batch((${MEMBERS})[] items)`,
    basis: EULER_BASIS,
    places: CONNECTORS,
    does: (of) => `Have Euler’s connector make ${of.each('items').length === 1 ? 'a call' : 'several calls'}`,
    rows: (of) => of.each('items').map((item, index) => row(`Call ${index + 1} for`, accountText(item), 'address')),
    calls: [{ ...CALL, list: 'items' }],
    findings: (of) => of.each('items').flatMap((item) => callFindings(item, 'items')),
  },
  ...[
    power(
      'setAccountOperator(address account, address operator, bool authorized)',
      EULER_BASIS,
      (of) =>
        of.text('authorized') === 'true'
          ? `Let ${of.text('operator')} act for the account ${of.text('account')} in every vault of Euler`
          : `Take from ${of.text('operator')} the power to act for the account ${of.text('account')}`,
      'operator',
    ),
    {
      ...power(
        'setOperator(bytes19 addressPrefix, address operator, uint256 operatorBitField)',
        EULER_BASIS,
        (of) =>
          of.number('operatorBitField') === 0n
            ? `Take from ${of.text('operator')} the power to act for the accounts of the owner`
            : `Let ${of.text('operator')} act in every vault of Euler for those accounts of the owner that are listed, and for no other`,
        'operator',
      ),
      rows: (of: Arguments) => [row('Acts for the accounts', numbersText(of.number('operatorBitField')))],
    },
  ].map((standard): Standard => ({ ...standard, places: CONNECTORS })),
  setting(
    'enableCollateral(address account, address vault)',
    (of) => `Make the shares in the vault ${of.text('vault')} collateral of the account ${of.text('account')}`,
  ),
  setting(
    'disableCollateral(address account, address vault)',
    (of) =>
      `Use the shares in the vault ${of.text('vault')} no longer as collateral of the account ${of.text('account')}`,
  ),
  setting(
    'enableController(address account, address vault)',
    (of) => `Let the vault ${of.text('vault')} control the collateral of the account ${of.text('account')}`,
    (of) => `${of.text('vault')} can take all collateral of the account: only a vault that is known to be sound may.`,
  ),
];

/** Returns the numbers of an owner's accounts whose bits are set, with runs joined: `0 to 1, 3` for 0b1011. */
function numbersText(bits: bigint): string {
  const runs: { first: number; last: number }[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1) {
    if (((bits >> BigInt(number)) & 1n) === 0n) continue;
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  const words = runs.map(({ first, last }) => (first === last ? String(first) : `${first} to ${last}`));
  return words.join(', ') || 'none';
}

/** The account that an item is for. */
function accountText(item: Arguments): string {
  return isNobody(item.text('onBehalfOfAccount')) ? 'the connector itself' : item.text('onBehalfOfAccount');
}
