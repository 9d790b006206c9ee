import { createApprovalCheck } from '../../../../electron/approvals/index.ts';
import {
  ecdhP256,
  generateP256,
  hpkeSeal,
  openP256Signer,
  type P256Signer,
  signStamp,
} from '../../../../electron/crypto/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { TokenFacts, TokenKeyFacts } from '../../../../shared/model/index.ts';
import { agreementBytes, type MessageHandlers, type TokenMessages } from '../../../../shared/processes/index.ts';
import { copySecret, encodeStamp, STAMP_HEADER } from '../../../../shared/wire/index.ts';

const FACTS: TokenFacts = {
  slot: 7,
  label: 'desk',
  serial: '0001',
  manufacturer: 'Test',
  model: 'Test',
  pin: 'ready',
  curves: ['p256'],
};

/** The state of the PIN, by the number of wrong ones. */
const TRIES = ['ready', 'low', 'final'] as const;

/** The handlers of a token process, with one token in this process. Each `start` is a process that knows no PIN yet. */
export function createSoftwareToken(pin: Uint8Array, { alwaysAuthenticate = false } = {}) {
  const keys = new Map<string, { privateKey: Uint8Array; signer: P256Signer; facts: TokenKeyFacts }>();
  const pins: Uint8Array[] = [];
  const opened = new Map<string, string>();
  let approvals = createApprovalCheck(new Uint8Array(32));
  let loggedIn = false;
  let wrong = 0;
  let made = 0;
  const facts = (): TokenFacts => ({ ...FACTS, pin: TRIES[wrong] ?? 'locked' });
  const check = (given: Uint8Array) => {
    pins.push(given);
    const isRight = given.length === pin.length && given.every((byte, index) => byte === pin[index]);
    wrong = isRight ? 0 : wrong + 1;
    if (facts().pin === 'locked') throw new AppError('PIN_LOCKED', 'Locked.');
    if (!isRight) throw new AppError('PIN_WRONG', 'Wrong.');
  };
  const handlers: MessageHandlers<TokenMessages> = {
    start({ approvalKey }) {
      approvals = createApprovalCheck(copySecret(approvalKey));
      loggedIn = false;
      return { hardening: { notDumpable: true, noCore: true, lockedMemory: true } };
    },
    tokens: () => ({ tokens: [facts()] }),
    login({ pin: given }) {
      if (given !== null) {
        check(given);
        loggedIn = true;
      }
      return { token: facts(), needsPin: !loggedIn };
    },
    keys: () => ({ keys: [...keys.values()].map(({ facts }) => facts) }),
    createKey({ label }) {
      const { privateKey, publicKey } = generateP256();
      const protection = {
        extractable: false,
        sensitive: true,
        neverExtractable: true,
        local: true,
        alwaysAuthenticate,
      };
      made += 1;
      const facts = { keyId: `0${made}`, label, curve: 'p256' as const, publicKey, protection };
      keys.set(facts.keyId, { privateKey: copySecret(privateKey), signer: openP256Signer(privateKey), facts });
      return facts;
    },
    openKey({ id, keyId }) {
      const key = keys.get(keyId);
      if (key === undefined) throw new AppError('KEY_MISSING', 'Missing.');
      opened.set(id, keyId);
      return key.facts;
    },
    stamp({ body, approval, pin: given }) {
      const giveBack = approvals.use(approval, body);
      try {
        if (given !== null) check(given);
      } catch (error) {
        giveBack();
        throw error;
      }
      const key = keys.get(opened.get(approval.credentialId) ?? '');
      if (key === undefined || !loggedIn || (alwaysAuthenticate && given === null))
        throw new AppError('PIN_REQUIRED', 'Asked again.');
      return { name: STAMP_HEADER, value: encodeStamp(signStamp(key.signer, body)) };
    },
    agree({ keyId, publicKey, encappedPublic, sealTo, approval, pin: given }) {
      const info = agreementBytes({ publicKey, encappedPublic, sealTo });
      approvals.allowOpening(approval, info);
      if (given === null) throw new AppError('PIN_REQUIRED', 'Asked each time.');
      loggedIn = false;
      check(given);
      loggedIn = true;
      const key = keys.get(keyId);
      if (key?.facts.publicKey !== publicKey) throw new AppError('KEY_MISSING', 'Missing.');
      return hpkeSeal({ recipientPublic: sealTo, plaintext: ecdhP256(key.privateKey, encappedPublic), info });
    },
    destroyTarget({ keyId }) {
      if (!loggedIn) throw new AppError('PIN_REQUIRED', 'Asked again.');
      keys.delete(keyId);
      return {};
    },
  };
  /** `keys` are on the token. `pins` are the PINs it received, which the sender wipes, as a port that copies does. */
  return { handlers, pins, keys };
}
