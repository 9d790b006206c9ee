import type { RefObject } from 'react';
import type { AppState } from '../../../shared/ipc/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { RadioRows } from '../../ui/choices.tsx';
import { TextField } from '../../ui/field.tsx';
import { isSealed } from './use-key-store.ts';

interface KeyStoreFieldsProps {
  readonly stores: AppState['stores'];
  readonly store: KeyStore;
  readonly onStore: (store: KeyStore) => void;
  readonly passphrase: RefObject<HTMLInputElement | null>;
  readonly repeated: RefObject<HTMLInputElement | null>;
  readonly problem: string | undefined;
}

/** Chooses what keeps the key, says where that is, and asks for the passphrase where one seals it. */
export function KeyStoreFields({ stores, store, onStore, passphrase, repeated, problem }: KeyStoreFieldsProps) {
  return (
    <>
      <RadioRows
        label="Keys are kept in"
        value={store}
        onChange={onStore}
        choices={stores.map(({ kind, label, text, problem: why }) => ({
          value: kind,
          label,
          disabled: why !== null,
          text: why === null ? text : `${why.title}. ${why.message}`,
        }))}
      />
      {isSealed(stores, store) ? (
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
