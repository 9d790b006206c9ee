/** Claims of payment channels: a prefix, the channel, and the amount that its recipient can take in total. */
import { decimalText } from '../../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { type ContentMeaning, danger, row } from '../../../meaning.ts';
import { bigEndian } from '../../../transactions/byte-reader.ts';
import { placeIn } from '../../../transactions/reading.ts';
import { markOf, startsWith } from '../form.ts';
import { MOST_DROPS } from './amounts.ts';

/** "CLM" and a zero. */
export const CLAIM = hexDecode('434c4d00');
const CHANNEL_BYTES = 32;
const AMOUNT_BYTES = 8;
const DECIMALS = 6;

interface Claim {
  readonly channel: Uint8Array;
  readonly amount: Uint8Array;
}

/** Returns the parts of a claim. Null for other bytes, also for some that only begin like one. */
export function claimIn(bytes: Uint8Array): Claim | null {
  if (!startsWith(bytes, CLAIM) || bytes.length !== CLAIM.length + CHANNEL_BYTES + AMOUNT_BYTES) return null;
  const end = CLAIM.length + CHANNEL_BYTES;
  const amount = bytes.subarray(end);
  return bigEndian(amount) > MOST_DROPS ? null : { channel: bytes.subarray(CLAIM.length, end), amount };
}

/** Describes a claim. `faults` are the reasons for which no node takes its signature, as clauses. */
export function readClaim(bytes: Uint8Array, { channel, amount }: Claim, faults: readonly string[]): ContentMeaning {
  const id = hexEncode(channel).toUpperCase();
  const most = `${decimalText(bigEndian(amount), DECIMALS)} XRP`;
  return {
    title: 'XRP Ledger claim of a payment channel',
    steps: [`Let the recipient of the payment channel ${id} take ${most} from it in total`],
    summary: [
      row('Amount', `${most} in total`, 'amount'),
      row('Payment channel', id, 'hash'),
      row('Chain', 'XRP Ledger; the claim does not name its network'),
    ],
    fields: [
      { name: 'channel', value: id, kind: 'hash', ...placeIn(bytes, channel) },
      { name: 'amount', value: most, kind: 'amount', ...placeIn(bytes, amount) },
    ],
    findings: [
      ...faults.map((fault) => danger(`It is not fully explained, because ${fault}.`, { mark: markOf(bytes) })),
      danger(
        'The claim never expires: whoever has the signature can take the amount. The claim does not state who the recipient is.',
      ),
    ],
    unexplained: faults.length === 0 ? [] : [{ start: 0, end: bytes.length }],
  };
}
