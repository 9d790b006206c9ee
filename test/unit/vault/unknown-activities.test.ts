import { expect, test } from 'vitest';
import { describeBody } from '../../../electron/vault/describe.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';

const id = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const BODY = {
  type: 'ACTIVITY_TYPE_DELETE_POLICY',
  timestampMs: '1745383555000',
  organizationId: id,
  parameters: { policyId: id },
};
const meaning = (change: object = {}) => describeBody(utf8Encode(JSON.stringify({ ...BODY, ...change })));

test('a known activity with its members is whole', () => {
  expect(meaning()).toMatchObject({ judged: 'whole', mark: null });
});

test.each([
  ['of another type', { type: 'ACTIVITY_TYPE_NEW' }],
  ['of a later version', { type: 'ACTIVITY_TYPE_DELETE_POLICY_V99' }],
  ['whose type is no text', { type: 1 }],
  ['that lacks a member', { parameters: {} }],
  ['that lacks its parameters', { parameters: undefined }],
  ['without an organization', { organizationId: undefined }],
  ['with a member more', { generateAppProofs: true }],
  ['with a parameter more', { parameters: { policyId: id, and: 1 } }],
  ['with a parameter of another kind', { parameters: { policyId: 1 } }],
])('a body %s is blind, with the end of its fingerprint as the mark', (_name, change) => {
  const { judged, mark, fingerprint, findings } = meaning(change);
  expect([judged, mark]).toEqual(['blind', fingerprint.slice(-6)]);
  expect(findings[0]?.level).toBe('danger');
});
