/**
 * Explains deposits and withdrawals at the bridges of rollups: the standard bridges of Optimism and Base, and Arbitrum's
 * inbox. Addresses after the documentation of Optimism, Base and Arbitrum.
 */
import { chainName, type DecodedField, type Finding } from '../../../shared/model/index.ts';
import { care, danger, printableText, row, tokenOf } from '../../crypto/index.ts';
import { type Arguments, type Contracts, onlyAt, type Standard } from './standard.ts';

const BASIS = 'standard bridge';
/** The bridges, by their chains and addresses, with the chain at the other end. */
const ENDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'eip155:1': {
    '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1': 'eip155:10',
    '0x3154cf16ccdb4c6d922629664174b904d80f2c35': 'eip155:8453',
  },
  'eip155:10': { '0x4200000000000000000000000000000000000010': 'eip155:1' },
  'eip155:8453': { '0x4200000000000000000000000000000000000010': 'eip155:1' },
};
const BRIDGES: Contracts = Object.fromEntries(
  Object.entries(ENDS).map(([chain, contracts]) => [chain, Object.keys(contracts)]),
);
const INBOXES: Contracts = { 'eip155:1': ['0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f'] };
const endOf = ({ chain, contract }: Arguments) => ENDS[chain ?? '']?.[contract.toLowerCase()] ?? null;
const endText = (of: Arguments) => {
  const end = endOf(of);
  return end === null ? 'another chain' : chainName(end);
};
const at = (places: Contracts): Pick<Standard, 'basis' | 'places' | 'isShared' | 'moves'> => ({
  basis: BASIS,
  ...onlyAt(places),
  moves: 'named tokens',
});

/** Bytes that the bridge only records, and that no contract reads. */
function extraRows(of: Arguments): DecodedField[] {
  const extra = of.bytes('extraData');
  return extra.length === 0 ? [] : [row('Recorded data', printableText(extra) ?? of.text('extraData'))];
}

const toText = (of: Arguments) => (of.text('to') === '' ? 'the same address' : of.text('to'));

function sameFindings(of: Arguments): Finding[] {
  return of.text('to') === ''
    ? [
        care('It goes to the same address on the other chain: an account that is a contract may not exist there.', {
          field: null,
          basis: BASIS,
        }),
      ]
    : [];
}

const ofCoins = (name: string, to: string): Standard => ({
  ...at(BRIDGES),
  signature: `${name}(${to}uint32 minGasLimit, bytes extraData)`,
  ...(to === '' ? {} : { gets: 'to' }),
  coins: 'mentioned',
  does: (of) => `Send ${of.coins(of.value)} to ${toText(of)} on ${endText(of)}`,
  rows: (of) => [row('To chain', endText(of)), ...extraRows(of)],
  findings: sameFindings,
});

/** True for two tokens of one symbol, of which the name of a bridged one can have an end. */
function isSame(of: Arguments): boolean {
  const [local, remote] = [tokenOf(of.chain, of.text('localToken')), tokenOf(endOf(of), of.text('remoteToken'))];
  return local !== null && remote !== null && local.symbol === remote.symbol;
}

const ofTokens = (name: string, to: string): Standard => ({
  ...at(BRIDGES),
  signature: `${name}(address localToken, address remoteToken, ${to}uint256 amount, uint32 minGasLimit, bytes extraData)`,
  ...(to === '' ? {} : { gets: 'to' }),
  does: (of) => `Send ${of.tokens('amount', 'localToken')} to ${toText(of)} on ${endText(of)}`,
  rows: (of) => [
    row('Amount', of.tokens('amount', 'localToken'), 'amount'),
    row('To chain', endText(of)),
    ...extraRows(of),
  ],
  findings: (of) => [
    ...sameFindings(of),
    ...(isSame(of)
      ? []
      : [
          care(
            `${of.text('remoteToken')} is not known on ${endText(of)} as the same token: with another one, nothing is paid there.`,
            { field: 'remoteToken', basis: BASIS },
          ),
        ]),
  ],
});

/** The address that stands for the chain's coin in withdrawals (Predeploys.LEGACY_ERC20_ETH of Optimism). */
const COIN = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000';
const isOfCoins = (of: Arguments) => of.text('localToken').toLowerCase() === COIN;
const withdrawnText = (of: Arguments) =>
  isOfCoins(of) ? of.coins(of.number('amount')) : of.tokens('amount', 'localToken');

/** The bridge takes as many coins as a withdrawal of coins names, and none for a token. */
function valueFindings(of: Arguments): Finding[] {
  const needed = isOfCoins(of) ? of.number('amount') : 0n;
  if (of.value === needed) return [];
  const text = `${of.coins(of.value)} goes with the call, but the withdrawal takes ${of.coins(needed)}: the bridge refuses it.`;
  return [danger(text, { field: 'amount', basis: BASIS, mark: of.mark })];
}

const withdrawal = (name: string, to: string): Standard => ({
  ...at(BRIDGES),
  signature: `${name}(address localToken, ${to}uint256 amount, uint32 minGasLimit, bytes extraData)`,
  ...(to === '' ? {} : { gets: 'to' }),
  coins: 'mentioned',
  does: (of) => `Send ${withdrawnText(of)} to ${toText(of)} on ${endText(of)}`,
  rows: (of) => [row('Amount', withdrawnText(of), 'amount'), row('To chain', endText(of)), ...extraRows(of)],
  findings: (of) => [...sameFindings(of), ...valueFindings(of)],
});

const TO = 'address to, ';

export const ROLLUP_BRIDGES: readonly Standard[] = [
  ...['bridgeETH', 'depositETH'].flatMap((name) => [ofCoins(name, ''), ofCoins(`${name}To`, TO)]),
  ...['bridgeERC20', 'depositERC20'].flatMap((name) => [ofTokens(name, ''), ofTokens(`${name}To`, TO)]),
  withdrawal('withdraw', ''),
  withdrawal('withdrawTo', TO),
  {
    ...at(INBOXES),
    signature: 'depositEth()',
    coins: 'mentioned',
    does: (of) => `Send ${of.coins(of.value)} to the same address on ${chainName('eip155:42161')}`,
    rows: () => [row('To chain', chainName('eip155:42161'))],
    findings: () => [
      care(
        'An account with code, a contract for example, does not get it at the same address: the inbox derives another address from its own.',
        { field: null, basis: BASIS },
      ),
    ],
  },
];
