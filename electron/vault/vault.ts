import { AppError, sentence } from '../../shared/errors/index.ts';
import type { KeyStore, StampScheme } from '../../shared/model/index.ts';
import {
  auditHeadBytes,
  type KeyPurpose,
  loginMessage,
  type MessageHandlers,
  type Protection,
  type VaultMessages,
} from '../../shared/processes/index.ts';
import { encodeStamp, hexDecode, hexEncode, STAMP_HEADER, USUAL_SCHEME, utf8Encode } from '../../shared/wire/index.ts';
import { type ApprovalCheck, createApprovalCheck } from '../approvals/index.ts';
import { generateStampKey, readDer, sealOtpAttempt } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';

import { createBackupKeys } from './backup-keys.ts';
import { createBackups } from './backups.ts';
import { checkInterface, NO_INTERFACES, openInterfaces } from './calls/interfaces.ts';
import { composePayment, composeReplacement } from './compose-payment.ts';
import { deriveAddress } from './derive-address.ts';
import { describeBody } from './describe.ts';
import { createFactors } from './factors.ts';
import { checkImport, sealImport } from './imports.ts';
import { inspect } from './inspect.ts';
import { keyPlace } from './key-place.ts';
import { createKeyTable, type KeyUse } from './key-table.ts';
import { createKeystore } from './keystore.ts';
import { createMasterKeys } from './master-keys.ts';
import { passOnExport, readMoveTarget } from './moves.ts';
import { createOpenedBundles } from './opened-bundles.ts';
import { comparableKey, proveKey } from './prove-key.ts';
import { createTouches, withoutSecurityKey, withSecurityKey } from './security-keys.ts';
import { createTestDeliveries } from './test-deliveries.ts';

export interface VaultPorts {
  readonly memory: SecretMemory;
  /** Random ids of opened bundles: at most 64 letters, digits, `-` and `_`. */
  readonly newId: () => string;
  /** Hardens the process. Called once, before anything secret is kept. */
  readonly protect: () => Promise<Protection>;
  /** Names of the known-answer tests that passed. Throws VAULT_SELF_TEST_FAILED. */
  readonly selfTest: () => Promise<string[]>;
  /** Asks the engine to free unreferenced native keys. May do nothing. */
  readonly collectGarbage: () => void;
}

/** A key as a message names it. */
interface NamedKey {
  readonly id: string;
  readonly purpose: KeyPurpose;
  readonly scheme?: StampScheme;
}

/** The handlers of the vault, without its process. State lives in the closure, so its end forgets everything. */
export function createVault({
  memory,
  newId,
  protect,
  selfTest,
  collectGarbage,
}: VaultPorts): MessageHandlers<VaultMessages> {
  const keys = createKeyTable(memory);
  const keystore = createKeystore(memory);
  const bundles = createOpenedBundles(memory, newId);
  const masters = createMasterKeys(memory, newId, keystore);
  const backups = createBackups(memory, newId, keystore);
  /** The store of each loaded key. */
  const stores = new Map<string, KeyStore>();
  const testDeliveries = createTestDeliveries(memory);
  const factors = createFactors();
  const touches = createTouches();
  /** The highest number of an audit entry that was signed. */
  let signedSequence = 0;
  /** The operator's interfaces of contracts. */
  let interfaces = NO_INTERFACES;
  let state: 'new' | 'starting' | 'failed' | ApprovalCheck = 'new';

  /** A handler that runs only after the vault was started and passed its self-test. `work` also gets its approvals. */
  const afterStart =
    <Input, Output>(work: (input: Input, approvals: ApprovalCheck) => Output) =>
    (input: Input): Output => {
      if (typeof state !== 'string') return work(input, state);
      throw new AppError('VAULT_LOCKED', 'The vault was not started, so nothing was done. Restart Castellan.');
    };

  /** Takes over `privateKey` and wipes it. Returns the sealed key for its store. */
  function addKey(
    { id, store, asks = false, ...named }: NamedKey & { store: KeyStore | null; asks?: boolean },
    privateKey: Uint8Array,
  ) {
    try {
      const stored = store === null ? null : keystore.seal(store, privateKey, keyPlace(named.purpose, id, asks));
      const publicKey = keys.add(id, asUse(named), privateKey);
      if (store !== null) stores.set(id, store);
      if (asks) factors.set(id, true);
      return { publicKey, stored };
    } finally {
      privateKey.fill(0);
    }
  }

  /** The store of a stamping key. Throws VAULT_LOCKED when no such key is loaded from a store. */
  function storeOf(id: string): KeyStore {
    keys.stamper(id);
    const store = stores.get(id);
    if (store !== undefined) return store;
    throw new AppError(
      'VAULT_LOCKED',
      sentence`No store has the key ${id}, so it has no unlock method. Nothing was done.`,
    );
  }

  /** A kept key, and whether it asks: which of its two places it was sealed for. */
  function unsealKey(store: KeyStore, stored: Uint8Array, purpose: KeyPurpose, id: string) {
    try {
      return { privateKey: keystore.unseal(store, stored, keyPlace(purpose, id)), asks: false };
    } catch (error) {
      if (purpose !== 'stamp') throw error;
      return { privateKey: keystore.unseal(store, stored, keyPlace(purpose, id, true)), asks: true };
    }
  }

  const backupKeys = createBackupKeys({
    backups,
    keystore,
    publicKeyOf({ publicKey, ...named }, privateKey) {
      const use = asUse(named);
      const id = newId();
      try {
        const found = keys.add(id, use, privateKey);
        proveKey(keys, use, id);
        return comparableKey(use, found) === comparableKey(use, publicKey) ? publicKey : found;
      } finally {
        keys.forget(id);
      }
    },
  });

  return {
    async start({ approvalKey }) {
      if (state !== 'new')
        throw new AppError('INVALID_INPUT', 'The vault was started before. A second start is refused.');
      state = 'starting';
      try {
        const protection = await protect();
        const passed = await selfTest();
        state = createApprovalCheck(memory.hold(approvalKey));
        return { selfTest: passed, protection };
      } catch (error) {
        state = 'failed';
        throw error;
      }
    },

    openStore: afterStart(async ({ store, header, ...given }) => ({
      header: await keystore.open(store, header, given),
    })),

    protectStore: afterStart(async ({ store, next, ...given }) => ({
      header: await keystore.protect(store, given, next),
    })),

    addSecurityKey: afterStart(async ({ store, key, ...given }) => ({
      header: await keystore.changeSecurityKeys(store, given, (now, wrappingKey) =>
        withSecurityKey(now, { store, wrappingKey, key }),
      ),
    })),

    removeSecurityKey: afterStart(async ({ store, credentialId, ...given }) => ({
      header: await keystore.changeSecurityKeys(store, given, (now) => withoutSecurityKey(now, credentialId)),
    })),

    createKey: afterStart((named) => addKey(named, generateStampKey(named.scheme ?? USUAL_SCHEME))),

    importKey: afterStart(({ privateKey, ...named }) => addKey(named, privateKey)),

    loadKey: afterStart(({ id, store, publicKey, stored, ...named }) => {
      const use = asUse(named);
      const registered = comparableKey(use, publicKey);
      const { privateKey, asks } = unsealKey(store, stored, use.purpose, id);
      const loaded = keys.add(id, use, privateKey);
      // A key that asked before keeps asking, because this may be an older copy of it.
      if (asks) factors.set(id, true);
      stores.set(id, store);
      if (comparableKey(use, loaded) !== registered) {
        keys.forget(id);
        throw new AppError(
          'KEY_STORE_CHANGED',
          sentence`The stored key ${id} differs from the registered key. It was not loaded. Restore a backup with \`castellan backup restore\`, or register the new one.`,
        );
      }
      proveKey(keys, use, id);
      return { publicKey: loaded, asks };
    }),

    // The store of the loaded key decides the secret to type, whatever else main has sealed under that name.
    guardKey: afterStart(async ({ id, stored, asks, ...given }) => {
      const store = storeOf(id);
      await keystore.proveAsked(store, given);
      const { privateKey } = unsealKey(store, stored, 'stamp', id);
      try {
        const sealed = keystore.seal(store, privateKey, keyPlace('stamp', id, asks));
        factors.set(id, asks);
        return { stored: sealed };
      } finally {
        privateKey.fill(0);
      }
    }),

    askTouch: afterStart(({ keyId, bodySha256 }) => {
      storeOf(keyId);
      return { challenge: touches.challenge(keyId, bodySha256) };
    }),

    admit: afterStart(async ({ keyId, bodySha256, passphrase, touch }) => {
      const store = storeOf(keyId);
      if (touch === undefined) await keystore.proveAsked(store, { passphrase });
      else touches.use(keyId, bodySha256, { touch, by: keystore.securityKeys(store) });
      factors.admit(keyId, bodySha256);
      return {};
    }),

    masterKey: afterStart((input) => masters.open(input)),

    makeTokenMaster: afterStart((input) => masters.makeOnToken(input)),

    checkTokenMaster: afterStart((input) => masters.begin(input)),

    openTokenMaster: afterStart((input) => {
      try {
        return masters.finish(input);
      } finally {
        collectGarbage();
      }
    }),

    describe: afterStart(({ body }) => describeBody(body, interfaces)),

    keepInterfaces: afterStart(({ interfaces: given }) => {
      interfaces = openInterfaces(given);
      return {};
    }),

    checkInterface: afterStart((given) => checkInterface(given)),

    inspect: afterStart((input) => inspect(input, interfaces)),

    stamp: afterStart(({ body, approval }, approvals) => {
      if (approval.kind !== 'read') factors.use(approval.credentialId, body);
      approvals.use(approval, body);
      return { name: STAMP_HEADER, value: encodeStamp(keys.stamper(approval.credentialId).stamp(body)) };
    }),

    sealCode: afterStart(({ id, ...attempt }) => ({
      encryptedOtpBundle: sealOtpAttempt({ ...attempt, publicKey: keys.stamper(id).publicKey }),
    })),

    signLogin: afterStart(({ tokenId, approval }, approvals) => {
      const signer = keys.stamper(approval.credentialId);
      const message = utf8Encode(loginMessage({ publicKey: signer.publicKey, tokenId }));
      approvals.allowLogin(approval, message);
      return { signature: hexEncode(readDer(hexDecode(signer.stamp(message).signature))) };
    }),

    // The same number is signed again, because writing an entry may fail after its signature was made.
    signAuditHead: afterStart(({ keyId, first, sequence, hash }) => {
      const signer = keys.auditor(keyId);
      if (sequence < signedSequence) {
        throw new AppError(
          'AUDIT_BROKEN',
          sentence`The vault signed entry ${signedSequence} of the audit log before, so it does not sign entry ${sequence}. Nothing was stamped. Check the log with \`castellan audit verify\`.`,
        );
      }
      signedSequence = sequence;
      return { signature: signer.sign(auditHeadBytes(first, sequence, hash)) };
    }),

    openBundle: afterStart((input) =>
      bundles.open(input, { privateKey: keys.target(input.targetId), store: stores.get(input.targetId) ?? null }),
    ),

    checkBundle: afterStart((input) => bundles.check(input)),

    openAgreed: afterStart(({ openingId, agreement }) => {
      try {
        return bundles.openAgreed(openingId, agreement);
      } finally {
        collectGarbage();
      }
    }),

    reveal: afterStart(async ({ revealId, format, to, filePassphrase = null, recipients = null, ...given }) => {
      const store = bundles.storeOf(revealId);
      if (store !== null) await keystore.prove(store, given);
      return bundles.reveal(revealId, { format, passphrase: filePassphrase, recipients }, to);
    }),

    signTestDelivery: afterStart((input) => testDeliveries.sign(input)),
    deriveAddress: afterStart((input) => deriveAddress(input, memory)),
    composePayment: afterStart(composePayment),
    composeReplacement: afterStart(composeReplacement),

    checkImport: afterStart((input) => checkImport(input, memory)),
    sealImport: afterStart((input) => sealImport(input, memory)),
    readImportTarget: afterStart(readMoveTarget),
    passOnExport: afterStart(passOnExport),

    beginBackup: afterStart((input) => backups.begin(input)),

    wrapBackupKey: afterStart((input) => backupKeys.wrap(input)),

    sealBackup: afterStart(({ backupId, bytes, isLast }) => ({ sealed: backups.seal(backupId, bytes, isLast) })),

    openBackup: afterStart((input) => backups.open(input)),

    unsealBackup: afterStart(({ backupId, sealed, isLast }) => ({ bytes: backups.unseal(backupId, sealed, isLast) })),

    unwrapBackupKey: afterStart((input) => {
      try {
        return backupKeys.unwrapKey(input);
      } finally {
        collectGarbage();
      }
    }),

    unwrapBackupMaster: afterStart((input) => backupKeys.unwrapMaster(input)),

    forget: afterStart(({ id }) => {
      bundles.forget(id);
      backups.forget(id);
      masters.forget(id);
      factors.dismiss(id);
      touches.dismiss(id);
      // Only keys leave native copies behind. A collection takes milliseconds.
      if (keys.forget(id)) collectGarbage();
      return {};
    }),
  };
}

/** Throws INVALID_INPUT for a key that stamps nothing and is of another curve than P-256. */
function asUse({ purpose, scheme = USUAL_SCHEME }: Pick<NamedKey, 'purpose' | 'scheme'>): KeyUse {
  if (purpose === 'stamp') return { purpose, scheme };
  if (scheme === USUAL_SCHEME) return { purpose };
  throw new AppError('INVALID_INPUT', 'Only stamping keys can use another curve than P-256. Nothing was done.');
}
