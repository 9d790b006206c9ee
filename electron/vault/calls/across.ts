/**
 * Explains deposits at the contracts of Across, a bridge: it takes tokens here, and somebody pays others at the other end.
 * Addresses and types after across-protocol/contracts, June 2026.
 */
import { chainName, type DecodedField, ethereumChainName, type Finding } from '../../../shared/model/index.ts';
import {
  burntFinding,
  care,
  danger,
  isBurnt,
  keylessFindings,
  momentText,
  row,
  tokenOf,
  tokensText,
  untilText,
} from '../../crypto/index.ts';
import { addressIn, isPadded } from './circle.ts';
import { type Arguments, type Contracts, onlyAt, type Standard } from './standard.ts';

const BASIS = 'Across';
const SPOKE_POOLS: Contracts = {
  'eip155:1': ['0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5'],
  'eip155:10': ['0x6f26bf09b1c792e3228e5467807a900a503c0281'],
  'eip155:56': ['0x4e8e101924ede233c13e2d8622dc8aed2872d505'],
  'eip155:130': ['0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'],
  'eip155:137': ['0x9295ee1d8c5b022be115a2ad3c30c72e34e7f096'],
  'eip155:143': ['0xd2ecb3afe598b746f8123cae365a598da831a449'],
  'eip155:324': ['0xe0b015e54d54fc84a6cb9b666099c46ade9335ff'],
  'eip155:480': ['0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'],
  'eip155:1135': ['0x9552a0a6624a23b848060ae5901659cdda1f83f8'],
  'eip155:1868': ['0x3bad7ad0728f9917d1bf08af5782dcbd516cdd96'],
  'eip155:8453': ['0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'],
  'eip155:34443': ['0x3bad7ad0728f9917d1bf08af5782dcbd516cdd96'],
  'eip155:42161': ['0xe35e9842fceaca96570b734083f4a58e8f7c5f2a'],
  'eip155:43114': ['0xe0db08b3f72931dca2ed7323a1053eac42715bee'],
  'eip155:57073': ['0xef684c38f94f48775959ecf2012d7e864ffb9dd4'],
  'eip155:59144': ['0x7e63a5f1a8f0b4d0934b2f2327daed3f6bb2ee75'],
  'eip155:81457': ['0x2d509190ed0172ba588407d4c2df918f955cc6e1'],
  'eip155:534352': ['0x3bad7ad0728f9917d1bf08af5782dcbd516cdd96'],
  'eip155:7777777': ['0x13fdac9f9b4777705db45291bbff3c972c6d1d97'],
};
const ADDRESSES = ['depositor', 'recipient', 'inputToken', 'outputToken', 'exclusiveRelayer'] as const;

/** The chain at the other end, by CAIP-2. */
const chainOf = (of: Arguments) => ethereumChainName(of.text('destinationChainId'));
const isChain = (of: Arguments) => Object.hasOwn(SPOKE_POOLS, chainOf(of));
const chainText = (of: Arguments) =>
  isChain(of) ? chainName(chainOf(of)) : `the chain ${of.text('destinationChainId')}`;
const givenText = (of: Arguments) => tokensText(of.chain, addressOf(of, 'inputToken'), of.number('inputAmount'));
const paidText = (of: Arguments) => tokensText(chainOf(of), addressOf(of, 'outputToken'), of.number('outputAmount'));

/** An address, which newer functions have as 32 bytes. */
function addressOf(of: Arguments, name: string): string {
  return of.bytes(name).length === 0 ? of.text(name) : addressIn(of, name);
}

function rows(of: Arguments): DecodedField[] {
  return [
    row('Amount', givenText(of), 'amount'),
    row('Is paid', paidText(of), 'amount'),
    row('To', addressOf(of, 'recipient'), 'address'),
    row('To chain', chainText(of)),
    ...(of.text('fillDeadline') === ''
      ? []
      : [
          row('Quoted at', momentText(of.number('quoteTimestamp'), 'seconds'), 'time'),
          row('Valid until', untilText(of.number('fillDeadline')), 'time'),
        ]),
    row('May change the payment', addressOf(of, 'depositor'), 'address'),
  ];
}

/** About the amount at the other end, which nobody compares with the amount here. */
function paidFindings(of: Arguments): Finding[] {
  const [given, paid] = [of.number('inputAmount'), of.number('outputAmount')];
  const from = { field: 'outputAmount', basis: BASIS };
  if (paid === 0n) return [danger('It asks for nothing at the other end.', from)];
  const one = tokenOf(of.chain, addressOf(of, 'inputToken'));
  const other = tokenOf(chainOf(of), addressOf(of, 'outputToken'));
  if (one === null || other === null)
    return [danger('A token at one of the ends is not known here: what is paid can be worth nothing.', from)];
  const isSame = one.symbol === other.symbol;
  if (!isSame)
    return [care(`It gives ${one.symbol}, and ${other.symbol} is paid: the amounts are not compared.`, from)];
  // More than a tenth is no fee.
  const isLess = 10n * paid * 10n ** BigInt(one.decimals) < 9n * given * 10n ** BigInt(other.decimals);
  return isLess ? [danger(`${paidText(of)} is paid for ${givenText(of)}: the difference is lost.`, from)] : [];
}

function findings(of: Arguments): Finding[] {
  const strange = ADDRESSES.find((name) => of.bytes(name).length > 0 && !isPadded(of.bytes(name)));
  const recipient = addressOf(of, 'recipient');
  const depositor = addressOf(of, 'depositor');
  const blind = (field: string, text: string) => danger(text, { field, basis: BASIS, mark: of.mark });
  return [
    ...(isChain(of)
      ? []
      : [blind('destinationChainId', `${chainText(of)} is not known: its addresses can be of another form.`)]),
    ...(strange === undefined ? [] : [blind(strange, `${strange} is no address of Ethereum’s kind.`)]),
    ...(isBurnt(recipient) ? [burntFinding(recipient, 'recipient')] : keylessFindings(recipient, 'recipient')),
    ...(of.from === null || depositor.toLowerCase() === of.from.toLowerCase()
      ? []
      : [
          danger(`${depositor} can change the recipient and the amount, and not ${of.from}, which pays.`, {
            field: 'depositor',
            basis: BASIS,
          }),
        ]),
    ...paidFindings(of),
    ...(of.value === 0n || of.value === of.number('inputAmount')
      ? []
      : [blind('inputAmount', `${of.coins(of.value)} goes with the call, which is not the amount of the deposit.`)]),
  ];
}

const deposit = (signature: string): Standard => ({
  signature,
  basis: BASIS,
  ...onlyAt(SPOKE_POOLS),
  gets: 'recipient',
  coins: 'mentioned',
  does: (of) =>
    `Bridge ${givenText(of)} ${of.value === 0n ? '' : `(${of.coins(of.value)} goes with the call) `}from ${chainName(of.chain ?? '')} to ${chainText(of)}: ${addressOf(of, 'recipient')} gets ${paidText(of)}`,
  rows,
  findings,
});

const members = (type: string, times: string) =>
  `${type} depositor, ${type} recipient, ${type} inputToken, ${type} outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, ${type} exclusiveRelayer, ${times}, uint32 exclusivityParameter, bytes message`;
const TIMES = 'uint32 quoteTimestamp, uint32 fillDeadline';

export const ACROSS: readonly Standard[] = [
  deposit(`depositV3(${members('address', TIMES)})`),
  deposit(`depositV3Now(${members('address', 'uint32 fillDeadlineOffset')})`),
  deposit(`deposit(${members('bytes32', TIMES)})`),
  deposit(`depositNow(${members('bytes32', 'uint32 fillDeadlineOffset')})`),
];
