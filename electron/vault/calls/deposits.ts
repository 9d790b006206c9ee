/** Explains deposits of validators at Ethereum's deposit contract: who can withdraw what is staked is in 32 bytes. */
import type { Finding } from '../../../shared/model/index.ts';
import { care, danger, row } from '../../crypto/index.ts';
import { credentialsWarning, strangerWarning, withdrawerIn } from './named-bytes.ts';
import { type Arguments, type Contracts, onlyAt, type Standard } from './standard.ts';

const BASIS = 'Ethereum deposit contract';
const CONTRACTS: Contracts = {
  'eip155:1': ['0x00000000219ab540356cbb839cbe05303d7705fa'],
  'eip155:17000': ['0x4242424242424242424242424242424242424242'],
  'eip155:560048': ['0x00000000219ab540356cbb839cbe05303d7705fa'],
  'eip155:11155111': ['0x7f02c3e3c98b133055b8b348b2ac625669ed295d'],
};
const LENGTHS = { pubkey: 48, withdrawal_credentials: 32, signature: 96 } as const;

/** The address that can withdraw. Null for credentials of another form. */
function withdrawer(of: Arguments): string | null {
  const bytes = withdrawerIn(of.bytes('withdrawal_credentials'));
  return bytes === null ? null : of.address(bytes);
}

function findings(of: Arguments): Finding[] {
  const warning = credentialsWarning(of.bytes('withdrawal_credentials'));
  const from = { field: 'withdrawal_credentials', basis: BASIS };
  const stranger = strangerWarning(withdrawer(of) ?? of.from ?? '', of.from);
  const wrong = Object.entries(LENGTHS).filter(([name, length]) => of.bytes(name).length !== length);
  return [
    ...wrong.map(([name, length]) =>
      danger(`${name} is not ${length} bytes long, as the contract asks for.`, {
        field: name,
        basis: BASIS,
        mark: of.mark,
      }),
    ),
    ...(warning === null ? [] : [danger(warning, from)]),
    ...(stranger === null ? [] : [care(stranger, from)]),
    care('If the validator exists already, its own credentials hold, and these do not.', from),
  ];
}

export const DEPOSITS: readonly Standard[] = [
  {
    signature: 'deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 deposit_data_root)',
    basis: BASIS,
    ...onlyAt(CONTRACTS),
    coins: 'mentioned',
    does: (of) =>
      `Stake ${of.coins(of.value)} for the validator ${of.text('pubkey')}${withdrawer(of) === null ? '' : `, for ${withdrawer(of)} to withdraw`}`,
    rows: (of) => [
      row('Validator', of.text('pubkey')),
      ...(withdrawer(of) === null
        ? [row('Withdrawal credentials', of.text('withdrawal_credentials'))]
        : [row('May withdraw', withdrawer(of) ?? '', 'address')]),
      row('Deposit data root', of.text('deposit_data_root'), 'hash'),
    ],
    findings,
  },
];
