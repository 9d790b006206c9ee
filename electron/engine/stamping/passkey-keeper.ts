import { randomBytes } from 'node:crypto';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { PASSKEY_TRANSPORTS, type PasskeyPlace } from '../../../shared/model/index.ts';
import {
  base64urlDecode,
  base64urlEncode,
  encodePasskeyStamp,
  PASSKEY_STAMP_HEADER,
  type PasskeyStamp,
} from '../../../shared/wire/index.ts';
import { createApprovalCheck } from '../../approvals/index.ts';
import {
  type Attested,
  challengeOf,
  readAttestation,
  requireOwnPage,
  rpIdHashOf,
  verifyAssertion,
} from '../../crypto/index.ts';
import type { Base } from '../base.ts';
import { createApprovals, type Holder } from '../consent/approvals.ts';
import type { Key, PasskeyKey } from '../keys/key-index.ts';
import type { PasskeyPort } from '../ports.ts';
import { createMutex } from '../tools/mutex.ts';

/** A new passkey, with the data for its registration at a service. */
export interface MadePasskey extends Pick<PasskeyKey, 'publicKey' | 'passkey'> {
  /** base64url, all of them. */
  readonly challenge: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
}

/** Makes and uses passkeys in main's own window. Returns only verified answers. */
export interface PasskeyKeeper {
  /**
   * Makes a passkey of `rpId`, unless one of `known` is on the authenticator. Throws PASSKEY_UNAVAILABLE where there is
   * no window, NOT_CONFIRMED, CANCELLED, and PASSKEY_REFUSED for an answer to another question.
   */
  create(
    wanted: Pick<Key, 'profile' | 'name'> & {
      readonly rpId: string;
      readonly userName: string;
      readonly known: readonly PasskeyPlace[];
    },
    signal?: AbortSignal,
  ): Promise<MadePasskey>;
  /** Throws PASSKEY_UNAVAILABLE without a window. */
  requireWindow(key: PasskeyKey): void;
  /** Returns the holder that stamps with a passkey. Throws PASSKEY_UNAVAILABLE without a window. */
  holder(key: PasskeyKey): Holder;
  /** Withdraws the open question, and every approval. */
  lock(): void;
}

const NO_WINDOW = 'Castellan makes passkeys only in its window. Nothing was made. Open the window and do this there.';
const unavailable = ({ profile, name, id }: PasskeyKey) =>
  `The profile “${profile}” signs with the passkey “${name}”, which works only in the window. Nothing was stamped or sent. Do this in the window, or choose another key of the profile with “Use to sign…” in Settings, Keys, or \`castellan key retire ${id}\`.`;

export function createPasskeyKeeper({ ports, consents }: Pick<Base, 'ports' | 'consents'>): PasskeyKeeper {
  /** One question at a time: an authenticator answers one. */
  const exclusive = createMutex();

  const begin = () => {
    const approvals = createApprovals(consents);
    const approvalKey = approvals.keyForVault();
    const lock = new AbortController();
    return {
      approvals,
      check: createApprovalCheck(approvalKey),
      signal: lock.signal,
      end() {
        lock.abort();
        approvals.end();
        approvalKey.fill(0);
      },
    };
  };
  let current = begin();

  const window = (key: PasskeyKey | null): PasskeyPort => {
    if (ports.passkeys !== null) return ports.passkeys;
    throw new AppError('PASSKEY_UNAVAILABLE', key === null ? NO_WINDOW : unavailable(key));
  };

  return {
    create({ profile, name, rpId, userName, known }, signal) {
      const open = window(null);
      const signals = [current.signal, ...(signal === undefined ? [] : [signal])];
      return exclusive(async () => {
        const challenge = Uint8Array.from(randomBytes(32));
        const answer = await open.create(
          {
            kind: 'create',
            profile,
            name,
            rpId,
            challenge,
            // A user id of its own, so that no passkey replaces an earlier one of the same operator.
            user: { id: Uint8Array.from(randomBytes(32)), name: userName },
            known: known.filter((other) => other.rpId === rpId).map(asKnown),
          },
          AbortSignal.any(signals),
        );
        const registration = {
          challenge: base64urlEncode(challenge),
          credentialId: base64urlEncode(answer.credentialId),
          clientDataJson: base64urlEncode(answer.clientDataJson),
          attestationObject: base64urlEncode(answer.attestationObject),
        };
        const { credentialId, publicKey, userVerified, synced } = checkedRegistration(registration, rpId);
        const transports = PASSKEY_TRANSPORTS.filter((transport) => answer.transports.includes(transport));
        const passkey = { rpId, credentialId, transports, userVerified: userVerified === 1, synced };
        return { ...registration, publicKey, passkey };
      });
    },
    requireWindow: (key) => void window(key),
    holder(key) {
      const open = window(key);
      const { approvals, check, signal } = current;
      return {
        approvals,
        stamp: (body, approval) =>
          exclusive(async () => {
            check.use(approval, body);
            const { profile, name, passkey } = key;
            const challenge = challengeOf(body);
            const answer = await open.use(
              {
                kind: 'use',
                profile,
                name,
                rpId: passkey.rpId,
                challenge: base64urlDecode(challenge),
                isRead: approval.kind === 'read',
                credential: asKnown(passkey),
                userVerified: passkey.userVerified,
              },
              signal,
            );
            const stamp = { ...answer, credentialId: base64urlEncode(answer.credentialId) };
            checkAssertion(stamp, challenge, key);
            return { name: PASSKEY_STAMP_HEADER, value: encodePasskeyStamp(stamp) };
          }),
      };
    },
    lock() {
      current.end();
      current = begin();
    },
  };
}

const asKnown = ({ credentialId, transports }: PasskeyPlace) => ({ id: base64urlDecode(credentialId), transports });

/** Throws PASSKEY_REFUSED for an assertion that is not this passkey's, for these bytes, made on our own page. */
function checkAssertion(stamp: PasskeyStamp, challenge: string, { publicKey, passkey }: PasskeyKey): void {
  refusing(() => {
    if (stamp.credentialId !== passkey.credentialId) throw new RangeError('it is of another passkey');
    const userVerified = passkey.userVerified ? 1 : 0;
    verifyAssertion(stamp, challenge, { publicKey, rpIdHash: rpIdHashOf(passkey.rpId), userVerified });
    requireOwnPage(stamp.clientDataJson, passkey.rpId);
  });
}

/** Verifies a registration. Throws PASSKEY_REFUSED for an answer to another question. */
function checkedRegistration(
  registration: Pick<MadePasskey, 'challenge' | 'clientDataJson' | 'attestationObject'> & { credentialId: string },
  rpId: string,
): Attested {
  return refusing(() => {
    const attested = readAttestation({ ...registration, isEs256: true });
    if (attested.rpIdHash !== rpIdHashOf(rpId)) throw new RangeError('it is for another relying party');
    requireOwnPage(base64urlDecode(registration.clientDataJson), rpId);
    return attested;
  });
}

function refusing<Value>(check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    const why = error instanceof AppError ? error.text : error instanceof RangeError ? error.message : null;
    throw new AppError(
      'PASSKEY_REFUSED',
      sentence`The passkey’s answer was refused: ${why ?? 'it cannot be read'}. Nothing was sent. Try again with the security key that holds this passkey.`,
      { cause: error },
    );
  }
}
