import { type RefObject, useState } from 'react';
import { call } from '../../bridge.ts';
import { takePassphrase, withSecret } from '../../state/passphrase.ts';

interface Unlocking {
  readonly busy: boolean;
  readonly problem: unknown;
  /** True when the vault is open now. */
  readonly unlock: () => Promise<boolean>;
}

/** Unlocks the vault with what `field` holds, or with nothing where no passphrase is needed. */
export function useUnlock(field: RefObject<HTMLInputElement | null>, needsPassphrase: boolean): Unlocking {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const unlock = async () => {
    const passphrase = needsPassphrase ? takePassphrase(field.current) : null;
    setBusy(true);
    setProblem(null);
    try {
      await withSecret(passphrase, () => call('vault.unlock', { passphrase }));
      return true;
    } catch (error) {
      setProblem(error);
      field.current?.focus();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, unlock };
}
