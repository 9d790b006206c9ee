import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import type { TokenChoice, TokenFacts, TokenKeyFacts } from '../../../shared/model/index.ts';
import { type MessageClient, TOKEN_MESSAGES, type TokenMessages } from '../../../shared/processes/index.ts';
import type { Base } from '../base.ts';
import { createTurns } from '../mutex.ts';
import type { ProcessHandle } from '../ports.ts';
import { type Approvals, createApprovals, type Holder } from './approvals.ts';
import type { TokenKey } from './key-index.ts';

/** A token as an operator names it: by its module, and what tells it from the module's others. */
export interface TokenAt extends TokenChoice {
  readonly module: string;
}

/** Keeps the token processes: one for each module, started when it is used, ended at lock. */
export interface TokenKeeper {
  /** The tokens that are there. Throws TOKEN_UNAVAILABLE, FILE_REFUSED, TOKEN_STOPPED. */
  tokens(module: string): Promise<TokenFacts[]>;
  /** The keys of a token that could stamp; asks for its PIN. Throws also TOKEN_MISSING, TOKEN_AMBIGUOUS, PIN_WRONG, PIN_REQUIRED. */
  keys(at: TokenAt): Promise<{ token: TokenFacts; keys: TokenKeyFacts[] }>;
  /** Makes a key on a token, which never leaves it; asks for its PIN. */
  create(at: TokenAt, label: string): Promise<{ token: TokenFacts; key: TokenKeyFacts }>;
  /** Who stamps with a key of a token. Throws also KEY_MISSING, KEY_STORE_CHANGED. */
  holder(key: TokenKey): Promise<Holder>;
  /** Kills every token process: what knew a PIN is gone. */
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

const OTHERS_WRITE = 0o022;

export function createTokenKeeper({ ports, consents }: Pick<Base, 'ports' | 'consents'>): TokenKeeper {
  const running = new Map<string, Running>();
  /** A PIN is asked for by one caller at a time, so that the next finds the token logged in. */
  const inTurn = createTurns();

  const begin = (module: string): Running => {
    requireModule(module);
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

  const askPin = async (token: TokenFacts): Promise<Uint8Array<ArrayBuffer>> => {
    if (ports.askPin !== null) return ports.askPin(token);
    throw new AppError(
      'PIN_REQUIRED',
      `The token “${token.label}” asks for its PIN, which can be entered on the command line only. Nothing was signed. Do this step there.`,
    );
  };

  /** The token, logged in where it asks for that. */
  const loggedIn = (call: MessageClient<TokenMessages>, choice: TokenChoice): Promise<TokenFacts> =>
    inTurn(async () => {
      const { token, needsPin } = await call('login', { token: choice, pin: null });
      if (!needsPin) return token;
      const pin = await askPin(token);
      try {
        return (await call('login', { token: choice, pin })).token;
      } finally {
        pin.fill(0);
      }
    });

  const exactly = ({ label, serial, slot }: TokenFacts): TokenChoice => ({ label, serial, slot });

  return {
    async tokens(module) {
      const { handle } = await using(module);
      return (await handle.call('tokens', {})).tokens;
    },
    async keys({ module, ...choice }) {
      const { handle } = await using(module);
      const token = await loggedIn(handle.call, choice);
      return { token, keys: (await handle.call('keys', { token: exactly(token) })).keys };
    },
    async create({ module, ...choice }, label) {
      const { handle } = await using(module);
      const token = await loggedIn(handle.call, choice);
      return { token, key: await handle.call('createKey', { token: exactly(token), label }) };
    },
    async holder({ id, publicKey, token: { module, label, serial, keyId } }) {
      const found = await using(module);
      const { call } = found.handle;
      const choice = { label, serial, slot: null };
      const token = await loggedIn(call, choice);
      const facts = found.opened.get(id) ?? (await call('openKey', { id, token: choice, keyId, publicKey }));
      found.opened.set(id, facts);
      const asksEachTime = facts.protection.alwaysAuthenticate === true && token.pin !== 'none';
      return {
        approvals: found.approvals,
        async stamp(body, approval) {
          const pin = asksEachTime ? await askPin(token) : null;
          try {
            return await call('stamp', { body, approval, pin });
          } finally {
            pin?.fill(0);
          }
        },
      };
    },
    lock() {
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

/**
 * A module is code: one that others could exchange is not loaded. Throws TOKEN_UNAVAILABLE where there is none, FILE_REFUSED.
 */
function requireModule(path: string): void {
  const found = isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (found?.isFile() !== true)
    throw new AppError(
      'TOKEN_UNAVAILABLE',
      `There is no PKCS#11 module at ${path}, so nothing was done. Install the programs of the token's maker, or correct --module.`,
    );
  const user = process.getuid?.();
  if (user === undefined) return;
  if ((found.uid === 0 || found.uid === user) && (found.mode & OTHERS_WRITE) === 0) return;
  throw new AppError(
    'FILE_REFUSED',
    `The module ${path} can be changed by others, so it was not loaded. Have it belong to root, and run: chmod go-w ${path}`,
  );
}
