import { basename } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import type { PinFor } from '../../../shared/ipc/index.ts';
import { LIMITS, type TokenFacts } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';

type Pin = Uint8Array<ArrayBuffer>;

/** Which token asks, and for what. */
export interface PinAsked {
  readonly token: TokenFacts;
  /** Path of its module. */
  readonly module: string;
  /** Until the next lock, for one signature of a key that asks each time, or to open one bundle. */
  readonly for: PinFor;
}

/** What a PIN is for, and what is known before it is asked for. */
interface PinUse<Value> {
  /** One that was entered already. */
  readonly first?: Pin;
  readonly use: (pin: Pin) => Promise<Value>;
  /** What the token says of itself after a wrong one. */
  readonly look: () => Promise<TokenFacts>;
}

/** Gets PINs of tokens from the operator. */
export interface PinAsking {
  /**
   * Asks for a PIN, gives it to `use` and wipes it. Where the trusted window asks, it asks again after a wrong one, with what the
   * token says of tries then. Throws what `use` and `look` throw, NOT_CONFIRMED when the operator gives none, CANCELLED when
   * `signal` takes the question back.
   */
  withPin<Value>(asked: PinAsked, use: PinUse<Value>, signal: AbortSignal): Promise<Value>;
  /** Asks once; whoever gets it wipes it. */
  ask(asked: PinAsked, signal: AbortSignal): Promise<Pin>;
}

export function createPinAsking({ ports, consents }: Pick<Base, 'ports' | 'consents'>): PinAsking {
  const ask = async (
    { token, module, for: wanted }: PinAsked,
    problem: string | null,
    signal: AbortSignal,
  ): Promise<Pin> => {
    if (ports.askPin !== null) return ports.askPin(token);
    const { label, serial, manufacturer, pin } = token;
    const shown = { label, serial, manufacturer, pin };
    const { passphrase } = await consents.ask(
      { kind: 'tokenPin', token: shown, module: basename(module), for: wanted, passphrase: 'pin', problem },
      signal,
    );
    if (passphrase === null)
      throw new AppError('PIN_REQUIRED', `The token “${label}” asks for its PIN, and none came. Nothing was done.`);
    if (!signal.aborted) return passphrase;
    passphrase.fill(0);
    throw new AppError('CANCELLED', 'The vault was locked while you were asked for the PIN. Nothing was done.');
  };
  return {
    ask: (asked, signal) => ask(asked, null, signal),
    async withPin(asked, { first, use, look }, signal) {
      let [token, problem, entered] = [asked.token, null as string | null, first];
      for (;;) {
        const pin = entered ?? (await ask({ ...asked, token }, problem, signal));
        entered = undefined;
        try {
          if (pin.length <= LIMITS.pin) return await use(pin);
          problem = `A PIN has at most ${LIMITS.pin} characters, so this one was not tried.`;
        } catch (error) {
          // A program that is given a PIN in a file would try it until the token is locked.
          if (ports.askPin !== null || !(error instanceof AppError && error.code === 'PIN_WRONG')) throw error;
          problem = error.message;
        } finally {
          pin.fill(0);
        }
        token = await look();
      }
    },
  };
}
