import { basename } from 'node:path';
import { AppError, sentence, type Text } from '../../../shared/errors/index.ts';
import type { PinFor } from '../../../shared/ipc/index.ts';
import { LIMITS, type TokenFacts } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import { createMutex } from '../tools/mutex.ts';

type Pin = Uint8Array<ArrayBuffer>;

/** The token that asks for a PIN, and the reason. */
export interface PinAsked {
  readonly token: TokenFacts;
  /** Path of its module. */
  readonly module: string;
  /** The use of the PIN: until the next lock, for one signature of a key that asks each time, or to open one bundle. */
  readonly for: PinFor;
  /** True when the keychain may keep it. */
  readonly keepable?: boolean;
}

/** The use of a PIN, and the facts known before it is asked for. */
interface PinUse<Value> {
  /** A PIN that was already entered. */
  readonly first?: Pin;
  /** `isKept`: the operator wants it kept in the keychain. */
  readonly use: (pin: Pin, isKept: boolean) => Promise<Value>;
  /** The reason for asking again after a wrong PIN, with the tries left. */
  readonly problem?: Text | null;
  /** Reads the token's state after a wrong PIN. */
  readonly look: () => Promise<TokenFacts>;
}

/** Why a PIN did not do. */
interface Refused {
  readonly problem: Text;
  readonly namesTries: boolean;
}

/** Gets PINs of tokens from the operator. */
export interface PinAsking {
  /**
   * Asks for a PIN, passes it to `use` and wipes it. In the trusted window it asks again after a wrong PIN, with the
   * tries that the token then reports. Throws what `use` and `look` throw, NOT_CONFIRMED when the operator gives none,
   * and CANCELLED when `signal` withdraws the question.
   */
  withPin<Value>(asked: PinAsked, use: PinUse<Value>, signal: AbortSignal): Promise<Value>;
  /** Asks once. The caller wipes the PIN. */
  ask(asked: PinAsked, signal: AbortSignal): Promise<Pin>;
}

export function createPinAsking({ ports, consents }: Pick<Base, 'ports' | 'consents'>): PinAsking {
  /** Asks the operator for one PIN at a time. */
  const exclusive = createMutex();
  const ask = (asked: PinAsked, refused: Refused | null, signal: AbortSignal) =>
    exclusive(() => askNow(asked, refused, signal));
  const askNow = async (
    { token, module, for: wanted, keepable = false }: PinAsked,
    refused: Refused | null,
    signal: AbortSignal,
  ): Promise<{ readonly pin: Pin; readonly isKept: boolean }> => {
    if (ports.askPin !== null) return { pin: await ports.askPin(token), isKept: false };
    const { label, serial, manufacturer, pin } = token;
    const shown = { label, serial, manufacturer, pin };
    const { passphrase, keep } = await consents.ask(
      {
        kind: 'tokenPin',
        token: shown,
        module: basename(module),
        for: wanted,
        keepable,
        passphrase: 'pin',
        ...(refused ?? { problem: null, namesTries: false }),
      },
      signal,
    );
    if (passphrase === null)
      throw new AppError(
        'PIN_REQUIRED',
        sentence`The token “${label}” asks for its PIN, and none was given. Nothing was done. Try again.`,
      );
    return { pin: passphrase, isKept: keepable && keep === 'keychain' };
  };
  return {
    ask: async (asked, signal) => (await ask(asked, null, signal)).pin,
    async withPin(asked, { first, problem: before = null, use, look }, signal) {
      let [token, entered] = [asked.token, first];
      let refused: Refused | null = before === null ? null : { problem: before, namesTries: true };
      for (;;) {
        const { pin, isKept } =
          entered === undefined ? await ask({ ...asked, token }, refused, signal) : { pin: entered, isKept: false };
        entered = undefined;
        try {
          if (pin.length <= LIMITS.pin) return await use(pin, isKept);
          const problem = sentence`A PIN has at most ${LIMITS.pin} characters, so this one was not tried.`;
          refused = { problem, namesTries: false };
        } catch (error) {
          // A program that is given a PIN in a file would try it until the token is locked.
          if (ports.askPin !== null || !(error instanceof AppError && error.code === 'PIN_WRONG')) throw error;
          refused = { problem: error.text, namesTries: true };
        } finally {
          pin.fill(0);
        }
        token = await look();
      }
    },
  };
}
