import { useEffect, useId, useState } from 'react';
import type { AccountRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { createRows } from '../../state/rows.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { accountTitle } from '../../words/account.ts';
import { formatLabel } from '../../words/labels.ts';
import './account-field.css';

/** Accounts offered at once; typing more of the name finds the rest. */
const OFFERED = 8;

interface AccountFieldProps {
  readonly account: AccountRow | null;
  readonly onChange: (account: AccountRow | null) => void;
  readonly problem: string | undefined;
}

/** Chooses the account to sign with by typing any part of its name, address or wallet. Shows the whole address once chosen. */
export function AccountField({ account, onChange, problem }: AccountFieldProps) {
  const id = useId();
  const [text, setText] = useState(account === null ? '' : accountTitle(account));
  const [found, setFound] = useState<readonly AccountRow[]>([]);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [list] = useState(() =>
    createRows<AccountRow>((question) => call('accounts.list', { ...question, limit: OFFERED })),
  );

  useEffect(
    () =>
      list.store.subscribe(() =>
        setFound(
          Array.from({ length: OFFERED }, (_row, index) => list.rowAt(index)).filter((row) => row !== undefined),
        ),
      ),
    [list],
  );
  useEffect(() => setText(account === null ? '' : accountTitle(account)), [account]);

  const look = (search: string) => {
    setAt(0);
    setOpen(true);
    list.search(search);
    list.view(0, 0);
  };
  const choose = (row: AccountRow | undefined) => {
    if (row === undefined) return;
    setOpen(false);
    onChange(row);
    setText(accountTitle(row));
  };

  return (
    <div className="field account-field">
      <label htmlFor={id}>Account</label>
      <input
        id={id}
        className="input"
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && found.length > 0 ? `${id}-${at}` : undefined}
        aria-describedby={`${id}-chosen`}
        aria-invalid={problem === undefined ? undefined : true}
        autoComplete="off"
        spellCheck={false}
        placeholder="Name, address or wallet"
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          if (account !== null) onChange(null);
          look(event.target.value);
        }}
        onBlur={() => setOpen(false)}
        onClick={() => look(account === null ? text : '')}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && open) {
            event.preventDefault();
            event.stopPropagation();
            setOpen(false);
          } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            if (open) setAt((at + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % Math.max(found.length, 1));
            else look(account === null ? text : '');
          } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            choose(found[at]);
          }
        }}
      />
      <div id={`${id}-list`} className="account-options" role="listbox" aria-label="Accounts found" hidden={!open}>
        {found.length === 0 ? <p className="account-option faint">No account matches.</p> : null}
        {found.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={row.walletAccountId}
            id={`${id}-${index}`}
            className="account-option"
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(row)}
          >
            <span>{row.name ?? row.walletName}</span>
            <span className="caption faint">
              {row.name === null ? '' : `${row.walletName}, `}
              {formatLabel(row.addressFormat)}
            </span>
            <span className="mono soft account-option-address">{row.address}</span>
          </div>
        ))}
      </div>
      <div id={`${id}-chosen`} className="account-chosen">
        {account === null ? null : (
          <>
            <WholeAddress text={account.address} />
            <span className="caption faint">
              {account.walletName}, {formatLabel(account.addressFormat)}
            </span>
          </>
        )}
      </div>
      {problem === undefined ? null : (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
