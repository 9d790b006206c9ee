import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { TokenAt, TokenFacts } from '../../../shared/model/index.ts';
import type { MessageClient, TokenMessages } from '../../../shared/processes/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';
import type { Base } from '../base.ts';
import type { KeptPins, PinPlace } from './kept-pins.ts';
import type { PinAsking } from './token-pin.ts';

type Pin = Uint8Array<ArrayBuffer>;

interface LoginParts {
  readonly ports: Base['ports'];
  readonly pins: PinAsking;
  readonly keptPins: KeptPins;
}

interface LoginOptions {
  /** Asks for the PIN and keeps it, even if one is already kept. */
  readonly keeps: boolean;
  /** Takes the question back. */
  readonly signal: AbortSignal;
}

/** Returns the token, and whether a login was made just now. Throws the token's errors, and those of asking. */
export type TokenLogin = (
  call: MessageClient<TokenMessages>,
  at: TokenAt,
  options: LoginOptions,
) => Promise<{ readonly token: TokenFacts; readonly isNew: boolean }>;

/** Logs in to a token when needed, with the kept PIN or else with one from the operator. */
export function createTokenLogin({ ports, pins, keptPins }: LoginParts): TokenLogin {
  /** Tries the kept PIN once. Null when none is kept. A wrong PIN is dropped, and an unattended program then ends. */
  const tryKept = async (place: PinPlace, enter: (pin: Pin) => Promise<TokenFacts>) => {
    const pin = await keptPins.take(place);
    if (pin === null) return null;
    try {
      const token = await enter(pin);
      keptPins.confirm(place);
      return { token, problem: null };
    } catch (error) {
      await keptPins.forget(place).catch(ports.report);
      if (!(error instanceof AppError && error.code === 'PIN_WRONG')) throw error;
      const problem = sentence`The PIN in the keychain is wrong and was removed. ${error.text}`;
      if (ports.askPin !== null) throw new AppError('PIN_WRONG', problem, { cause: error });
      return { token: null, problem };
    } finally {
      pin.fill(0);
    }
  };

  return async (call, { module, ...choice }, { keeps, signal }) => {
    const look = async () => call('login', { token: choice, pin: null });
    const { token, needsPin } = await look();
    if (keeps && !needsPin)
      throw new AppError(
        'NOT_SUPPORTED',
        sentence`The token “${token.label}” asks for no PIN now. No PIN was kept. Lock every open Castellan first.`,
      );
    if (!needsPin) return { token, isNew: false };
    const place = { module, label: token.label, serial: token.serial };
    const enter = async (pin: Pin) => (await call('login', { token: choice, pin })).token;
    const use = async (pin: Pin, isKept: boolean) => {
      const copy = keeps || isKept ? copySecret(pin) : null;
      try {
        const entered = await enter(pin);
        if (copy !== null) await keptPins.keep(place, copy);
        return entered;
      } finally {
        copy?.fill(0);
      }
    };
    // After a wrong PIN a person enters the next one, so that a kept PIN cannot lock the token.
    const tried = keeps || token.pin !== 'ready' ? null : await tryKept(place, enter);
    if (tried?.token) return { token: tried.token, isNew: true };
    const now = tried === null ? token : (await look()).token;
    const asked = { token: now, module, for: 'session', keepable: keptPins.canKeep(place) } as const;
    const problem = tried?.problem ?? null;
    const entered = await pins.withPin(asked, { use, problem, look: async () => (await look()).token }, signal);
    return { token: entered, isNew: true };
  };
}
