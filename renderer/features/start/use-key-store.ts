import { type RefObject, useRef, useState } from 'react';
import type { AppState } from '../../../shared/ipc/index.ts';
import { KEY_STORES, type KeyStore } from '../../../shared/model/index.ts';
import { takePassphrase, withSecret } from '../../state/passphrase.ts';

/** Fewest characters of a new passphrase (NIST SP 800-63B). */
const MINIMUM = 8;

/** What is wrong with a new passphrase typed twice, or undefined. Says nothing of the passphrase itself. */
export function passphraseProblem(passphrase: Uint8Array, repeated: Uint8Array): string | undefined {
  // Bytes that continue a UTF-8 character are not counted.
  const characters = passphrase.reduce((sum, byte) => ((byte & 0xc0) === 0x80 ? sum : sum + 1), 0);
  if (characters < MINIMUM) return `Use at least ${MINIMUM} characters.`;
  const isSame = passphrase.length === repeated.length && passphrase.every((byte, index) => byte === repeated[index]);
  return isSame ? undefined : 'The two passphrases differ. Type both again.';
}

interface KeyStoreChoice {
  readonly fields: {
    readonly store: KeyStore;
    readonly onStore: (store: KeyStore) => void;
    readonly passphrase: RefObject<HTMLInputElement | null>;
    readonly repeated: RefObject<HTMLInputElement | null>;
    readonly problem: string | undefined;
  };
  /** Reads and empties the fields, gives `work` the passphrase (or null), and wipes it. Does nothing when the fields have a problem. */
  readonly withChoice: (
    work: (store: KeyStore, passphrase: Uint8Array<ArrayBuffer> | null) => Promise<void>,
  ) => Promise<void>;
}

/** True when a passphrase opens that store. */
export const isSealed = (stores: AppState['stores'], store: KeyStore): boolean =>
  stores.some(({ kind, sealed }) => kind === store && sealed);

/** The choice of what keeps a new key, with the passphrase kept out of React's state. */
export function useKeyStore(stores: AppState['stores']): KeyStoreChoice {
  const [store, setStore] = useState<KeyStore>(stores.find((known) => known.problem === null)?.kind ?? KEY_STORES[0]);
  const [problem, setProblem] = useState<string | undefined>();
  const passphrase = useRef<HTMLInputElement>(null);
  const repeated = useRef<HTMLInputElement>(null);

  const withChoice: KeyStoreChoice['withChoice'] = async (work) => {
    if (!isSealed(stores, store)) return work(store, null);
    const first = takePassphrase(passphrase.current);
    const second = takePassphrase(repeated.current);
    const found = passphraseProblem(first, second);
    second.fill(0);
    setProblem(found);
    if (found !== undefined) {
      first.fill(0);
      passphrase.current?.focus();
      return;
    }
    await withSecret(first, () => work(store, first));
  };
  return { fields: { store, onStore: setStore, passphrase, repeated, problem }, withChoice };
}
