import type { Claim } from '../lift.ts';

const RESULTS = 'electron/engine/results/results.ts';
const REQUESTED = 'electron/engine/activities/requested.ts';
const RESULTS_TEST = 'test/unit/engine/results/results.test.ts';

/** The proof of results, and the bytes that are broadcast. */
export const RESULTS_CLAIMS: readonly Claim[] = [
  {
    id: 'PAGE-21',
    sentence:
      'To broadcast a result, the page names only its activity. Main takes the bytes from a result that it proved.',
    lifts: [
      {
        mechanism: 'a transaction is broadcast only when its signature was proven',
        file: RESULTS,
        from: "if (signed?.kind !== 'transaction' || transaction === null) return noTransaction();",
        to: "if (signed?.kind !== 'transaction' || transaction === null) return requests.prepare(OPERATIONS.eth_send_raw_transaction.name, { signedTransaction: '00', caip2: 'eip155:1' }, { profile });",
        test: RESULTS_TEST,
        name: 'is broadcast from the proven bytes alone',
      },
    ],
  },
  {
    id: 'SERVICE-17',
    sentence: 'A result is shown as verified only if it matches bytes whose hash is the activity’s fingerprint.',
    lifts: [
      {
        mechanism: 'a result is compared only with bytes that have the fingerprint',
        file: REQUESTED,
        from: 'candidates.find((bytes) => fingerprintOf(bytes) === activity.fingerprint)',
        to: 'candidates[0]',
        test: RESULTS_TEST,
        name: 'is not called proven when the request is of other bytes',
      },
      {
        mechanism: 'a result is compared only with a request that has one reading',
        file: REQUESTED,
        from: 'isTwofold ||= again;',
        to: 'isTwofold ||= false && again;',
        test: RESULTS_TEST,
        name: 'is not called proven when the request is that names a member twice',
      },
      {
        mechanism: 'a result is compared only with a request of its own organization',
        file: REQUESTED,
        from: 'if (!isSame(read.organizationId, profile.organizationId))',
        to: 'if (false)',
        test: RESULTS_TEST,
        name: 'is not called proven when the request is of another organization',
      },
      {
        mechanism: 'a result that contradicts its request is withheld',
        file: RESULTS,
        from: 'const proof = await checker.checkSignature(profile, operation, body, activity);',
        to: 'const proof = await checker.checkSignature(profile, operation, body, activity).catch(() => null);',
        test: RESULTS_TEST,
        name: 'is withheld when the service shows a signed transaction of another key',
      },
    ],
  },
];
