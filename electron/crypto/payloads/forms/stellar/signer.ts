/** The signer of a transaction of Stellar beside the accounts that it names. */
import type { Finding } from '../../../../../shared/model/index.ts';
import { hexDecode } from '../../../../../shared/wire/index.ts';
import { ADDRESS_TABLE, findFormatsOf, keyOfAddress } from '../../../addresses/index.ts';
import { care, danger } from '../../../meaning.ts';
import type { PayloadAround } from '../form.ts';
import { strkey } from './strkey.ts';
import type { Signed } from './transaction.ts';

const KEY_DIGITS = 64;

/** The account of the key in an address of any chain. Null where it is not known. */
function accountOf(signWith: string): string | null {
  for (const format of findFormatsOf(signWith)) {
    const key = ADDRESS_TABLE[format].curves.includes('CURVE_ED25519') ? keyOfAddress(format, signWith) : null;
    if (key?.length === KEY_DIGITS) return strkey('G', hexDecode(key));
  }
  return null;
}

/** About operations for other accounts, and a signer that is not the account that pays or acts. */
export function signerFindings({ transaction, bump }: Signed, { signWith }: PayloadAround): Finding[] {
  const own = accountOf(signWith ?? '');
  const source = transaction.source.account ?? '';
  const others = new Set(transaction.operations.flatMap(({ source: each }) => each?.account ?? []));
  others.delete(source);
  return [
    ...[...others].map((each) =>
      danger(`An operation of it acts for ${each}, which is not the account of the transaction.`),
    ),
    ...(own === null ? [] : ownFindings(own, source, { bump, others, transaction })),
  ];
}

interface Around {
  readonly bump: Signed['bump'];
  readonly others: ReadonlySet<string>;
  readonly transaction: Signed['transaction'];
}

function ownFindings(own: string, source: string, { bump, others, transaction }: Around): Finding[] {
  if (bump !== null)
    return bump.source.account === own
      ? [
          care(
            `You pay its fee. The transaction itself is of ${source}, ${bump.signatures.length === 0 ? 'and no signature of it is inside' : 'with its signatures inside'}.`,
          ),
        ]
      : [danger(`${bump.source.account} pays its fee, but ${own} signs it.`)];
  if (own === source) return [];
  if (others.has(own)) return [care(`It is a transaction of ${source}, and ${own} signs it beside that account.`)];
  if (transaction.extraSigners.some(({ account }) => account === own))
    return [care(`It is a transaction of ${source}, which ${own} signs as an extra signer.`)];
  return [danger(`It is for ${source}, but ${own} signs it.`, { field: 'sourceAccount' })];
}
