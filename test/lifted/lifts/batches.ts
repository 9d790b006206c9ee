import type { Claim } from '../lift.ts';

const CONSENTS = 'electron/engine/consent/consents.ts';
const CONSENTS_TEST = 'test/unit/engine/consent/batch-consents.test.ts';

/** One answer for many requests. */
export const BATCHES: readonly Claim[] = [
  {
    id: 'PAGE-27',
    sentence:
      'One answer to a batch allows one stamp for each request that was shown, and none for any other. No batch holds a request with an unknown effect or a finding of danger in its contents, a vote or an export.',
    lifts: [
      {
        mechanism: 'a consent of a batch is for the bytes of its line',
        file: CONSENTS,
        from: 'const consents = digests.map((bodySha256): Consent => ({ credentialId, bodySha256 }));',
        to: 'const consents = digests.map((): Consent => ({ credentialId, bodySha256: sha256(utf8Encode(question.lines[0]?.body ?? "")) }));',
        test: CONSENTS_TEST,
        name: 'mints one approval for each line that was shown',
      },
      {
        mechanism: 'an unshown line has no consent',
        file: CONSENTS,
        from: 'sha256(body).every((byte, i) => byte === consent.bodySha256[i]);',
        to: 'body.length > 0;',
        test: CONSENTS_TEST,
        name: 'stamps no line that was not shown',
      },
      {
        mechanism: 'a line is shown with the meaning that the vault made of its bytes',
        file: CONSENTS,
        from: 'if (meaning.fingerprint === `sha256:',
        to: 'if (meaning.fingerprint !== `none:',
        test: CONSENTS_TEST,
        name: 'is not asked for a line that is shown with the meaning of other bytes',
      },
      {
        mechanism: 'a batch has only lines that are fully known',
        file: 'shared/ipc/trusted-answer.ts',
        from: 'question.lines.length > 0 && question.lines.every(isBatched);',
        to: 'question.lines.length >= 0;',
        test: CONSENTS_TEST,
        name: 'counts for no batch with',
      },
      {
        mechanism: 'a batch has no line whose contents are dangerous',
        file: 'shared/ipc/trusted-answer.ts',
        from: "    findings.every(({ level }) => level !== 'danger') &&\n",
        to: '',
        test: CONSENTS_TEST,
        name: 'counts for no batch with a dangerous',
      },
      {
        mechanism: 'a command is no answer to a batch',
        file: CONSENTS,
        from: 'said.byCommand === true || !isCounted(question, said)',
        to: '!isCounted(question, said)',
        test: CONSENTS_TEST,
        name: 'is the operator’s own',
      },
    ],
  },
  {
    id: 'REQUEST-27',
    sentence:
      'A batch signs no line twice, whatever interrupted it. The window holds a dangerous line back until it is included by itself.',
    lifts: [
      {
        mechanism: 'lost marks of a batch are damage, and do not make its lines new',
        file: 'electron/engine/batches/store.ts',
        from: "if (bytes === null) throw damaged(path, 'it is missing');",
        to: 'if (bytes === null) return new Map();',
        test: 'test/unit/engine/batches/store.test.ts',
        name: 'are damaged when they are missing',
      },
      {
        mechanism: 'a batch is written only as it was read',
        file: 'electron/engine/batches/store.ts',
        from: 'if (!isDeepStrictEqual(read(file), before)) throw writtenSince(batch);',
        to: '',
        test: 'test/unit/engine/batches/store.test.ts',
        name: 'do not both begin',
      },
      {
        mechanism: 'a line that was sent is settled and not asked for again',
        file: 'electron/engine/batches/states.ts',
        from: "if (state === 'prepared' || state === 'sent') return 'open';",
        to: "if (state === 'prepared' || state === 'sent') return 'left';",
        test: 'test/unit/engine/batches/batches.test.ts',
        name: 'that was killed while a line was on its way signs no line twice',
      },
      {
        mechanism: 'a line whose journal entry is lost is not offered again',
        file: 'electron/engine/batches/states.ts',
        from: "state: line.begun ? 'open' : 'left'",
        to: "state: 'left'",
        test: 'test/unit/engine/batches/faults.test.ts',
        name: 'offers no line again whose entry in the journal is lost',
      },
      {
        mechanism: 'a signed payment is found by its bytes, whatever request its line names',
        file: 'electron/engine/batches/states.ts',
        from: '?? (line.begun ? null : signedAs(batch, line, journal))',
        to: '?? (line.begun ? null : (signedAs(batch, line, journal), null))',
        test: 'test/unit/engine/batches/faults.test.ts',
        name: 'finds a signed payment whose line names another request',
      },
      {
        mechanism: 'a line is marked before it is signed',
        file: 'electron/engine/batches/batches.ts',
        from: 'note(requestId, { begun: true });',
        to: '',
        test: 'test/unit/engine/batches/faults.test.ts',
        name: 'has its line marked before the line is signed',
      },
      {
        mechanism: 'a line without a proven signature is not called signed',
        file: 'electron/engine/batches/states.ts',
        from: "return proven ? 'signed' : 'unproven';",
        to: "return problem === null || !proven ? 'signed' : 'unproven';",
        test: 'test/unit/engine/batches/faults.test.ts',
        name: 'without a mark of its proof is proven again',
      },
      {
        mechanism: 'the nonce of a given up line counts as used',
        file: 'electron/engine/batches/states.ts',
        from: "if (closedAs === 'GIVEN_UP') return 'givenUp';",
        to: "if (closedAs === 'GIVEN_UP') return 'failed';",
        test: 'test/unit/engine/batches/faults.test.ts',
        name: 'has a state of its own, and its nonce counts as used',
      },
      {
        mechanism: 'a dangerous line is held back',
        file: 'renderer/features/batch/rules.ts',
        from: "return group !== 'danger' || choice.included.includes(line.line);",
        to: 'return true;',
        test: 'test/unit/renderer/features/batch.test.ts',
        name: 'a danger line is held back until it is included',
      },
      {
        mechanism: 'an amount that can be read in two ways is refused',
        file: 'electron/engine/batches/lines.ts',
        from: 'if (whole === undefined) return { problem: amountProblem(text) };',
        to: "if (whole === undefined) return unitsOf(text.replace(/[^0-9.]/g, ''), { token: null, symbol, decimals });",
        test: 'test/unit/engine/batches/lines.test.ts',
        name: 'with the amount "1,000" is refused',
      },
    ],
  },
];
