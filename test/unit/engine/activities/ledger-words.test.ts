import { describe, expect, test } from 'vitest';
import { activityWords } from '../../../../electron/engine/activities/activity-words.ts';
import { notedHeadline } from '../../../../electron/engine/naming/headline.ts';
import { openInterfaces } from '../../../../electron/vault/calls/interfaces.ts';
import { describeBody } from '../../../../electron/vault/describe.ts';
import { actionOf } from '../../../../renderer/words/action.ts';
import { sentenceOf } from '../../../../renderer/words/headline.ts';
import type { ActivityWords, NamedAddress } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { hex, SIGNER } from '../../crypto/payloads/forms/builder.ts';
import { account, int64, keyOf, muxed, operation, stellar, XLM } from '../../crypto/payloads/forms/stellar-builder.ts';
import { drops, five, PAYMENT, XRP_RECIPIENT, xrp, xrpPayment } from '../../crypto/payloads/forms/xrp-builder.ts';

const G = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';

/** The words of a payload, and its line in each kind of list. */
function linesOf(bytes: Uint8Array, label: string | null, recipient: string): readonly string[] {
  const body = {
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    timestampMs: '1745383555000',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    parameters: {
      signWith: SIGNER,
      payload: hex(bytes),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
    },
  };
  const meaning = describeBody(utf8Encode(JSON.stringify(body)), openInterfaces([]));
  const relation = label === null ? 'new' : 'known';
  const addresses: NamedAddress[] = [{ address: recipient, relation, label, resembles: null }];
  const naming = { headline: notedHeadline(meaning, addresses, true), ids: [], addresses, findings: [] };
  const words: ActivityWords = activityWords({ meaning, naming });
  return [sentenceOf(words), actionOf(words), words.party?.label ?? words.party?.address ?? 'nobody'];
}

describe('the words of an activity that signs bytes of another ledger', () => {
  const paid = (more: object = {}) => xrp(PAYMENT, xrpPayment, more);

  test('have the recipient at the end, or in a column of its own', () => {
    expect(linesOf(paid(), null, XRP_RECIPIENT)).toEqual(['Send 5 XRP to rfVt43…qA6KJB', 'Send 5 XRP', XRP_RECIPIENT]);
    expect(linesOf(paid(), 'Kraken', XRP_RECIPIENT)).toEqual(['Send 5 XRP to “Kraken”', 'Send 5 XRP', 'Kraken']);
  });

  test('keep what stands behind the recipient: a price, a customer', () => {
    const exchange = paid({ Amount: five('USD'), SendMax: drops(9_000_000) });
    expect(linesOf(exchange, 'Kraken', XRP_RECIPIENT)[1]).toMatch(/to “Kraken”, and pay up to 9 XRP for it$/);
    const customer = stellar([operation(1, Buffer.concat([muxed(keyOf(G), 7n), XLM, int64(12_345_678_900_000n)]))]);
    expect(linesOf(customer, null, G)).toEqual([
      'Send 1,234,567.89 XLM to GA5ZSE…K4KZVN (customer 7)',
      'Send 1,234,567.89 XLM to GA5ZSE…K4KZVN (customer 7)',
      G,
    ]);
  });

  test('shorten an address before a colon, and the issuer of a currency', () => {
    const other = stellar([
      operation(1, Buffer.concat([account(keyOf(G)), XLM, int64(5)]), account(Buffer.alloc(32, 0x33))),
    ]);
    expect(linesOf(other, null, G)[0]).toMatch(/^For the account G\w{5}…\w{6}: send 0\.0000005 XLM to GA5ZSE…/);
    const token = paid({ Amount: five('USD') });
    expect(linesOf(token, null, XRP_RECIPIENT)[0]).toMatch(/^Send 5 USD issued by rpZNAn…/);
  });
});
