/**
 * Explains renewals of names of the Ethereum Name Service, and the name that an account shows. Addresses after
 * ensdomains/ens-contracts.
 */
import { decimalText, inQuotes } from '../../../shared/model/index.ts';
import { care, row } from '../../crypto/index.ts';
import { type Arguments, onlyAt, type Standard } from './standard.ts';

const BASIS = 'Ethereum Name Service';
const DAY_SECONDS = 86_400n;
/** Both controllers return the coins beyond the price to the account that makes the call. */
const CONTROLLERS = {
  'eip155:1': ['0x253553366da8546fc250f225fe3d25d0c782303b', '0x283af0b28c62c092c9727f1ee09c02ca627eb7f5'],
};
const REVERSE_REGISTRARS = { 'eip155:1': ['0xa58e81fe9b61b5c3fe2afd33cf304c454abfc7cb'] };
const fullName = (of: Arguments) => inQuotes(`${of.text('name')}.eth`);

export const ENS: readonly Standard[] = [
  {
    signature: 'renew(string name, uint256 duration)',
    basis: BASIS,
    ...onlyAt(CONTROLLERS),
    coins: 'mentioned',
    does: (of) => `Renew the name ${fullName(of)}, for at most ${of.coins(of.value)}`,
    rows: (of) => [
      row('Name', fullName(of)),
      row(
        'Renewed for',
        `${decimalText((of.number('duration') * 10n) / DAY_SECONDS, 1)} days (${of.text('duration')} seconds)`,
      ),
    ],
    findings: () => [
      care('Anybody can pay for a name: check that it is one of yours.', { field: 'name', basis: BASIS }),
    ],
  },
  {
    signature: 'setName(string name)',
    basis: BASIS,
    ...onlyAt(REVERSE_REGISTRARS),
    does: (of) =>
      of.text('name') === ''
        ? 'Show no name for the account'
        : `Show the name ${inQuotes(of.text('name'))} for the account`,
  },
];
