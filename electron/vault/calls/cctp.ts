/** Transfers of Circle (CCTP, version 2): a contract burns the tokens, and others are made on another chain. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { burntFinding, care, danger, isBurnt, keylessFindings, row } from '../../crypto/index.ts';
import { addressAt, chainText, isKnownChain, isPadded, SOLANA, UNEXPLAINED_DATA } from './circle.ts';
import { ANY_CHAIN, type Arguments, type Contracts, type Standard } from './standard.ts';

const BASIS = 'CCTP';
/** TokenMessengerV2, at one address on every main network, and at another on every test network. */
const CONTRACTS: Contracts = {
  [ANY_CHAIN]: ['0x28b5a0e9c621a5badaa536219b3a228c8168cf5d', '0x8fe6b999dc680ccfdd5bf7eb0974218be2542daa'],
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
            ...{ field, basis: BASIS },
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
    row('Fee at most', of.tokens('maxFee', 'burnToken'), 'amount'),
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
            ...{ field: 'destinationDomain', basis: BASIS, mark: of.mark },
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

const MEMBERS =
  'uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold';

const burn = (signature: string): Standard => ({
  signature,
  basis: BASIS,
  places: CONTRACTS,
  moves: 'named tokens',
  does: (of) => `Send ${amountOf(of)} to ${addressAt(of, 'mintRecipient')} on ${chainText(of, 'destinationDomain')}`,
  rows,
  findings,
});

export const CCTP: readonly Standard[] = [
  burn(`depositForBurn(${MEMBERS})`),
  burn(`depositForBurnWithHook(${MEMBERS}, bytes hookData)`),
];
