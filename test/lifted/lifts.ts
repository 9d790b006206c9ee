import type { Lift } from './lift.ts';

/** Lifts by the claim that they break: the words of README.md or SECURITY.md, then what keeps them true. */
const BY_CLAIM: Readonly<Record<string, readonly Omit<Lift, 'claim'>[]>> = {
  'as bytes that are wiped': [
    {
      mechanism: 'main wipes the key that it read from its store and handed to the vault',
      file: 'electron/engine/keys/unlock.ts',
      from: '  } finally {\n    stored.fill(0);\n  }',
      to: '  } finally {\n  }',
      test: 'test/unit/engine/keys/unlock.test.ts',
    },
    {
      mechanism: 'main wipes the key that it wrote to its store',
      file: 'electron/engine/keys/unlock.ts',
      from: 'made.stored.fill(0);',
      to: '',
      test: 'test/unit/engine/keys/unlock.test.ts',
    },
    {
      mechanism: 'main wipes the master key that it handed to the local service',
      file: 'electron/engine/keys/unlock.ts',
      from: 'master.fill(0);',
      to: '',
      test: 'test/unit/engine/keys/unlock.test.ts',
    },
    {
      mechanism: 'main wipes a key from a file that it lent to the vault',
      file: 'electron/engine/keys/unlock.ts',
      from: '    stored.fill(0);\n  } finally {\n    privateKey.fill(0);',
      to: '    stored.fill(0);\n  } finally {',
      test: 'test/unit/engine/keys/unlock.test.ts',
    },
    {
      mechanism: 'main wipes an imported key when the vault has it',
      file: 'electron/engine/keys/unlock.ts',
      from: '    return await keep(store, key, imported);\n  } finally {\n    privateKey.fill(0);',
      to: '    return await keep(store, key, imported);\n  } finally {',
      test: 'test/unit/engine/keys/unlock.test.ts',
    },
    {
      mechanism: 'the vault wipes the opened bundle that it copied into its memory',
      file: 'electron/vault/secret-memory.ts',
      from: 'secret.fill(0);',
      to: '',
      test: 'test/unit/vault/secret-memory.test.ts',
    },
    {
      mechanism: 'the vault wipes what it forgets',
      file: 'electron/vault/secret-memory.ts',
      from: 'view.fill(0);',
      to: '',
      test: 'test/unit/vault/secret-memory.test.ts',
    },
    {
      mechanism: 'the vault wipes a bundle whose address is wrong',
      file: 'electron/vault/opened-bundles.ts',
      from: 'plaintext.fill(0);',
      to: '',
      test: 'test/unit/vault/bundles.test.ts',
    },
    {
      mechanism: 'the vault wipes a private key that was not taken in',
      file: 'electron/vault/vault.ts',
      from: '      privateKey.fill(0);',
      to: '',
      test: 'test/unit/vault/keys.test.ts',
    },
    {
      mechanism: 'main wipes the bytes of what the page sent',
      file: 'electron/main/ipc/bind.ts',
      from: 'wipeBytes(input);',
      to: '',
      test: 'test/unit/main/ipc/bind.test.ts',
    },
  ],
  'one contract that is checked on every call': [
    {
      mechanism: 'main asks who sent a call',
      file: 'electron/main/ipc/bind.ts',
      from: 'if (!isOwnSender(event, isKnown)) throw refusedSender();',
      to: '',
      test: 'test/unit/main/ipc/bind.test.ts',
    },
    {
      mechanism: 'main checks what the page sent',
      file: 'electron/main/ipc/bind.ts',
      from: 'checkInput(entry, input);',
      to: '',
      test: 'test/unit/main/ipc/bind.test.ts',
    },
    {
      mechanism: 'main checks what it answers',
      file: 'electron/main/ipc/bind.ts',
      from: 'if (problems.length === 0) return output;',
      to: 'if (problems.length >= 0) return output;',
      test: 'test/unit/main/ipc/bind.test.ts',
    },
  ],
  'sealed in a passphrase file (scrypt, AES-256-GCM) that only the vault can open': [
    {
      mechanism: 'the vault seals a key before main keeps it',
      file: 'electron/vault/vault.ts',
      from: 'sealed ? keystore.seal(privateKey, purpose, id) : copySecret(privateKey)',
      to: 'copySecret(privateKey)',
      test: 'test/unit/vault/keystore.test.ts',
    },
    {
      mechanism: 'a sealed key is bound to its purpose and id',
      file: 'electron/vault/keystore.ts',
      from: 'function keyPurpose(purpose: KeyPurpose, id: string): string {',
      to: "function keyPurpose(): string { return 'castellan key v1';",
      test: 'test/unit/vault/keystore.test.ts',
    },
    {
      mechanism: 'the vault refuses a kept key that is another than the registered one',
      file: 'electron/vault/vault.ts',
      from: 'if (p256Compress(loaded) !== registered) {',
      to: 'if (loaded.length < 0 && registered) {',
      test: 'test/unit/vault/keys.test.ts',
    },
  ],
  'The vault stamps only with a one-time approval for exactly those bytes and that key': [
    {
      mechanism: 'the vault checks who made an approval',
      file: 'electron/vault/approvals.ts',
      from: "if (!constantTimeEqual(expected, approval.mac)) throw refused('it was not made by this program');",
      to: 'expected;',
      test: 'test/unit/vault/approvals.test.ts',
    },
    {
      mechanism: 'the vault takes an approval once',
      file: 'electron/vault/approvals.ts',
      from: 'last = approval.counter;',
      to: '',
      test: 'test/unit/vault/approvals.test.ts',
    },
    {
      mechanism: 'the vault checks for which bytes an approval is',
      file: 'electron/vault/approvals.ts',
      from: "if (!constantTimeEqual(sha256(body), approval.bodySha256)) throw refused('it is for another request');",
      to: '',
      test: 'test/unit/vault/approvals.test.ts',
    },
  ],
  'made by the vault from the very bytes it will stamp': [
    {
      mechanism: 'the vault describes the bytes that are prepared',
      file: 'electron/engine/requests/drafts.ts',
      from: "const meaning = await call('describe', { body: built.body });",
      to: "const meaning = await call('describe', { body: new TextEncoder().encode('{}') });",
      test: 'test/unit/engine/requests/requests.test.ts',
    },
  ],
  'what cannot be recorded is not stamped': [
    {
      mechanism: 'the audit log has the bytes before the vault stamps them',
      file: 'electron/engine/requests/sender.ts',
      from: 'await vault.openWithKey(key);',
      to: 'await vault.stamp(key, body);',
      test: 'test/unit/engine/requests/requests.test.ts',
    },
    {
      mechanism: 'each entry of the audit log hangs on the one before',
      file: 'electron/storage/records/audit-chain.ts',
      from: '.update(DOMAIN).update(previous)',
      to: '.update(DOMAIN)',
      test: 'test/unit/storage/records/audit-log.test.ts',
    },
    {
      mechanism: 'the audit log is compared with its recorded head',
      file: 'electron/storage/records/audit-verify.ts',
      from: 'if (!agrees) throw broken(headProblem(entries, head));',
      to: 'headProblem(entries, head);',
      test: 'test/unit/storage/records/audit-log.test.ts',
    },
  ],
  'Every submit is on disk, with its exact body and stamp, before it leaves': [
    {
      mechanism: 'the journal says that a request was sent before it is',
      file: 'electron/engine/requests/delivery.ts',
      from: 'records.journal.markSent(requestId, now());',
      to: '',
      test: 'test/unit/engine/requests/delivery.test.ts',
    },
  ],
  'An export bundle is opened only after signer, version, signature and organization were checked': [
    {
      mechanism: 'a bundle of another signer is not opened',
      file: 'electron/crypto/bundles/export-bundle.ts',
      from: 'if (message.signerKey !== input.signerKey.toLowerCase()) {',
      to: 'if (message.signerKey.length < 0) {',
      test: 'test/unit/crypto/bundles/export-bundle.test.ts',
    },
    {
      mechanism: 'a bundle with a wrong signature is not opened',
      file: 'electron/crypto/bundles/export-bundle.ts',
      from: 'if (!p256Verify(message.signerKey, message.data, message.dataSignature)) {',
      to: 'if (message.signerKey.length < 0 && p256Verify) {',
      test: 'test/unit/crypto/bundles/export-bundle.test.ts',
    },
    {
      mechanism: 'a bundle of another organization is not opened',
      file: 'electron/crypto/bundles/export-bundle.ts',
      from: 'if (sealed.organizationId !== input.organizationId) {',
      to: 'if (sealed.organizationId.length < 0) {',
      test: 'test/unit/crypto/bundles/export-bundle.test.ts',
    },
    {
      mechanism: 'a bundle of another version is not opened',
      file: 'shared/wire/bundle.ts',
      from: 'if (version !== BUNDLE_VERSION) throw',
      to: 'if (version.length < 0) throw',
      test: 'test/unit/crypto/bundles/export-bundle.test.ts',
    },
  ],
  'shown only after its address was proven': [
    {
      mechanism: 'the address of an opened key is compared with the one that was asked for',
      file: 'electron/vault/opened-bundles.ts',
      from: 'if (derived !== null && sameAddress(addressFormat, derived, address)) return derived;',
      to: 'if (derived !== null && sameAddress) return derived;',
      test: 'test/unit/vault/bundles.test.ts',
    },
  ],
  'A signature that comes back is verified': [
    {
      mechanism: 'an answer is for the bytes that were sent',
      file: 'electron/engine/verify/verify.ts',
      from: 'if (activity.fingerprint === fingerprint && activity.type === operation.activityType) return;',
      to: 'if (fingerprint) return;',
      test: 'test/unit/engine/verify/verify-after-sign.test.ts',
    },
    {
      mechanism: 'every payload has a signature of its own',
      file: 'electron/engine/verify/signed-answer.ts',
      from: 'if (signatures.length !== payloads.length) {',
      to: 'if (signatures.length < 0) {',
      test: 'test/unit/engine/verify/verify-after-sign.test.ts',
    },
    {
      mechanism: 'a signature is held against the key',
      file: 'electron/crypto/payloads/raw-payload.ts',
      from: 'if (recoverDigestSigner(curve, digest, r, s, recovery) === publicKey) return;',
      to: 'if (recovery >= 0) return;',
      test: 'test/unit/engine/verify/verify-after-sign.test.ts',
    },
  ],
  "Locking kills the vault's process": [
    {
      mechanism: 'locking ends the process that has the keys',
      file: 'electron/engine/keys/vault-keeper.ts',
      from: "    set('locked');\n    ending?.handle.kill();",
      to: "    set('locked');",
      test: 'test/unit/engine/keys/vault-keeper.test.ts',
    },
  ],
};

export const LIFTS: readonly Lift[] = Object.entries(BY_CLAIM).flatMap(([claim, lifts]) =>
  lifts.map((lift) => ({ claim, ...lift })),
);
