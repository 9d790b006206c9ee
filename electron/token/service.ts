import { AppError, sentence } from '../../shared/errors/index.ts';
import type { StampScheme, TokenChoice, TokenKeyFacts } from '../../shared/model/index.ts';
import {
  agreementBytes,
  type Hardening,
  type InputOf,
  type MessageHandlers,
  type TokenMessages,
} from '../../shared/processes/index.ts';
import { encodeStamp, plainScheme, STAMP_HEADER, STAMP_SCHEMES } from '../../shared/wire/index.ts';
import { type ApprovalCheck, createApprovalCheck } from '../approvals/index.ts';
import { hpkeSeal, randomBytes } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { agreeWith, proveAgreement, requireAgreement } from './agree.ts';
import { destroyTarget, findKeys, makeKey, type TokenKey, type TokenPurpose } from './keys.ts';
import { type Library, openLibrary } from './library.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { signWith } from './sign.ts';

export interface TokenPorts {
  readonly memory: SecretMemory;
  /** Hardens the process. Called once, before the vendor's code is loaded. */
  readonly harden: () => Promise<Hardening>;
  /** Removes the functions that the process no longer needs once the module runs. */
  readonly confine: () => void;
}

interface Running {
  readonly library: Library;
  readonly sessions: Sessions;
  readonly approvals: ApprovalCheck;
}

/** A key that approvals may name. */
interface Opened {
  readonly token: TokenChoice;
  readonly keyId: string;
  readonly publicKey: string;
  readonly scheme: StampScheme;
}

/** The message handlers of a token process, without the process. */
export function createTokenService({ memory, harden, confine }: TokenPorts): MessageHandlers<TokenMessages> {
  const opened = new Map<string, Opened>();
  let state: 'new' | 'starting' | Running = 'new';

  /** A message that is answered only when a module runs. */
  const afterStart =
    <Input, Output>(work: (input: Input, running: Running) => Output) =>
    (input: Input): Output => {
      if (typeof state !== 'string') return work(input, state);
      throw new AppError('TOKEN_UNAVAILABLE', 'The module was not started. Nothing was done. Restart Castellan.');
    };

  /**
   * Returns the registered key, found again each time: handles end with their session. Throws KEY_MISSING,
   * KEY_STORE_CHANGED.
   */
  const requireKey = (
    { library }: Running,
    session: Buffer,
    { token, keyId, publicKey }: Omit<Opened, 'scheme'>,
    purpose: TokenPurpose,
  ): TokenKey => {
    const found = findKeys(library, session, purpose, keyId);
    const key = found.find(({ facts }) => facts.publicKey === publicKey);
    if (key !== undefined) return key;
    if (found.length > 0)
      throw new AppError(
        'KEY_STORE_CHANGED',
        sentence`The token “${token.label}” has a different key under the id ${keyId} than the registered one. Nothing was ${DONE[purpose]}`,
      );
    throw new AppError(
      'KEY_MISSING',
      sentence`The token “${token.label}” no longer has the key ${publicKey}. Nothing was ${DONE[purpose]}`,
    );
  };

  return {
    async start({ approvalKey, module }) {
      if (state !== 'new')
        throw new AppError('INVALID_INPUT', 'A module was started before. A second one needs a process of its own.');
      state = 'starting';
      const hardening = await harden();
      const library = await openLibrary(module);
      state = {
        library,
        sessions: createSessions(library),
        approvals: createApprovalCheck(memory.hold(approvalKey)),
      };
      confine();
      return { hardening };
    },

    tokens: afterStart((_input, { sessions }) => ({ tokens: sessions.tokens() })),

    login: afterStart(({ token, pin }, { sessions }) => sessions.login(token, pin)),

    keys: afterStart(({ token }, { library, sessions }) => ({
      keys: sessions.use(token, (session) => findKeys(library, session, 'stamp').map(({ facts }) => facts)),
    })),

    createKey: afterStart(({ token, ...wanted }, { library, sessions }) =>
      sessions.use(token, (session) => createProvenKey(library, session, wanted), 'writing'),
    ),

    openKey: afterStart(({ id, ...key }, running) =>
      running.sessions.use(key.token, (session) => {
        const { facts } = requireKey(running, session, key, 'stamp');
        if (STAMP_SCHEMES[key.scheme].called !== facts.curve)
          throw new AppError(
            'KEY_STORE_CHANGED',
            sentence`The key ${facts.publicKey} does not have the registered curve. Nothing was ${DONE.stamp}`,
          );
        opened.set(id, key);
        return facts;
      }),
    ),

    stamp: afterStart(({ body, approval, pin }, running) => {
      const giveBack = running.approvals.use(approval, body);
      const key = opened.get(approval.credentialId);
      if (key === undefined)
        throw new AppError(
          'KEY_MISSING',
          sentence`No key named ${approval.credentialId} is open, so nothing was signed.`,
        );
      const { scheme } = key;
      try {
        // In a session of its own: an unfinished signature would block the next one.
        const stamp = running.sessions.use(
          key.token,
          (session) =>
            signWith(running.library, session, requireKey(running, session, key, 'stamp'), { scheme, body }, pin),
          'own',
        );
        return { name: STAMP_HEADER, value: encodeStamp(stamp) };
      } catch (error) {
        // After a mistyped PIN the same approval can be used again.
        if (error instanceof AppError && error.code === 'PIN_WRONG') giveBack();
        throw error;
      }
    }),

    agree: afterStart(({ encappedPublic, sealTo, approval, pin, ...key }, running) => {
      const { library, sessions, approvals } = running;
      const info = agreementBytes({ ...key, encappedPublic, sealTo });
      approvals.allowOpening(approval, info);
      sessions.prove(key.token, pin);
      const agreed = sessions.use(key.token, (session) =>
        agreeWith(library, session, requireKey(running, session, key, 'target'), encappedPublic),
      );
      try {
        return hpkeSeal({ recipientPublic: sealTo, plaintext: agreed, info });
      } finally {
        agreed.fill(0);
      }
    }),

    destroyTarget: afterStart(({ token, ...key }, { library, sessions }) => {
      // A token hides private keys before login, which is not the same as having none.
      if (sessions.login(token, null).needsPin)
        throw new AppError(
          'PIN_REQUIRED',
          sentence`The token “${token.label}” asks for its PIN, so nothing was destroyed.`,
        );
      sessions.use(token, (session) => destroyTarget(library, session, key), 'writing');
      return {};
    }),
  };
}

/** The failed step and its remedy. */
const DONE: Readonly<Record<TokenPurpose, string>> = {
  stamp: 'signed. Make a new key and register it with the service.',
  target: 'opened. Make a new target key and export again.',
};

/**
 * Creates a key and returns it only after one successful use: a verified signature of a random challenge, or an
 * agreement.
 */
function createProvenKey(
  library: Library,
  session: Buffer,
  wanted: Omit<InputOf<TokenMessages, 'createKey'>, 'token'>,
): TokenKeyFacts {
  if (wanted.purpose === 'target') requireAgreement(library, session);
  const { key, remove } = makeKey(library, session, wanted);
  try {
    const challenge = { scheme: plainScheme(key.facts.curve), body: randomBytes(32) };
    if (wanted.purpose === 'stamp') signWith(library, session, key, challenge, null);
    else proveAgreement(library, session, key);
    return key.facts;
  } catch (error) {
    remove();
    throw error;
  }
}
