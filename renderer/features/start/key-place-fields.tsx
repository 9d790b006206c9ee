import type { AppState } from '../../../shared/ipc/index.ts';
import type { KeyStore, TokenKeyChoice } from '../../../shared/model/index.ts';
import { TokenChooser } from '../../parts/token-chooser.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { KeyStoreFields, usualStore } from './key-store-fields.tsx';

/** The store or token for the first key of a profile. */
export interface KeyPlace {
  readonly store: KeyStore;
  readonly isOnToken: boolean;
  /** The one that was chosen. */
  readonly token: TokenKeyChoice | null;
}

export const usualPlace = (stores: AppState['stores']): KeyPlace => ({
  store: usualStore(stores),
  isOnToken: false,
  token: null,
});

/** Returns the place in main's format, or null while no token is chosen. */
export function chosenPlace({ store, isOnToken, token }: KeyPlace) {
  if (isOnToken && token === null) return null;
  return { store, ...(token === null ? {} : { token }) };
}

interface KeyPlaceFieldsProps {
  /** The object that the token will hold. */
  readonly label: string;
  readonly stores: AppState['stores'];
  readonly place: KeyPlace;
  readonly onPlace: (place: KeyPlace) => void;
}

/** Chooses a token or a store for the key, and the store for everything that is not on the token. */
export function KeyPlaceFields({ label, stores, place, onPlace }: KeyPlaceFieldsProps) {
  return (
    <>
      <Checkbox
        label={label}
        checked={place.isOnToken}
        onChange={(isOnToken) => onPlace({ ...place, isOnToken, token: null })}
      />
      {place.isOnToken ? (
        <TokenChooser chosen={place.token} onChosen={(token) => onPlace({ ...place, token })} />
      ) : null}
      <KeyStoreFields
        {...(place.isOnToken ? { label: 'The key that signs the audit log is kept in' } : {})}
        stores={stores}
        store={place.store}
        onStore={(store) => onPlace({ ...place, store })}
      />
    </>
  );
}
