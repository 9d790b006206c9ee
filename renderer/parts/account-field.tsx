import { useState } from 'react';
import { type AccountRow, type AddressFormat, formatLabel } from '../../shared/model/index.ts';
import { useAccountSearch } from '../state/account-search.ts';
import type { SigningAccount } from '../state/route.ts';
import { WholeAddress } from '../ui/address.tsx';
import './account-field.css';
import { Combobox } from '../ui/combobox.tsx';
import { Visible } from '../ui/visible.tsx';
import { accountTitle } from '../words/account.ts';
import { counted } from '../words/number.ts';

/** Accounts offered at once. Typing more of the name finds the rest. */
const OFFERED = 8;

interface AccountFieldProps {
  readonly account: SigningAccount | null;
  readonly onChange: (account: AccountRow | null) => void;
  readonly problem: string | undefined;
  readonly label?: string;
  /** Offers those of these formats alone. */
  readonly formats?: readonly AddressFormat[];
  /** Offers those of the wallet alone. */
  readonly walletId?: string;
}

/** Chooses an account by typing any part of its name, address or wallet. Shows the whole address once chosen. */
export function AccountField({ account, onChange, problem, label = 'Account', formats, walletId }: AccountFieldProps) {
  const [typed, setTyped] = useState('');
  const search = useAccountSearch(OFFERED);
  // The words that the formats share join the typed text, so that accounts of others do not fill the first results.
  const shared = sharedWords(formats ?? []);
  const look = (text: string) => search.look(`${shared} ${walletId ?? ''} ${text}`.trim());
  const found = search.found.filter(
    (row) =>
      (formats === undefined || formats.some((format) => format === row.addressFormat)) &&
      (walletId === undefined || row.walletId === walletId),
  );
  return (
    <Combobox<SigningAccount | AccountRow>
      label={label}
      placeholder="Name, address or wallet"
      problem={problem}
      items={found}
      value={account}
      typed={typed}
      onType={(text) => {
        setTyped(text);
        if (account !== null) onChange(null);
        look(text);
      }}
      onOpen={() => look(account === null ? typed : '')}
      onChoose={(row) => {
        setTyped('');
        if ('walletAccountId' in row) onChange(row);
      }}
      keyOf={(row) => ('walletAccountId' in row ? row.walletAccountId : row.address)}
      title={accountTitle}
      none="No account matches."
      status={found.length === 0 ? '' : `${counted(found.length, 'account')} found`}
      option={(row) => (
        <>
          <span>
            <Visible text={row.name ?? row.walletName} />
          </span>
          <span className="caption faint">
            <Visible text={`${row.name === null ? '' : `${row.walletName}, `}${formatLabel(row.addressFormat)}`} />
          </span>
          <span className="mono soft option-address">{row.address}</span>
        </>
      )}
    >
      {account === null ? null : (
        <div className="account-chosen">
          <WholeAddress text={account.address} />
          <span className="caption faint">
            <Visible text={[account.walletName || 'Private key', formatLabel(account.addressFormat)].join(', ')} />
          </span>
        </div>
      )}
    </Combobox>
  );
}

/** “Bitcoin mainnet” of “Bitcoin mainnet P2WPKH” and “Bitcoin mainnet P2TR”. */
function sharedWords(formats: readonly AddressFormat[]): string {
  const [first = [], ...others] = formats.map((format) => formatLabel(format).split(' '));
  return first.filter((word) => others.every((words) => words.includes(word))).join(' ');
}
