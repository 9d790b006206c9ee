import { createHmac, randomBytes } from 'node:crypto';
import type { PasskeyPort } from '../../electron/engine/index.ts';
import { AppError } from '../../shared/errors/index.ts';
import type { PasskeyAsk } from '../../shared/ipc/index.ts';
import { LOCK_RP_ID } from '../../shared/model/index.ts';
import type { InputOf, VaultMessages } from '../../shared/processes/index.ts';
import { base64urlDecode, base64urlEncode } from '../../shared/wire/index.ts';
import { type AssertionChanges, createPasskey } from '../contract/authentication/software-passkey.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Registered = InputOf<VaultMessages, 'addSecurityKey'>['key'];

const bytes = (text: string): Bytes => Uint8Array.from(base64urlDecode(text));

/** A security key in software with a pseudo-random function (CTAP 2.1, hmac-secret), which counts. */
export function createSecurityKey(options: { counts?: boolean } = {}) {
  const passkey = createPasskey({ rpId: LOCK_RP_ID, counts: true, ...options });
  const secret = randomBytes(32);
  const credentialId = bytes(passkey.credentialId);
  const answer = (salt: Uint8Array): Bytes => Uint8Array.from(createHmac('sha256', secret).update(salt).digest());
  const create = (challenge: Uint8Array, changes: AssertionChanges = {}) => {
    const { attestation } = passkey.register('', base64urlEncode(challenge), changes);
    const { clientDataJson, attestationObject } = attestation;
    return {
      credentialId: credentialId.slice(),
      clientDataJson: bytes(clientDataJson),
      attestationObject: bytes(attestationObject),
    };
  };
  return {
    credentialId,
    answer,
    create,
    /** The vault's input to add the key. */
    registered(changes: Partial<Registered> & { made?: AssertionChanges } = {}): Registered {
      const { made, ...more } = changes;
      const [challenge, salt] = [new Uint8Array(32).fill(1), Uint8Array.from(randomBytes(32))];
      return {
        challenge,
        ...create(challenge, made),
        transports: ['usb'],
        salt,
        answer: answer(more.salt ?? salt),
        label: 'Blue key',
        addedAt: 1_790_000_000_000,
        ...more,
      };
    },
    touch(challenge: Uint8Array, changes: AssertionChanges = {}) {
      const { authenticatorData, clientDataJSON, signature } = passkey.assert(challenge, changes);
      return {
        credentialId: credentialId.slice(),
        authenticatorData: Uint8Array.from(authenticatorData),
        clientDataJson: Uint8Array.from(clientDataJSON),
        signature: Uint8Array.from(signature),
      };
    },
  };
}
export type SoftwareSecurityKey = ReturnType<typeof createSecurityKey>;

/**
 * Main's window for security keys. It touches the plugged-in key that is asked for. `asked` holds its requests, in
 * order.
 */
export function createKeyWindow(plugged: SoftwareSecurityKey[]) {
  const asked: PasskeyAsk[] = [];
  /** The secrets that were given out. */
  const answers: Bytes[] = [];
  const given = (answer: Bytes) => {
    answers.push(answer);
    return answer;
  };
  const port: Pick<PasskeyPort, 'enroll' | 'touch'> = {
    async enroll(ask) {
      asked.push(ask);
      const [key] = plugged;
      if (key === undefined) throw new AppError('NOT_CONFIRMED', 'You closed the window.');
      return { ...key.create(ask.challenge), transports: ['usb', 'of tomorrow'], answer: given(key.answer(ask.salt)) };
    },
    async touch(ask) {
      asked.push(ask);
      for (const { id, salt } of ask.credentials) {
        const key = plugged.find(({ credentialId }) => Buffer.from(credentialId).equals(id));
        if (key === undefined) continue;
        const touched = key.touch(ask.challenge);
        return salt === null ? touched : { ...touched, answer: given(key.answer(salt)) };
      }
      throw new AppError('NOT_CONFIRMED', 'You closed the window.');
    },
  };
  return { port, asked, answers };
}
