import type { AppState } from '../../../shared/ipc/index.ts';
import { KEY_STORES, type KeyStore } from '../../../shared/model/index.ts';
import { RadioRows } from '../../ui/choices.tsx';

/** The first store that can be used. */
export const usualStore = (stores: AppState['stores']): KeyStore =>
  stores.find(({ problem }) => problem === null)?.kind ?? KEY_STORES[0];

interface KeyStoreFieldsProps {
  /** The object that the store will hold. */
  readonly label?: string;
  readonly stores: AppState['stores'];
  readonly store: KeyStore;
  readonly onStore: (store: KeyStore) => void;
}

/** Chooses the store of the key, and explains its location. The confirmation window asks for a passphrase. */
export function KeyStoreFields({ label: what = 'Keys are kept in', stores, store, onStore }: KeyStoreFieldsProps) {
  return (
    <RadioRows
      label={what}
      value={store}
      onChange={onStore}
      choices={stores.map(({ kind, label, text, problem: why }) => ({
        value: kind,
        label,
        disabled: why !== null,
        text: why === null ? text : `${why.title}. ${why.message}`,
      }))}
    />
  );
}
