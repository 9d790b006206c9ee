import { AppError } from '../../../shared/errors/index.ts';
import type { TokenOpens } from '../../../shared/ipc/index.ts';
import type { KeyCurve, TokenAt, TokenChoice, TokenFacts, TokenKeyFacts } from '../../../shared/model/index.ts';
import {
  type Agreement,
  agreementBytes,
  type MessageClient,
  type SealedSecret,
  TOKEN_MESSAGES,
  type TokenMessages,
} from '../../../shared/processes/index.ts';
import { USUAL_SCHEME } from '../../../shared/wire/index.ts';
import { p256Convert } from '../../crypto/index.ts';
import type { Base } from '../base.ts';
import { type Approvals, createApprovals, type Holder } from '../consent/approvals.ts';
import type { TokenKey } from '../keys/key-index.ts';
import type { ProcessHandle } from '../ports.ts';
import { createMutex } from '../tools/mutex.ts';
import { createKeptPins } from './kept-pins.ts';
import { createTokenLogin } from './token-login.ts';
import { moduleProblem } from './token-modules.ts';
import { createPinAsking } from './token-pin.ts';

/** Keeps the token processes: one for each module, started when it is used, ended at lock. */
export interface TokenKeeper {
  /** Returns the available tokens. Throws TOKEN_UNAVAILABLE, FILE_REFUSED, TOKEN_STOPPED. */
  tokens(module: string): Promise<TokenFacts[]>;
  /**
   * The keys of a token that could stamp. Asks for its PIN. Throws also TOKEN_MISSING, TOKEN_AMBIGUOUS, PIN_WRONG,
   * PIN_REQUIRED.
   */
  keys(at: TokenAt): Promise<{ token: TokenFacts; keys: TokenKeyFacts[] }>;
  /** Makes a key on a token, which never leaves it and has one purpose. Asks for the PIN. */
  create(
    at: TokenAt,
    wanted: { readonly purpose: TokenKey['purpose']; readonly curve: KeyCurve; readonly label: string },
  ): Promise<{ token: TokenFacts; key: TokenKeyFacts }>;
  /** True when a key needs the PIN for each signature, as its token reports now. Throws like `pinFor`. */
  asks(key: TokenKey): Promise<boolean>;
  /**
   * Returns the PIN for one stamp of a key that asks each time. The caller wipes it. Null for other keys. Also throws
   * KEY_MISSING, KEY_STORE_CHANGED.
   */
  pinFor(key: TokenKey): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Returns the holder that stamps with a key of a token. `pin` is the result of `pinFor`. */
  holder(key: TokenKey, pin: Uint8Array<ArrayBuffer> | null): Promise<Holder>;
  /**
   * Derives the shared secret of a target key and a bundle's encapsulated key, sealed to the vault's key. Asks for the
   * PIN each time. Called after the operator confirms the opening. Throws also KEY_MISSING, KEY_STORE_CHANGED.
   */
  agree(
    key: Pick<TokenKey, 'id' | 'publicKey' | 'token'>,
    agreement: Agreement,
    opens: TokenOpens,
  ): Promise<SealedSecret>;
  /** Destroys a target key on its token, where that is in use and needs no PIN now. Says whether it is gone. */
  destroyTarget(key: TokenKey): Promise<boolean>;
  /**
   * Asks for the PIN of that key's token and keeps it in the keychain once the token accepted it. Throws NOT_SUPPORTED
   * for a token that asks for none now, and the keychain's errors.
   */
  keepPin(key: TokenKey): Promise<void>;
  /** Removes the PIN of that key's token from the keychain. Throws the keychain's errors. */
  forgetPin(key: TokenKey): Promise<void>;
  /** The same for a key that is about to be removed here, if it is the last one of its token. */
  leave(key: TokenKey): Promise<void>;
  /** Called whenever a token was logged in. */
  onLogin(listener: () => void): void;
  /** Kills every token process, with all PINs in them, and withdraws its questions. */
  lock(): void;
  /** Locks, and waits until they are gone. */
  end(): Promise<void>;
}

/** One process from its start to its end. */
interface Running {
  readonly handle: ProcessHandle<TokenMessages>;
  readonly approvals: Approvals;
  readonly started: Promise<unknown>;
  readonly ended: Promise<void>;
  /** The keys that were opened there. */
  readonly opened: Map<string, TokenKeyFacts>;
}

type Call = MessageClient<TokenMessages>;

const exactly = ({ label, serial, slot }: TokenFacts): TokenChoice => ({ label, serial, slot });

export function createTokenKeeper(base: Base): TokenKeeper {
  const { ports, consents } = base;
  const running = new Map<string, Running>();
  /** One mutex for each module: one caller logs in at a time. A module that hangs blocks no other. */
  const mutexes = new Map<string, ReturnType<typeof createMutex>>();
  const exclusive = <Value>(module: string, work: () => Promise<Value>): Promise<Value> => {
    const own = mutexes.get(module) ?? createMutex();
    mutexes.set(module, own);
    return own(work);
  };
  const pins = createPinAsking({ ports, consents });
  const keptPins = createKeptPins(base);
  const logIn = createTokenLogin({ ports, pins, keptPins });
  const logins = new Map<string, Promise<TokenFacts>>();
  const listeners: (() => void)[] = [];
  let untilLock = new AbortController();

  const begin = (module: string): Running => {
    const problem = moduleProblem(module);
    if (problem !== null) throw problem;
    const handle = ports.startProcess('token', TOKEN_MESSAGES);
    const approvals = createApprovals(consents);
    const approvalKey = approvals.keyForVault();
    const started = handle.call('start', { approvalKey, module }).finally(() => approvalKey.fill(0));
    const ended = new Promise<void>((done) => void handle.onExit(() => done()));
    const begun: Running = { handle, approvals, started, ended, opened: new Map() };
    const forget = () => {
      if (running.get(module) === begun) running.delete(module);
    };
    handle.onExit(() => {
      approvals.end();
      forget();
    });
    started.catch(() => {
      forget();
      handle.kill();
    });
    running.set(module, begun);
    return begun;
  };

  const using = async (module: string): Promise<Running> => {
    const found = running.get(module) ?? begin(module);
    await found.started;
    return found;
  };

  /** The token, logged in where it requires that. Concurrent callers share one login and its result, even a refusal. */
  const loggedIn = (call: Call, at: TokenAt): Promise<TokenFacts> => {
    const name = JSON.stringify(at);
    const entering = logins.get(name) ?? login(call, at);
    logins.set(name, entering);
    const done = () => logins.get(name) === entering && logins.delete(name);
    entering.then(done, done);
    return entering;
  };

  const login = (call: Call, at: TokenAt, keeps = false): Promise<TokenFacts> => {
    const { signal } = untilLock;
    return exclusive(at.module, async () => {
      const { token, isNew } = await logIn(call, at, { keeps, signal });
      if (isNew) for (const listener of listeners) listener();
      return token;
    });
  };

  /** The key, opened in its process, and its token, logged in. */
  const opened = async ({
    id,
    publicKey,
    scheme = USUAL_SCHEME,
    token: { module, label, serial, keyId },
  }: TokenKey) => {
    const found = await using(module);
    const { call } = found.handle;
    const choice = { label, serial, slot: null };
    const token = await loggedIn(call, { module, ...choice });
    const facts = found.opened.get(id) ?? (await call('openKey', { id, token: choice, keyId, publicKey, scheme }));
    found.opened.set(id, facts);
    const isAsked = facts.protection.alwaysAuthenticate === true && token.pin !== 'none';
    return { ...found, call, isAsked, asked: { token, module, for: 'signature' as const } };
  };

  return {
    async tokens(module) {
      const { handle } = await using(module);
      return (await handle.call('tokens', {})).tokens;
    },
    async keys(at) {
      const { handle } = await using(at.module);
      const token = await loggedIn(handle.call, at);
      return { token, keys: (await handle.call('keys', { token: exactly(token) })).keys };
    },
    async create(at, wanted) {
      const { handle } = await using(at.module);
      const token = await loggedIn(handle.call, at);
      return { token, key: await handle.call('createKey', { token: exactly(token), ...wanted }) };
    },
    asks: async (key) => (await opened(key)).isAsked,
    async pinFor(key) {
      const { signal } = untilLock;
      const { asked, isAsked } = await opened(key);
      return isAsked ? pins.ask(asked, signal) : null;
    },
    async holder(key, pin) {
      const { signal } = untilLock;
      const { call, approvals, asked } = await opened(key);
      const token = exactly(asked.token);
      const look = async () => (await call('login', { token, pin: null })).token;
      return {
        approvals,
        stamp: (body, approval) =>
          pin === null
            ? call('stamp', { body, approval, pin })
            : pins.withPin(
                asked,
                { first: pin, use: (entered) => call('stamp', { body, approval, pin: entered }), look },
                signal,
              ),
      };
    },
    agree({ id, publicKey, token: { module, label, serial, keyId } }, agreement, opens) {
      const { signal } = untilLock;
      const choice = { label, serial, slot: null };
      const key = { token: choice, keyId, publicKey: p256Convert(publicKey, 'compressed') };
      return exclusive(module, async () => {
        const { handle, approvals } = await using(module);
        const look = async () => (await handle.call('login', { token: choice, pin: null })).token;
        const bytes = agreementBytes({ ...key, ...agreement });
        const use = (pin: Uint8Array<ArrayBuffer> | null) =>
          handle.call('agree', { ...key, ...agreement, approval: approvals.mintOpening(id, bytes), pin });
        const token = await look();
        return token.pin === 'none' ? use(null) : pins.withPin({ token, module, for: opens }, { use, look }, signal);
      });
    },
    async destroyTarget({ publicKey, token: { module, label, serial, keyId } }) {
      const found = running.get(module);
      if (found === undefined) return false;
      try {
        await found.started;
        const key = { keyId, publicKey: p256Convert(publicKey, 'compressed') };
        await found.handle.call('destroyTarget', { token: { label, serial, slot: null }, ...key });
        return true;
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    },
    async keepPin({ token: { module, label, serial } }) {
      const { handle } = await using(module);
      await login(handle.call, { module, label, serial, slot: null }, true);
    },
    forgetPin: ({ token }) => keptPins.forget(token),
    leave: keptPins.leave,
    onLogin: (listener) => void listeners.push(listener),
    lock() {
      untilLock.abort();
      untilLock = new AbortController();
      logins.clear();
      for (const { handle } of running.values()) handle.kill();
      running.clear();
    },
    async end() {
      const ending = [...running.values()];
      this.lock();
      await Promise.all(ending.map(({ ended }) => ended));
    },
  };
}
