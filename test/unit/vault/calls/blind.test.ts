import { describe, expect, test } from 'vitest';
import { openInterfaces } from '../../../../electron/vault/calls/interfaces.ts';
import { describeBody } from '../../../../electron/vault/describe.ts';
import { hexDecode, utf8Encode } from '../../../../shared/wire/index.ts';
import type { Told } from '../../../meanings/corpus.ts';
import { calling, described, ETHER } from '../../../meanings/evm-calls.ts';

/** How far a case is judged, and its findings that ask for the mark. */
function judged({ type, parameters, interfaces = [] }: Told) {
  const body = { type, timestampMs: '1', organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', parameters };
  const meaning = describeBody(utf8Encode(JSON.stringify(body)), openInterfaces(interfaces));
  return { judged: meaning.judged, marked: meaning.findings.filter(({ mark }) => mark !== undefined) };
}

const isBlind = (told: Told, text: RegExp) =>
  expect(judged(told)).toMatchObject({
    judged: 'blind',
    marked: [{ level: 'danger', text: expect.stringMatching(text) }],
  });

describe('a call by a descriptor is blind', () => {
  test('when a member that can move value is left out', () => {
    isBlind(described('lido/calldata-stETH', 'submit', { value: ETHER }), /does not explain every member: _referral/);
  });

  test('when the coins that go with it are left out', () => {
    const told = described('aave/calldata-lpv3', 'supply', { value: ETHER });
    isBlind(told, /does not say what becomes of 1 ETH/);
  });
});

test('a contract that is created is blind, because nobody reads its code', () => {
  isBlind(calling(hexDecode('6001600155'), { to: '0x', value: ETHER }), /data is its code, which is not read here/);
});

test('coins for a contract without code are lost', () => {
  const body = calling(new Uint8Array(0), { to: '0x', value: ETHER });
  const { findings } = describeBody(utf8Encode(JSON.stringify({ ...body, timestampMs: '1' })));
  expect(findings).toContainEqual(
    expect.objectContaining({
      level: 'danger',
      text: 'to is empty: a contract is created without code: 1 ETH would be lost.',
    }),
  );
});
