import { AppError } from '../../shared/errors/index.ts';
import type { TokenChoice, TokenKeyFacts } from '../../shared/model/index.ts';
import type { Hardening, MessageHandlers, TokenMessages } from '../../shared/processes/index.ts';
import { encodeStamp, hexEncode, STAMP_HEADER } from '../../shared/wire/index.ts';
import { type ApprovalCheck, createApprovalCheck } from '../approvals/index.ts';
import { randomBytes } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { findKeys, makeKey, type TokenKey } from './keys.ts';
import { type Library, openLibrary } from './library.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { signWith } from './sign.ts';

export interface TokenPorts {
  readonly memory: SecretMemory;
  /** Hardens the process; called once, before the vendor's code is loaded. */
  readonly harden: () => Promise<Hardening>;
  /** Takes away what the process needs no more once the module runs. */
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
}

/** What a token process answers, without its process. */
export function createTokenService({ memory, harden, confine }: TokenPorts): MessageHandlers<TokenMessages> {
  const opened = new Map<string, Opened>();
  let state: 'new' | 'starting' | Running = 'new';

  /** A message that is answered only when a module runs. */
  const afterStart =
    <Input, Output>(work: (input: Input, running: Running) => Output) =>
    (input: Input): Output => {
      if (typeof state !== 'string') return work(input, state);
      throw new AppError('TOKEN_UNAVAILABLE', 'The module was not started, so nothing was done. Restart Castellan.');
    };

  /** The registered key, found anew each time: handles end with their session. Throws KEY_MISSING, KEY_STORE_CHANGED. */
  const requireKey = ({ library }: Running, session: Buffer, { token, keyId, publicKey }: Opened): TokenKey => {
    const found = findKeys(library, session, keyId);
    const key = found.find(({ facts }) => facts.publicKey === publicKey);
    if (key !== undefined) return key;
    if (found.length > 0)
      throw new AppError(
        'KEY_STORE_CHANGED',
        `The token “${token.label}” has another key under the id ${keyId} than the one that was registered. Nothing was signed. Make a new key and register it with the service.`,
      );
    throw new AppError(
      'KEY_MISSING',
      `The token “${token.label}” no longer has the key ${publicKey}. Nothing was signed. Make a new key and register it with the service.`,
    );
  };

  return {
    async start({ approvalKey, module }) {
      if (state !== 'new')
        throw new AppError('INVALID_INPUT', 'A module was started before; a second one needs a process of its own.');
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
      keys: sessions.use(token, (session) => findKeys(library, session).map(({ facts }) => facts)),
    })),

    createKey: afterStart(({ token, label }, { library, sessions }) =>
      sessions.use(token, (session) => createProvenKey(library, session, label), 'writing'),
    ),

    openKey: afterStart(({ id, ...key }, running) =>
      running.sessions.use(key.token, (session) => {
        const { facts } = requireKey(running, session, key);
        opened.set(id, key);
        return facts;
      }),
    ),

    stamp: afterStart(({ body, approval, pin }, running) => {
      const giveBack = running.approvals.use(approval, body);
      const key = opened.get(approval.credentialId);
      if (key === undefined)
        throw new AppError('KEY_MISSING', `No key named ${approval.credentialId} is open, so nothing was signed.`);
      const { publicKey } = key;
      let signature: Uint8Array<ArrayBuffer>;
      try {
        // In a session of its own: a signature that was begun and not made would be in the way of the next.
        signature = running.sessions.use(
          key.token,
          (session) => signWith(running.library, session, requireKey(running, session, key), body, pin),
          'own',
        );
      } catch (error) {
        // The operator mistyped: the same approval does for the next try.
        if (error instanceof AppError && error.code === 'PIN_WRONG') giveBack();
        throw error;
      }
      return {
        name: STAMP_HEADER,
        value: encodeStamp({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: hexEncode(signature) }),
      };
    }),
  };
}

/** A key is given out only after a random challenge that it signed was verified. */
function createProvenKey(library: Library, session: Buffer, label: string): TokenKeyFacts {
  const { key, remove } = makeKey(library, session, label);
  try {
    signWith(library, session, key, randomBytes(32), null);
    return key.facts;
  } catch (error) {
    remove();
    throw error;
  }
}
