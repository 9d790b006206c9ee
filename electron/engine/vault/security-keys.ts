import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors/index.ts';
import type { OpenersAsked, TouchFor } from '../../../shared/ipc/index.ts';
import { type KeyStore, LOCK_RP_ID, PASSKEY_TRANSPORTS } from '../../../shared/model/index.ts';
import type { InputOf, VaultMessages } from '../../../shared/processes/index.ts';
import type { Base } from '../base.ts';
import { createMutex } from '../tools/mutex.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The secrets that open a store, or prove the operator's right to it. The holder owns and wipes them. */
export interface Given {
  readonly passphrase: Bytes | null;
  /** The answer of one of its security keys. */
  readonly securityKey?: Bytes;
}

/** The operator's yes and its proof: a typed secret, or a security key that is touched next. */
export interface ProvingAnswer {
  readonly passphrase: Bytes | null;
  /** Typed beside it for a file to write. */
  readonly filePassphrase?: Bytes | undefined;
  readonly bySecurityKey?: true | undefined;
}

/** Asks the security keys of the vault's lock, in main's own window. Their answers are for the vault alone. */
export interface SecurityKeys {
  /**
   * Returns a security key's answer to its salt, which the caller wipes. The key must open the store. Throws
   * PASSKEY_UNAVAILABLE where there is no window, PASSKEY_REFUSED when none was touched, CANCELLED.
   */
  answer(store: KeyStore, to: TouchFor): Promise<Bytes>;
  /**
   * Returns the typed secret, or a security key's answer in its place. Takes over the typed secret. The caller wipes
   * the result. Throws like `answer`.
   */
  given(store: KeyStore, answer: ProvingAnswer, to: TouchFor): Promise<Given>;
  /** One's signature for a challenge. Throws like `answer`. */
  touch(store: KeyStore, challenge: Bytes): Promise<NonNullable<InputOf<VaultMessages, 'admit'>['touch']>>;
  /** Makes a security key. The caller wipes its answer. Throws PASSKEY_UNAVAILABLE, NOT_CONFIRMED, CANCELLED. */
  enroll(store: KeyStore, label: string): Promise<InputOf<VaultMessages, 'addSecurityKey'>['key']>;
  /** Withdraws the open question. */
  lock(): void;
}

/** Describes how to open a store, for the question that asks for it. Null means no store. */
export function askedOf(stores: Base['stores'], store: KeyStore | null): OpenersAsked {
  const called = store === 'file' ? 'passphrase' : 'PIN';
  if (store === null || !stores.asks(store)) return { passphrase: 'none', called, securityKey: 'none' };
  const isTyped = stores.isTyped(store);
  const hasKeys = stores.securityKeys(store).length > 0;
  return {
    passphrase: isTyped ? 'known' : 'none',
    called,
    securityKey: hasKeys ? (isTyped ? 'beside' : 'only') : 'none',
  };
}

/** The error where only a security key opens a store, and no window can ask it. */
export const needsWindow = (): AppError =>
  new AppError(
    'PASSKEY_UNAVAILABLE',
    'Only a security key opens these keys, and security keys work only in the window. Nothing was done. Open the window, or set a PIN there (Settings, Lock) and type it here.',
  );

export function createSecurityKeys({ ports, stores }: Pick<Base, 'ports' | 'stores'>): SecurityKeys {
  /** An authenticator answers one question at a time. */
  const exclusive = createMutex();
  let untilLock = new AbortController();

  const window = () => {
    if (ports.passkeys !== null) return ports.passkeys;
    throw needsWindow();
  };

  const touched = (store: KeyStore, asked: { to: TouchFor; challenge: Bytes; salted: boolean }) => {
    const open = window();
    const { signal } = untilLock;
    const keys = stores.securityKeys(store);
    const credentials = keys.map(({ credentialId, transports, salt }) => ({
      id: credentialId,
      transports,
      salt: asked.salted ? salt : null,
    }));
    const name = keys.map(({ label }) => label).join(', ');
    const ask = {
      kind: 'touch',
      name,
      rpId: LOCK_RP_ID,
      challenge: asked.challenge,
      to: asked.to,
      credentials,
    } as const;
    return exclusive(() => open.touch(ask, signal)).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'NOT_CONFIRMED') throw error;
      // The operator can answer the open question in another way.
      throw new AppError('PASSKEY_REFUSED', 'No security key was touched, so nothing was done. Try again.');
    });
  };

  const answer: SecurityKeys['answer'] = async (store, to) => {
    const challenge = Uint8Array.from(randomBytes(32));
    const { answer: given } = await touched(store, { to, challenge, salted: true });
    if (given !== undefined) return given;
    throw new AppError(
      'PASSKEY_REFUSED',
      'The security key gave no answer that opens keys. Nothing was done. Try again.',
    );
  };

  return {
    answer,
    given: async (store, { passphrase, bySecurityKey }, to) =>
      bySecurityKey === true ? { passphrase: null, securityKey: await answer(store, to) } : { passphrase },
    async touch(store, challenge) {
      const { answer: _none, ...given } = await touched(store, { to: 'sign', challenge, salted: false });
      return given;
    },
    async enroll(store, label) {
      const open = window();
      const { signal } = untilLock;
      const [challenge, salt] = [Uint8Array.from(randomBytes(32)), Uint8Array.from(randomBytes(32))];
      const known = stores.securityKeys(store).map(({ credentialId: id, transports }) => ({ id, transports }));
      const user = { id: Uint8Array.from(randomBytes(32)), name: label };
      const ask = { kind: 'enroll', name: label, rpId: LOCK_RP_ID, challenge, user, known, salt } as const;
      const { transports: reported, answer: given, ...made } = await exclusive(() => open.enroll(ask, signal));
      if (given === undefined)
        throw new AppError('PASSKEY_REFUSED', 'The security key did not answer. It was not added.');
      const transports = PASSKEY_TRANSPORTS.filter((transport) => reported.includes(transport));
      return { challenge, ...made, transports, salt, answer: given, label, addedAt: ports.clock.now() };
    },
    lock() {
      untilLock.abort();
      untilLock = new AbortController();
    },
  };
}
