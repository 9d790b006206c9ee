import type { Claim } from '../lift.ts';

const APPROVALS = 'electron/approvals/approval-check.ts';
const APPROVALS_TEST = 'test/unit/vault/approvals.test.ts';
const REQUESTS_TEST = 'test/unit/engine/requests/requests.test.ts';
const CONSENTS = 'electron/engine/consent/consents.ts';
const CONSENTS_TEST = 'test/unit/engine/consent/consents.test.ts';
const AUDIT_TEST = 'test/unit/engine/audit/audit.test.ts';
const LOG_TEST = 'test/unit/storage/records/audit-log.test.ts';
const VERIFY_TEST = 'test/unit/engine/verify/verify-after-sign.test.ts';
const DELIVERY_TEST = 'test/unit/engine/requests/delivery.test.ts';

/** Lifts of `sender.ts`, up to the stamp of a request. */
const RECORDING = `const entry = await audit.append(key, {
          at: ports.clock.now(),
          profile: profile.name,
          credentialId: key.id,
          publicKey: key.publicKey,
          operation,
          url,
          body,
        });
        recorded?.(entry);
        `;

/** The stamping, recording, sending and checking of requests. */
export const REQUESTS: readonly Claim[] = [
  {
    id: 'MAIN-05',
    sentence: 'The vault stamps only with a one-time approval for exactly those bytes and that key.',
    lifts: [
      {
        mechanism: 'the vault asks for an approval',
        file: 'electron/vault/vault.ts',
        from: 'approvals.use(approval, body);',
        to: '',
        test: APPROVALS_TEST,
        name: 'an approval allows exactly one stamp of exactly its bytes',
      },
      {
        mechanism: 'the vault checks who made an approval',
        file: APPROVALS,
        from: "if (!constantTimeEqual(expected, approval.mac)) throw refused('it was not made by this program');",
        to: 'expected;',
        test: APPROVALS_TEST,
        name: 'a forged MAC',
      },
      {
        mechanism: 'the vault takes an approval once',
        file: APPROVALS,
        from: 'last = approval.counter;',
        to: '',
        test: APPROVALS_TEST,
        name: 'an approval allows exactly one stamp of exactly its bytes',
      },
      {
        mechanism: 'a wrong body uses the approval up',
        file: APPROVALS,
        from: "      last = approval.counter;\n      if (!constantTimeEqual(sha256(body), approval.bodySha256)) throw refused('it is for another request');",
        to: "      if (!constantTimeEqual(sha256(body), approval.bodySha256)) throw refused('it is for another request');\n      last = approval.counter;",
        test: APPROVALS_TEST,
        name: 'an approval that a wrong body used up',
      },
      {
        mechanism: 'the vault checks for which bytes an approval is',
        file: APPROVALS,
        from: "if (!constantTimeEqual(sha256(body), approval.bodySha256)) throw refused('it is for another request');",
        to: '',
        test: APPROVALS_TEST,
        name: 'another body, even with one changed byte',
      },
      {
        mechanism: 'the counter of approvals is an exact number',
        file: 'shared/processes/approval.ts',
        from: 'counter: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),',
        to: 'counter: Type.Number({ minimum: 1 }),',
        test: APPROVALS_TEST,
        name: ', beyond the safe integers',
      },
      {
        mechanism: 'the operator’s consent is for these bytes and this key',
        file: CONSENTS,
        from: 'if (given.delete(consent) && fits) return;',
        to: 'if (given.delete(consent) || fits) return;',
        test: CONSENTS_TEST,
        name: 'is worth nothing for other bytes or another key',
      },
    ],
  },
  {
    id: 'PAGE-11',
    sentence: 'An approval for a change needs the operator’s answer, and an approval for a read fits no activity.',
    lifts: [
      {
        mechanism: 'a stamp of a change asks the operator',
        file: CONSENTS,
        from: 'const answer = await ask(question, signal);',
        to: 'const answer = { byCommand: true, typed: null };',
        test: CONSENTS_TEST,
        name: 'is nothing when the operator refuses',
      },
      {
        mechanism: 'nobody but the operator gives a consent',
        file: CONSENTS,
        from: 'if (given.delete(consent) && fits) return;',
        to: 'given.delete(consent);\n      if (fits) return;',
        test: CONSENTS_TEST,
        name: 'cannot be made by anybody else',
      },
      {
        mechanism: 'an approval for a read fits no activity',
        file: APPROVALS,
        from: "if (approval.kind === 'read' && !isRead(body))",
        to: "if (approval.kind !== 'read' && approval.kind !== 'write' && !isRead(body))",
        test: APPROVALS_TEST,
        name: 'ACTIVITY_TYPE_CREATE_WALLET',
      },
    ],
  },
  {
    id: 'REQUEST-15',
    sentence: 'The vault describes the very bytes that it stamps, and warns of duplicate members.',
    lifts: [
      {
        mechanism: 'the vault describes the bytes that are to be stamped',
        file: 'electron/engine/requests/confirmation.ts',
        from: 'await describe(body)',
        to: "await describe(new TextEncoder().encode('{}'))",
        test: CONSENTS_TEST,
        name: 'is what was shown, byte for byte',
      },
      {
        mechanism: 'what stands twice in the bytes is warned of',
        file: 'electron/vault/describe.ts',
        from: 'appears more than once',
        to: 'appears',
        test: 'test/unit/vault/describe.test.ts',
        name: 'of a duplicated member, and shows both',
      },
    ],
  },
  {
    id: 'FILES-06',
    sentence: 'The audit log records each request in a hash chain before the vault stamps it.',
    lifts: [
      {
        mechanism: 'the audit log has the bytes before the vault stamps them',
        file: 'electron/engine/stamping/sender.ts',
        from: `${RECORDING}return await ready.stamp(body, consent);`,
        to: `const stamped = await ready.stamp(body, consent);\n        ${RECORDING}return stamped;`,
        test: REQUESTS_TEST,
        name: 'to stamp a request that it cannot record',
      },
      {
        mechanism: 'each entry of the audit log hangs on the one before',
        file: 'electron/storage/records/audit-chain.ts',
        from: '.update(DOMAIN).update(previous)',
        to: '.update(DOMAIN).update(previous.subarray(32))',
        test: LOG_TEST,
        name: 'hashes as documented, so that anybody can check an export',
      },
      {
        mechanism: 'each link of the chain is checked',
        file: 'electron/storage/records/audit-verify.ts',
        from: 'if (!Buffer.from(expected).equals(link.hash))',
        to: 'if (expected.length < 0)',
        test: LOG_TEST,
        name: 'shows one bit of a body',
      },
    ],
  },
  {
    id: 'FILES-07',
    sentence: 'After a change of the audit log, nothing is stamped.',
    lifts: [
      {
        mechanism: 'a log that was changed takes no further entry',
        file: 'electron/storage/records/audit-log.ts',
        from: 'if (problem !== null) throw auditBroken(problem);',
        to: '',
        test: LOG_TEST,
        name: 'accepts no further entry, so that nothing is stamped',
      },
    ],
  },
  {
    id: 'FILES-08',
    sentence:
      'The vault signs each audit entry with a dedicated key. A counter beside the keys names the newest entry.',
    lifts: [
      {
        mechanism: 'the newest entry must be signed by the vault',
        file: 'electron/storage/records/audit-verify.ts',
        from: 'if (tip !== undefined && !chain.isSigned(tip))',
        to: 'if (tip !== undefined && tip.sequence < 0)',
        test: AUDIT_TEST,
        name: 'is noticed when an entry was added with a right hash',
      },
      {
        mechanism: 'only a key that the vault opened signs the log',
        file: 'electron/engine/audit/audit-keys.ts',
        from: 'isSignedBy([...opened.values()], head, signedBy, signature);',
        to: "isSignedBy(index.keys('audit'), head, signedBy, signature);",
        test: AUDIT_TEST,
        name: 'with the signature of a key that was listed beside its own',
      },
      {
        mechanism: 'a new chain is only one that the counter knows',
        file: 'electron/storage/records/audit-verify.ts',
        from: 'return operation === BEGIN && sequence !== known.first;',
        to: 'return operation === BEGIN && sequence < known.first;',
        test: AUDIT_TEST,
        name: 'a new chain was begun by a key that was listed beside its own',
      },
      {
        mechanism: 'what the vault signs says where its chain begins',
        file: 'shared/processes/audit-head.ts',
        from: 'view.setBigUint64(LABEL.length, BigInt(first));',
        to: '',
        test: 'test/unit/vault/audit-head.test.ts',
        name: 'the signature of the audit head covers its chain’s start, its number and its hash',
      },
      {
        mechanism: 'the vault signs no earlier number again',
        file: 'electron/vault/vault.ts',
        from: 'signedSequence = sequence;',
        to: '',
        test: 'test/unit/vault/audit-head.test.ts',
        name: 'a number below a signed one is refused, also with another key',
      },
      {
        mechanism: 'the counter is told after every sixteenth entry',
        file: 'electron/engine/audit/audit.ts',
        from: 'if (sequence - keys.counted(key) >= COUNTED_EVERY) await keys.count(key);',
        to: 'void sequence;',
        test: AUDIT_TEST,
        name: 'hears of every sixteenth entry',
      },
    ],
  },
  {
    id: 'FILES-09',
    sentence: '`castellan audit verify` reports changed, dropped, added, rewritten, older and deleted entries.',
    lifts: [
      {
        mechanism: 'the log must hold what the counter names',
        file: 'electron/storage/records/audit-verify.ts',
        from: 'if (last < known.sequence) {',
        to: 'if (last < 0) {',
        test: AUDIT_TEST,
        name: 'is noticed when entries were dropped and the head rewritten',
      },
      {
        mechanism: 'the entry that was counted must be the one that is there',
        file: 'electron/storage/records/audit-verify.ts',
        from: 'chain.hash(known.sequence) !== known.hash',
        to: 'known.hash.length < 0',
        test: AUDIT_TEST,
        name: 'is noticed when an entry was changed and the whole chain recomputed',
      },
      {
        mechanism: 'the counter must be signed by the vault',
        file: 'electron/engine/audit/audit-keys.ts',
        from: 'if (signed === null || !isSigned(signed, key.id, signed.signature))',
        to: 'if (signed === null)',
        test: AUDIT_TEST,
        name: 'is noticed when its key or its counter was taken away, or replaced by another',
      },
    ],
  },
  {
    id: 'SERVICE-08',
    sentence: 'Each request is on disk with its body and stamp before it is sent. A retry sends only these bytes.',
    lifts: [
      {
        mechanism: 'the journal says that a request was sent before it is',
        file: 'electron/engine/requests/delivery.ts',
        from: 'journal.markSent(requestId, now());',
        to: '',
        test: DELIVERY_TEST,
        name: 'that arrived but was not answered is settled by its fingerprint',
      },
      {
        mechanism: 'what is sent again are the very bytes and the stamp that were sent before',
        file: 'electron/engine/requests/requests.ts',
        from: 'const stamp = { name: entry.stampName, value: entry.stampValue };',
        to: "const stamp = { name: entry.stampName, value: '' };",
        test: DELIVERY_TEST,
        name: 'that never arrived is sent once more, with the same bytes',
      },
    ],
  },
  {
    id: 'SERVICE-09',
    sentence:
      'Castellan compares returned signatures and transactions with the request field by field, and proves their signer.',
    lifts: [
      {
        mechanism: 'an answer is for the bytes that were sent',
        file: 'electron/engine/verify/verify.ts',
        from: 'if (activity.fingerprint === fingerprint && (isVote || activity.type === operation.activityType)) {',
        to: 'if (fingerprint) {',
        test: VERIFY_TEST,
        name: 'another activity, by its fingerprint',
      },
      {
        mechanism: 'every payload has a signature of its own',
        file: 'electron/engine/verify/signed-answer.ts',
        from: 'if (signatures.length !== payloads.length) {',
        to: 'if (signatures.length < 0) {',
        test: VERIFY_TEST,
        name: 'fewer signatures',
      },
      {
        mechanism: 'a signature is held against the key',
        file: 'electron/crypto/payloads/raw-payload.ts',
        from: 'if (strictSigner(curve, signed, { r, s, recovery }) !== publicKey)',
        to: 'if (strictSigner(curve, signed, { r, s, recovery }) === null)',
        test: VERIFY_TEST,
        name: 'a good signature by another key',
      },
      {
        mechanism: 'each field of a signed transaction is compared',
        file: 'electron/crypto/transactions/ethereum/fields.ts',
        from: 'if (other !== value) throw',
        to: 'if (name === null) throw',
        test: VERIFY_TEST,
        name: 'a true signature of the account over another',
      },
      {
        mechanism: 'a key is held against the address that was asked to sign',
        file: 'electron/engine/verify/signers.ts',
        from: 'if (!isUnsettled(format)) wrong = derived;',
        to: 'void derived;',
        test: 'test/unit/engine/verify/signers.test.ts',
        name: 'whose key derives another address is refused',
      },
    ],
  },
];
