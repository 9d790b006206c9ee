import Type from 'typebox';
import { expect, it } from 'vitest';
import { checkValue, OPERATIONS } from '../../../../shared/operations/index.ts';

const Closed = Type.Object({ name: Type.String() }, { additionalProperties: false });

it('names each unknown member once, and never repeats a value', () => {
  expect(checkValue(Closed, { name: 'a', other: 'secret', more: 1 })).toEqual([
    { path: '/other', reason: 'is not a known member' },
    { path: '/more', reason: 'is not a known member' },
  ]);
});

it('names missing and wrong members', () => {
  expect(checkValue(Closed, {})).toEqual([{ path: '/name', reason: 'is missing and must be text in double quotes' }]);
  expect(checkValue(OPERATIONS.create_policy.parameters, { policyName: 'a', notes: '' })).toEqual([
    { path: '/effect', reason: 'is missing and must be one of EFFECT_ALLOW, EFFECT_DENY' },
  ]);
  expect(checkValue(Closed, { name: 1 })).toEqual([
    { path: '/name', reason: 'must be text in double quotes and is a number' },
  ]);
  expect(checkValue(Closed, { name: 'a' })).toEqual([]);
});

it.each([
  [
    OPERATIONS.create_policy.request,
    { parameters: { effect: 'DENY' } },
    '/parameters/effect',
    'must be one of EFFECT_ALLOW, EFFECT_DENY',
  ],
  [OPERATIONS.create_policy.request, { type: 'CREATE_POLICY' }, '/type', 'must be "ACTIVITY_TYPE_CREATE_POLICY_V3"'],
  [
    OPERATIONS.create_policy.request,
    { timestampMs: '2026-01-01T00:00:00Z' },
    '/timestampMs',
    'must be milliseconds since 1970 in digits, as in 1745383555000, not a date',
  ],
  [
    OPERATIONS.list_activities.request,
    { paginationOptions: { limit: '0' } },
    '/paginationOptions/limit',
    'must be a number from 1 to 100, as text',
  ],
  [
    OPERATIONS.list_activities.request,
    { filterByStatus: ['DONE'] },
    '/filterByStatus/0',
    expect.stringMatching(/^must be one of ACTIVITY_STATUS_CREATED, /),
  ],
  [
    OPERATIONS.approve_activity.request,
    { parameters: { fingerprint: 'SHA256:00' } },
    '/parameters/fingerprint',
    'must be sha256: and 64 hexadecimal digits in lower case, and does not begin with sha256:',
  ],
  [
    OPERATIONS.approve_activity.request,
    { parameters: { fingerprint: 'sha256:0g' } },
    '/parameters/fingerprint',
    'must be sha256: and 64 hexadecimal digits in lower case, and character 9 is no such digit',
  ],
  [
    OPERATIONS.approve_activity.request,
    { parameters: { fingerprint: 'sha256:00' } },
    '/parameters/fingerprint',
    'must be sha256: and 64 hexadecimal digits in lower case, and has 2 digits',
  ],
  [
    OPERATIONS.approve_activity.request,
    { parameters: { fingerprint: `sha256:${'AB'.repeat(32)}` } },
    '/parameters/fingerprint',
    'must be sha256: and 64 hexadecimal digits in lower case, and has capital letters',
  ],
  [
    OPERATIONS.export_wallet.request,
    { parameters: { targetPublicKey: `0x04${'ab'.repeat(64)}` } },
    '/parameters/targetPublicKey',
    'must be a public key of 66 or 130 hexadecimal digits, without 0x before them',
  ],
  [
    OPERATIONS.export_wallet.request,
    { parameters: { targetPublicKey: '04ab' } },
    '/parameters/targetPublicKey',
    'must be a public key of 66 or 130 hexadecimal digits, and has 4 digits',
  ],
  [
    OPERATIONS.create_policy.request,
    { timestampMs: ' 1763640000000' },
    '/timestampMs',
    'must be milliseconds since 1970 in digits, as in 1745383555000, not a date, and has a space or line break in it',
  ],
  [
    OPERATIONS.update_user_phone_number.request,
    { parameters: { userPhoneNumber: '+49 170 1234567' } },
    '/parameters/userPhoneNumber',
    'must be a phone number with + and its country code, or empty, and has a space or line break in it',
  ],
])('says what a value of a list or a form must be', (schema, value, path, reason) => {
  expect(checkValue(schema, value)).toContainEqual({ path, reason });
});

it('names some values of a long list', () => {
  const values = Array.from({ length: 40 }, (_, index) => `VALUE_${index}`);
  const [problem] = checkValue(Type.Enum(values), 'other');
  expect(problem?.reason).toMatch(/^must be one of VALUE_0, .*VALUE_11 and 28 more$/);
});

it('has a message for each required form of a request', () => {
  const wordless: string[] = [];
  const visit = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('pattern' in node && typeof node.pattern === 'string' && !('says' in node)) wordless.push(name);
    for (const [key, inner] of Object.entries(node)) visit(inner, `${name}/${key}`);
  };
  for (const operation of Object.values(OPERATIONS))
    if ('request' in operation) visit(operation.request, operation.name);
  expect(wordless).toEqual([]);
});
