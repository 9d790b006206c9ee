/** Claimable balances of Stellar, the conditions of claims, and entries whose reserve somebody else pays. */
import { hexEncode } from '../../../../../shared/wire/index.ts';
import { momentText } from '../../../meaning.ts';
import type { ByteReader } from '../../../transactions/byte-reader.ts';
import { lineAsset } from './assets.ts';
import { account, bytesUpTo, hash, int64, isGiven, many, refusal, signed, signerKey, tag, value } from './values.ts';

/** The id of a claimable balance, as APIs write it. */
export const balance = value((reader) => {
  if (tag(reader) !== 0) throw refusal('it has a claimable balance of an unknown kind');
  return { text: `00000000${hexEncode(reader.take(32))}`, kind: 'hash' };
});

const MAXIMUM_DEPTH = 4;
/** No condition. */
export const ALWAYS = 'always';

/** A condition under which an account can claim a balance, in words. */
function predicate(reader: ByteReader, depth: number): string {
  if (depth > MAXIMUM_DEPTH) throw refusal('its conditions are nested too deeply');
  const kind = tag(reader);
  if (kind === 0) return ALWAYS;
  if (kind === 1 || kind === 2) {
    const parts = many(reader, 2, () => predicate(reader, depth + 1));
    if (parts.length !== 2) throw refusal('it has a condition without its two parts');
    return `(${parts.join(kind === 1 ? ' and ' : ' or ')})`;
  }
  if (kind === 3) {
    if (!isGiven(reader)) throw refusal('it has a condition without its part');
    return `not (${predicate(reader, depth + 1)})`;
  }
  if (kind === 4) return `before ${momentText(signed(reader), 'seconds')}`;
  if (kind === 5) return `within ${signed(reader)} seconds`;
  throw refusal('it has a condition of an unknown kind');
}
/** An account that can claim a balance, and the condition. */
export const claimant = value((reader) => {
  if (tag(reader) !== 0) throw refusal('it has a claimant of an unknown kind');
  const { text: address } = account(reader);
  const condition = value((inner) => ({ text: predicate(inner, 1) }))(reader);
  return { text: `${address} ${condition.text}`, account: address, items: [condition] };
});

const ENTRIES: Readonly<Record<number, (reader: ByteReader) => string>> = {
  0: (reader) => `the account ${account(reader).text}`,
  1: (reader) => {
    const holder = account(reader).text;
    return `the trust line of ${holder} for ${lineAsset(reader).text}`;
  },
  2: (reader) => {
    const seller = account(reader).text;
    return `the offer ${int64(reader).text} of ${seller}`;
  },
  3: (reader) => {
    const holder = account(reader).text;
    return `the data ${bytesUpTo(64)(reader).text} of ${holder}`;
  },
  4: (reader) => `the claimable balance ${balance(reader).text}`,
  5: (reader) => `the pool ${hash(reader).text}`,
};
/** A sponsored entry of the ledger, or a signer of an account. */
export const sponsored = value((reader) => {
  const kind = tag(reader);
  if (kind === 1) {
    const holder = account(reader).text;
    return { text: `the signer ${signerKey(reader).text} of ${holder}` };
  }
  const read = kind === 0 ? ENTRIES[tag(reader)] : undefined;
  if (read === undefined) throw refusal('it has a sponsored entry of an unknown kind');
  return { text: read(reader) };
});
