import type { TransportReply } from '../../../electron/client/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';

/** An activity in the public service's dialect: timestamp objects and `failure: null`. */
export function activity(changes: Partial<Activity> = {}): Activity {
  return {
    id: '019660f7-801d-75d8-9f11-3c2b1a0f9e8d',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    intent: {
      signRawPayloadIntentV2: {
        signWith: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        payload: 'hello',
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_SHA256',
      },
    },
    result: { signRawPayloadResult: { r: '01', s: '02', v: '00' } },
    votes: [],
    fingerprint: `sha256:${'ab'.repeat(32)}`,
    canApprove: false,
    canReject: true,
    createdAt: { seconds: '1745383555', nanos: '0' },
    updatedAt: { seconds: '1745383556', nanos: '500000000' },
    failure: null,
    ...changes,
  };
}

export function reply(body: unknown, changes: Partial<TransportReply> = {}): TransportReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(text),
    ...changes,
  };
}
