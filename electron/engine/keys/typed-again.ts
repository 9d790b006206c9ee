import { AppError } from '../../../shared/errors/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import { AGAIN, type VaultKeeper } from './vault-keeper.ts';

type Passphrase = Uint8Array<ArrayBuffer> | null;

/** What is to be typed, and why the last answer did not do. */
export interface AskedAgain {
  readonly passphrase: 'none' | 'known';
  readonly called: 'PIN' | 'passphrase';
  readonly problem: string | null;
}

/**
 * Has `attempt` made with the PIN or passphrase of a store (null: with none), which is typed although the store is open: with the answer
 * of `ask`, which is asked again after a wrong one, or where that gives none as the command line asks `to` do it. Wipes what was typed.
 */
export type TypedAgain = <Said extends { readonly passphrase: Passphrase }, Done>(
  about: { readonly store: KeyStore | null; readonly to: string },
  ask: (typed: AskedAgain) => Promise<Said>,
  attempt: (said: Said, passphrase: Passphrase) => Promise<Done>,
) => Promise<{ done: Done; said: Said }>;

export function createTypedAgain(
  { ports, stores }: Pick<Base, 'ports' | 'stores'>,
  vault: Pick<VaultKeeper, 'waiting' | 'tried'>,
): TypedAgain {
  return async ({ store, to }, ask, attempt) => {
    const isAsked = store !== null && stores.asks(store);
    const typed = { passphrase: isAsked ? 'known' : 'none', called: store === 'file' ? 'passphrase' : 'PIN' } as const;
    for (let problem = isAsked ? await vault.waiting(store) : null; ; ) {
      const said = await ask({ ...typed, problem });
      let { passphrase } = said;
      try {
        if (isAsked && passphrase === null && ports.askPassphrase !== null)
          passphrase = await ports.askPassphrase(to, false, typed.called);
        const given = passphrase;
        const trying = () => attempt(said, given);
        return { done: await (store === null ? trying() : vault.tried(store, given, trying)), said };
      } catch (error) {
        if (ports.askPassphrase !== null || !(error instanceof AppError) || !AGAIN.includes(error.code)) throw error;
        problem = error.message;
      } finally {
        passphrase?.fill(0);
      }
    }
  };
}
