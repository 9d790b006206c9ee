import type { Claim } from '../lift.ts';

const CONSENTS = 'electron/engine/consent/consents.ts';
const CONSENTS_TEST = 'test/unit/engine/consent/batch-consents.test.ts';

/** One answer for many requests. */
export const BATCHES: readonly Claim[] = [
  {
    id: 'PAGE-27',
    sentence:
      'One answer to a batch allows one stamp for each request that was shown, and none for any other. No batch holds a request with an unknown effect, a vote or an export.',
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
        mechanism: 'a command is no answer to a batch',
        file: CONSENTS,
        from: 'said.byCommand === true || !isCounted(question, said)',
        to: '!isCounted(question, said)',
        test: CONSENTS_TEST,
        name: 'is the operator’s own',
      },
    ],
  },
];
