/** Transfers of Circle (CCTP, versions 1 and 2): a contract burns the tokens, and others are made on another chain. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { burntFinding, care, danger, isBurnt, keylessFindings, row } from '../../crypto/index.ts';
import { addressAt, chainText, isKnownChain, isPadded, SOLANA, UNEXPLAINED_DATA } from './circle.ts';
import { ANY_CHAIN, type Arguments, type Contracts, type Standard } from './standard.ts';

const BASIS = 'CCTP';
/** TokenMessengerV2, at one address on every main network, and at another on every test network. */
const CONTRACTS: Contracts = {
  [ANY_CHAIN]: ['0x28b5a0e9c621a5badaa536219b3a228c8168cf5d', '0x8fe6b999dc680ccfdd5bf7eb0974218be2542daa'],
};
/** TokenMessenger of version 1. */
const FIRST: Contracts = {
  'eip155:1': ['0xbd3fa81b58ba92a82136038b25adec7066af3155'],
  'eip155:10': ['0x2b4069517957735be00cee0fadae88a26365528f'],
  'eip155:130': ['0x4e744b28e787c3ad0e810ed65a24461d4ac5a762'],
  'eip155:137': ['0x9daf8c91aefae50b9c0e69629d3f6ca40ca3b3fe'],
  'eip155:8453': ['0x1682ae6375c4e4a97e4b583bc394c861a46d8962'],
  'eip155:42161': ['0x19330d10d9cc8751218eaf51e8885d058642e08a'],
  'eip155:43114': ['0x6b25532e1060ce10cc3b0a99e5683b91bfde6982'],
};
const amountOf = (of: Arguments) =>
  of.isAll('amount', 'burnToken') ? of.allTokens('burnToken') : of.tokens('amount', 'burnToken');
const isOpen = (of: Arguments) => of.bytes('destinationCaller').every((byte) => byte === 0);

function recipientFindings(of: Arguments): Finding[] {
  const field = 'mintRecipient';
  const isSolana = of.text('destinationDomain') === SOLANA;
  const blind = (text: string) => [danger(text, { field, basis: BASIS, mark: of.mark })];
  if (isSolana)
    return isPadded(of.bytes(field))
      ? blind('The recipient is an address of Ethereum, and the tokens go to Solana.')
      : [
          care('On Solana the recipient has to be a token account. Tokens for the address of a wallet are lost.', {
            field,
            basis: BASIS,
          }),
        ];
  if (!isPadded(of.bytes(field))) return blind('The recipient is no address of the chain that it is on.');
  const address = addressAt(of, field);
  return isBurnt(address) ? [burntFinding(address, field)] : keylessFindings(address, field);
}

function rows(of: Arguments): DecodedField[] {
  return [
    row('To', addressAt(of, 'mintRecipient'), 'address'),
    row('To chain', chainText(of, 'destinationDomain')),
    row('Amount', amountOf(of), 'amount'),
    ...(of.text('maxFee') === '' ? [] : [row('Fee at most', of.tokens('maxFee', 'burnToken'), 'amount')]),
    ...(isOpen(of) ? [] : [row('Who may hand it in', addressAt(of, 'destinationCaller'), 'address')]),
  ];
}

function findings(of: Arguments): Finding[] {
  const [amount, fee] = [of.number('amount'), of.number('maxFee')];
  return [
    ...(isKnownChain(of, 'destinationDomain')
      ? []
      : [
          danger(`${chainText(of, 'destinationDomain')} is not known: its addresses can be of another form.`, {
            field: 'destinationDomain',
            basis: BASIS,
            mark: of.mark,
          }),
        ]),
    ...recipientFindings(of),
    ...(amount > 0n && 10n * fee > amount
      ? [danger(`The fee can be ${of.tokens('maxFee', 'burnToken')} of it.`, { field: 'maxFee', basis: BASIS })]
      : []),
    ...(isOpen(of)
      ? []
      : [
          care(`Only ${addressAt(of, 'destinationCaller')} can have it paid: without it, the tokens stay burnt.`, {
            field: 'destinationCaller',
            basis: BASIS,
          }),
        ]),
    ...(of.bytes('hookData').length === 0
      ? []
      : [danger(UNEXPLAINED_DATA, { field: 'hookData', basis: BASIS, mark: of.mark })]),
  ];
}

const MEMBERS = 'uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken';
const SECOND_MEMBERS = `${MEMBERS}, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold`;

const burn = (signature: string, places: Contracts): Standard => ({
  signature,
  basis: BASIS,
  places,
  moves: 'named tokens',
  does: (of) => `Send ${amountOf(of)} to ${addressAt(of, 'mintRecipient')} on ${chainText(of, 'destinationDomain')}`,
  rows,
  findings,
});

export const CCTP: readonly Standard[] = [
  burn(`depositForBurn(${SECOND_MEMBERS})`, CONTRACTS),
  burn(`depositForBurnWithHook(${SECOND_MEMBERS}, bytes hookData)`, CONTRACTS),
  burn(`depositForBurn(${MEMBERS})`, FIRST),
  burn(`depositForBurnWithCaller(${MEMBERS}, bytes32 destinationCaller)`, FIRST),
];
