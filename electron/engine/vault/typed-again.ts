import { AppError, type Text } from '../../../shared/errors/index.ts';
import type { OpenersAsked } from '../../../shared/ipc/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { wipeBytes } from '../../../shared/wire/index.ts';
import type { Base } from '../base.ts';
import { askedOf, needsWindow, type ProvingAnswer } from './security-keys.ts';
import { AGAIN, type VaultKeeper } from './vault-keeper.ts';

type Passphrase = Uint8Array<ArrayBuffer> | null;

/** The secret to type or the key to touch, and the problem with the last answer. */
export interface AskedAgain extends OpenersAsked {
  readonly problem: Text | null;
}

/**
 * Asks for a store's PIN, passphrase or security key although the store is open, then runs `attempt` with it. A null
 * store asks for nothing. After a wrong answer `ask` runs again. When `ask` returns no secret, the command line asks,
 * naming `to` as the reason. An answer by security key has `touch` called. Wipes each typed secret and the result of
 * `touch`, and after an error the whole answer.
 */
export type TypedAgain = <Answer extends ProvingAnswer, Touched extends object, Done>(
  about: {
    readonly store: KeyStore | null;
    readonly to: string;
    readonly touch: (store: KeyStore) => Promise<Touched>;
  },
  ask: (typed: AskedAgain) => Promise<Answer>,
  attempt: (answer: Answer, given: { readonly passphrase: Passphrase } & Partial<Touched>) => Promise<Done>,
) => Promise<{ done: Done; answer: Answer }>;

export function createTypedAgain(
  { ports, stores }: Pick<Base, 'ports' | 'stores'>,
  vault: Pick<VaultKeeper, 'waiting' | 'tried'>,
): TypedAgain {
  return async ({ store, to, touch }, ask, attempt) => {
    const isAsked = store !== null && stores.asks(store);
    const openers = askedOf(stores, store);
    const byCommand = async (): Promise<Passphrase> => {
      if (!isAsked || ports.askPassphrase === null) return null;
      if (openers.passphrase === 'none') throw needsWindow();
      return ports.askPassphrase(to, false, openers.called);
    };
    for (let problem: Text | null = isAsked ? await vault.waiting(store) : null; ; ) {
      const answer = await ask({ ...openers, problem });
      let given: Parameters<typeof attempt>[1] | { passphrase: Passphrase } = { passphrase: answer.passphrase };
      try {
        if (isAsked && answer.bySecurityKey === true) given = { passphrase: null, ...(await touch(store)) };
        else if (answer.passphrase === null) given = { passphrase: await byCommand() };
        const trying = () => attempt(answer, given as Parameters<typeof attempt>[1]);
        return { done: await (store === null ? trying() : vault.tried(store, given.passphrase, trying)), answer };
      } catch (error) {
        wipeBytes(answer);
        if (ports.askPassphrase !== null || !(error instanceof AppError) || !AGAIN.includes(error.code)) throw error;
        problem = error.text;
      } finally {
        wipeBytes([given, answer.passphrase, answer.filePassphrase]);
      }
    }
  };
}
