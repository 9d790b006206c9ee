import { expect, test } from 'vitest';
import { sha256 } from '../../../../electron/crypto/index.ts';
import { pendingOf } from '../../../../electron/custody/activities/pending.ts';
import type { ActingContext } from '../../../../electron/custody/request-context.ts';
import type { ActivityRow } from '../../../../electron/custody/store/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { formatFingerprint, utf8Encode } from '../../../../shared/wire/index.ts';

const { activityType, example } = OPERATIONS.create_user_tag;
const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';

/** Reads a waiting activity whose proposal has these parameters. */
function pendingFor(parameters: object) {
  const request = JSON.stringify({ type: activityType, timestampMs: '1', organizationId, parameters });
  const activity = {
    activityId: 'a',
    type: activityType,
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    fingerprint: formatFingerprint(sha256(utf8Encode(request))),
  };
  const store = {
    activities: {
      proposal: () => ({ request, userId: 'u' }),
      votesOn: () => [
        { userId: 'v', message: request, publicKey: 'key of another' },
        { userId: 'u', message: request, publicKey: 'key' },
      ],
    },
    organizations: { findUser: () => ({ userId: 'u' }) },
  };
  const context = { store, caller: { organization: { organizationId } } };
  return pendingOf(activity as ActivityRow, context as unknown as ActingContext);
}

test('a proposal that this service takes can be decided, and one that it takes no more cannot', () => {
  expect(pendingFor(example.parameters)?.subject.parameters).toEqual(example.parameters);
  expect(pendingFor(example.parameters)?.proposedWith).toBe('key');
  expect(pendingFor({ ...example.parameters, userTagName: 7 })).toBeUndefined();
});
