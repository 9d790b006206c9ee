import { useState } from 'react';
import { type AccountRow, type AddressFormat, formatLabel } from '../../shared/model/index.ts';
import { useAccountSearch } from '../state/account-search.ts';
import { WholeAddress } from '../ui/address.tsx';
import './account-field.css';
import { Combobox } from '../ui/combobox.tsx';
import { Visible } from '../ui/visible.tsx';
import { accountTitle } from '../words/account.ts';
import { counted } from '../words/number.ts';

/** Accounts offered at once. Typing more of the name finds the rest. */
const OFFERED = 8;

interface AccountFieldProps {
  readonly account: AccountRow | null;
  readonly onChange: (account: AccountRow | null) => void;
  readonly problem: string | undefined;
  readonly label?: string;
  /** Offers those of one format alone. */
  readonly format?: AddressFormat;
}

/** Chooses an account by typing any part of its name, address or wallet. Shows the whole address once chosen. */
export function AccountField({ account, onChange, problem, label = 'Account', format }: AccountFieldProps) {
  const [typed, setTyped] = useState('');
  const search = useAccountSearch(OFFERED);
  // The format's label joins the typed text, so that accounts of other formats do not fill the first results.
  const look = (text: string) => search.look(format === undefined ? text : `${formatLabel(format)} ${text}`);
  const found = search.found.filter(({ addressFormat }) => format === undefined || addressFormat === format);
  return (
    <Combobox
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
        onChange(row);
      }}
      keyOf={(row) => row.walletAccountId}
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
            <Visible text={`${account.walletName}, ${formatLabel(account.addressFormat)}`} />
          </span>
        </div>
      )}
    </Combobox>
  );
}
