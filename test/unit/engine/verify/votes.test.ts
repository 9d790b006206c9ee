import { expect, it } from 'vitest';
import { createAnswerChecker } from '../../../../electron/engine/verify/verify.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';

const { requireSame } = createAnswerChecker({ find: () => Promise.resolve(null) });
const { activity } = OPERATIONS.get_activity.example.response;
const vote = (fingerprint: string) => utf8Encode(JSON.stringify({ parameters: { fingerprint } }));

it('takes the activity that was voted on as the answer to a vote, and no other', () => {
  const { approve_activity: approve, create_wallet: create } = OPERATIONS;
  expect(() => requireSame(approve, vote(activity.fingerprint), activity)).not.toThrow();
  expect(() => requireSame(approve, vote(`sha256:${'0'.repeat(64)}`), activity)).toThrow('another activity');
  expect(() => requireSame(create, vote(activity.fingerprint), activity)).toThrow('another activity');
});
