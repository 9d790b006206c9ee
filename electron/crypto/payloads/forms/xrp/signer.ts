/** The signer of a transaction of the XRP Ledger beside the accounts and the key that it names. */
import type { Finding } from '../../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { hash160 } from '../../../addresses/encodings.ts';
import { ADDRESS_TABLE, findFormatsOf, keyOfAddress } from '../../../addresses/index.ts';
import { care, danger } from '../../../meaning.ts';
import type { PayloadAround } from '../form.ts';
import { accountText } from './amounts.ts';
import type { Of } from './rule.ts';

/** The first byte of a key of Ed25519. */
const ED25519 = 'ed';
const KEY_DIGITS = 64;

/** The signer: its account, and its key as transactions have it. Null for each that is not known. */
interface Own {
  readonly account: string | null;
  readonly key: string | null;
}

function ownOf(signWith: string): Own {
  const account = ADDRESS_TABLE.ADDRESS_FORMAT_XRP.normalize(signWith);
  if (account !== null) return { account, key: null };
  for (const format of findFormatsOf(signWith)) {
    const key = ADDRESS_TABLE[format].curves.includes('CURVE_ED25519') ? keyOfAddress(format, signWith) : null;
    if (key?.length === KEY_DIGITS) return { account: accountOfKey(`${ED25519}${key}`), key: `${ED25519}${key}` };
  }
  return { account: null, key: null };
}

const accountOfKey = (key: string): string => accountText(hash160(hexDecode(key)));

/**
 * About a signer that is not the account. A regular key signs for an account whose master key it is not, and a signer of a list
 * signs for its own account.
 */
export function signerFindings(of: Of, listed: string | null, { signWith }: PayloadAround): Finding[] {
  const own = ownOf(signWith ?? '');
  const named = hexEncode(of.bytes('SigningPubKey'));
  const signed = listed ?? of.account;
  return [
    ...(listed === null
      ? []
      : [care(`It needs more signatures: ${listed} signs it as one of the signers of ${of.account}.`)]),
    ...(listed === null && own.key !== null && named !== own.key
      ? [
          danger('It names another key than the one that signs: no node takes this signature.', {
            field: 'SigningPubKey',
          }),
        ]
      : []),
    ...(own.account !== null && own.account !== signed
      ? [danger(`It is for ${signed}, but the key of ${own.account} signs it.`, { field: 'Account' })]
      : own.account === null && listed === null && named.length === KEY_DIGITS + 2 && accountOfKey(named) !== signed
        ? [danger(`It is for ${signed}, but it names the key of ${accountOfKey(named)}.`, { field: 'SigningPubKey' })]
        : []),
  ];
}
