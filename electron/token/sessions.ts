import { AppError, sentence } from '../../shared/errors/index.ts';
import type { PinState, TokenChoice, TokenFacts } from '../../shared/model/index.ts';
import type { Library } from './library.ts';
import { isGone, LOCKED, nameOfResult, tokenProblem } from './problems.ts';
import { findToken, listTokens, type Slot } from './tokens.ts';

/** The sessions with the tokens of one module: one for each token, open until the token is taken out or the process ends. */
export interface Sessions {
  tokens(): TokenFacts[];
  /**
   * Finds the token and, with a PIN, logs in if needed. A PIN is tried once. Throws TOKEN_MISSING, TOKEN_AMBIGUOUS,
   * PIN_WRONG, PIN_LOCKED.
   */
  login(choice: TokenChoice, pin: Uint8Array | null): { token: TokenFacts; needsPin: boolean };
  /**
   * Logs in with the PIN, even when already logged in, to prove it. Throws PIN_REQUIRED without one when the token asks
   * for it.
   */
  prove(choice: TokenChoice, pin: Uint8Array | null): void;
  /**
   * Works in the session with that token, or in a separate session that is closed afterwards. Only a `writing` session
   * may create objects. Throws the token's errors as AppError. A wrong PIN includes the token's report of remaining
   * tries.
   */
  use<Result>(choice: TokenChoice, work: (session: Buffer) => Result, which?: 'own' | 'writing'): Result;
}

/** States of a session in which a user is logged in (CKS_RO_USER_FUNCTIONS, CKS_RW_USER_FUNCTIONS), which pkcs11js does not name. */
const LOGGED_IN = [1, 3];

const PIN_TRIES: Readonly<Record<PinState, string>> = {
  none: '',
  ready: 'Too many wrong ones lock it.',
  low: 'Few tries are left before it locks.',
  final: 'ONE TRY IS LEFT: the next wrong PIN locks it. If you are not sure, don’t enter one.',
  locked: 'It is locked now. Unlock it with its vendor’s software.',
  unset: '',
};

/** PKCS#11 takes a PIN as text. pkcs11js passes it as a string, which cannot be wiped and ends with this process. */
export const pinText = (pin: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(pin);

export function createSessions(library: Library): Sessions {
  const { module, names } = library;
  const open = new Map<string, Buffer>();
  const identity = ({ facts }: Slot) => `${facts.slot} ${facts.serial}`;

  const sessionOf = (slot: Slot): Buffer => {
    const known = open.get(identity(slot));
    if (known !== undefined) return known;
    const session = module.C_OpenSession(slot.handle, names.CKF_SERIAL_SESSION);
    open.set(identity(slot), session);
    return session;
  };

  /** Throws the token's errors as AppError. A lost session is forgotten, so that the next call opens another. */
  const asking = <Result>(choice: TokenChoice, work: (slot: Slot) => Result): Result => {
    const slot = translated(() => findToken(library, choice));
    try {
      return work(slot);
    } catch (error) {
      if (isGone(error)) open.delete(identity(slot));
      const problem = tokenProblem(error);
      if (problem.code !== 'PIN_WRONG') throw problem;
      const left = listTokens(library).find((other) => identity(other) === identity(slot))?.facts.pin ?? 'ready';
      throw new AppError(left === 'locked' ? 'PIN_LOCKED' : 'PIN_WRONG', sentence`${problem.text} ${PIN_TRIES[left]}`);
    }
  };

  const isLoggedIn = (session: Buffer) => LOGGED_IN.includes(module.C_GetSessionInfo(session).state);

  const enter = (session: Buffer, pin: Uint8Array): void => {
    try {
      module.C_Login(session, names.CKU_USER, pinText(pin));
    } catch (error) {
      if (nameOfResult(error) !== 'CKR_USER_ALREADY_LOGGED_IN') throw error;
    }
  };

  return {
    tokens: () => translated(() => listTokens(library).map(({ facts }) => facts)),
    login: (choice, pin) =>
      asking(choice, (slot) => {
        const session = sessionOf(slot);
        const token = slot.facts;
        if (token.pin === 'none' || isLoggedIn(session)) return { token, needsPin: false };
        if (token.pin === 'locked') throw new AppError('PIN_LOCKED', LOCKED());
        if (pin === null) return { token, needsPin: true };
        enter(session, pin);
        return { token, needsPin: false };
      }),
    prove: (choice, pin) =>
      asking(choice, (slot) => {
        if (slot.facts.pin === 'none') return;
        if (slot.facts.pin === 'locked') throw new AppError('PIN_LOCKED', LOCKED());
        if (pin === null)
          throw new AppError(
            'PIN_REQUIRED',
            'The token asks for its PIN each time a bundle is opened. Nothing was opened.',
          );
        const session = sessionOf(slot);
        if (isLoggedIn(session)) module.C_Logout(session);
        enter(session, pin);
      }),
    use: (choice, work, which) =>
      asking(choice, (slot) => {
        // Stays open meanwhile, because a token forgets its login when its last session closes.
        const session = sessionOf(slot);
        if (which === undefined) return work(session);
        const flags = which === 'writing' ? names.CKF_RW_SESSION : 0;
        const own = module.C_OpenSession(slot.handle, names.CKF_SERIAL_SESSION | flags);
        try {
          return work(own);
        } finally {
          module.C_CloseSession(own);
        }
      }),
  };
}

function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw tokenProblem(error);
  }
}
