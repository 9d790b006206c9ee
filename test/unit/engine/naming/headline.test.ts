import { describe, expect, it } from 'vitest';
import { notedHeadline, ownWords } from '../../../../electron/engine/naming/headline.ts';
import type { DecodedField, Meaning, NamedAddress } from '../../../../shared/model/index.ts';

const [ALICE, BOB, TOKEN] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];
const to = (value: string, name = 'To'): DecodedField => ({ name, value, kind: 'address' });
const stranger = (address: string): NamedAddress => ({ address, relation: 'new', label: null, resembles: null });

const noted = (headline: string, summary: readonly DecodedField[], named: readonly NamedAddress[], hasBook = true) =>
  notedHeadline(
    { headline, rows: [], decoded: { title: '', summary: [...summary], fields: [], unexplained: [] } },
    named,
    hasBook,
  );

describe('a headline', () => {
  it.each<[string, Parameters<typeof noted>, string]>([
    [
      'has what its recipient is behind the address, and not at its end',
      [`Let ${ALICE} take all USDC`, [to(ALICE, 'Spender')], [stranger(ALICE)]],
      `Let ${ALICE} (not in your address book) take all USDC`,
    ],
    [
      'notes each of two recipients',
      [`Send 1 ETH to ${ALICE}; Send 2 ETH to ${BOB}`, [to(ALICE), to(BOB)], [stranger(ALICE), stranger(BOB)]],
      `Send 1 ETH to ${ALICE} (not in your address book); Send 2 ETH to ${BOB} (not in your address book)`,
    ],
    [
      'takes a colon for no part of an address',
      [`Call ${ALICE}: its effect is unknown`, [to(ALICE, 'Contract')], [stranger(ALICE)]],
      `Call ${ALICE} (not in your address book): its effect is unknown`,
    ],
    [
      'notes nothing in a text that is published, although its recipient is named there',
      [`Publish the text "pay ${ALICE} now"`, [to(ALICE)], [stranger(ALICE)]],
      `Publish the text "pay ${ALICE} now"`,
    ],
    [
      'notes nothing in a text that closes its own quotation',
      [`Publish the text "a" and send 1 BTC to ${ALICE}, "b"`, [to(ALICE)], [stranger(ALICE)]],
      `Publish the text "a" and send 1 BTC to ${ALICE}, "b"`,
    ],
    [
      'notes nothing in a quotation that was cut',
      [`Publish the text "pay ${ALICE} and…`, [to(ALICE)], [stranger(ALICE)]],
      `Publish the text "pay ${ALICE} and…`,
    ],
    [
      'notes the recipient beside a text that names it too',
      [`Send 1 BTC to ${ALICE}; Publish the text “for ${ALICE}”`, [to(ALICE)], [stranger(ALICE)]],
      `Send 1 BTC to ${ALICE} (not in your address book); Publish the text “for ${ALICE}”`,
    ],
    [
      'notes nothing of whoever pays',
      [`Move 5 USDC from ${BOB} to ${ALICE}`, [to(BOB, 'From'), to(ALICE)], [stranger(BOB), stranger(ALICE)]],
      `Move 5 USDC from ${BOB} to ${ALICE} (not in your address book)`,
    ],
    [
      'notes nothing of an address that the meaning has as no recipient',
      [`Send 1 of the token ${TOKEN} to ${ALICE}`, [to(ALICE)], [stranger(TOKEN), stranger(ALICE)]],
      `Send 1 of the token ${TOKEN} to ${ALICE} (not in your address book)`,
    ],
    [
      'says nobody to be missing in a book that is not used',
      [`Send 1 ETH to ${ALICE}`, [to(ALICE)], [stranger(ALICE)], false],
      `Send 1 ETH to ${ALICE}`,
    ],
  ])('%s', (_, parts, expected) => {
    expect(noted(...parts)).toBe(expected);
  });

  it('notes an address that the request itself names where it has no contents', () => {
    const rows: Meaning['rows'] = [
      { path: 'parameters.wrapperAddress', label: 'Wrapper', value: ALICE, kind: 'address' },
    ];
    const headline = `Claim all fees of the earn wrapper ${ALICE}`;
    expect(notedHeadline({ headline, rows, decoded: null }, [{ ...stranger(ALICE), label: 'Vault' }], true)).toBe(
      'Claim all fees of the earn wrapper “Vault”',
    );
  });

  it('has no words of others among its own', () => {
    expect([...ownWords(`Sign “${ALICE}” for ${BOB}.`)]).toEqual(['Sign', 'for', BOB]);
  });
});
