import type { RefObject } from 'react';
import type { AppState } from '../../../shared/ipc/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { RadioRows } from '../../ui/choices.tsx';
import { TextField } from '../../ui/field.tsx';

interface KeyStoreFieldsProps {
  readonly stores: AppState['stores'];
  readonly store: KeyStore;
  readonly onStore: (store: KeyStore) => void;
  readonly passphrase: RefObject<HTMLInputElement | null>;
  readonly repeated: RefObject<HTMLInputElement | null>;
  readonly problem: string | undefined;
}

/** Chooses what keeps the key, says where that is, and asks for the passphrase where a file keeps it. */
export function KeyStoreFields({ stores, store, onStore, passphrase, repeated, problem }: KeyStoreFieldsProps) {
  const { keychain } = stores;
  return (
    <>
      <RadioRows
        label="Keys are kept in"
        value={store}
        onChange={onStore}
        choices={[
          {
            value: 'keychain',
            label: 'Keychain',
            disabled: !keychain.available,
            text: keychain.available
              ? `${keychain.backend}, which this machine unlocks when you log in. No passphrase to type.`
              : `${keychain.problem?.title ?? 'Not available'}. ${keychain.problem?.message ?? ''}`,
          },
          {
            value: 'file',
            label: 'Passphrase file',
            text: 'An encrypted file in Castellan’s folder. You type its passphrase each time you unlock the vault; without it nobody can open the file.',
          },
        ]}
      />
      {store === 'file' ? (
        <div className="start-pair">
          <TextField
            ref={passphrase}
            label="Passphrase"
            type="password"
            problem={problem}
            help="At least 8 characters"
          />
          <TextField ref={repeated} label="Repeat passphrase" type="password" />
        </div>
      ) : null}
    </>
  );
}
