import {
  type EndpointChain,
  type ProfileRow,
  type RecipientFacts,
  recipientFormats,
} from '../../../shared/model/index.ts';
import { oneLine } from '../../client/index.ts';
import { isUnowned, tokenOf } from '../../crypto/index.ts';
import type { SignedStore } from '../../storage/records/index.ts';
import { inSlices } from '../../storage/sqlite/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Addresses } from '../addresses/addresses.ts';
import { lookalikesOf } from '../addresses/alike.ts';
import { familyOf } from '../payments/families.ts';

/** Addresses that were signed for last, among which look-alikes are found. */
const RECENT = 1_000;
const MAXIMUM_LABEL = 64;

/** The facts about a recipient whose spelling was checked. */
export type KnownFacts = Pick<RecipientFacts, 'label' | 'own' | 'times' | 'isToken' | 'isUnowned' | 'alike'>;

export interface RecipientParts {
  readonly signed: SignedStore;
  readonly accounts: Pick<Accounts, 'own' | 'lookalikes'>;
  readonly addresses: Pick<Addresses, 'book'>;
}

/**
 * Returns a lookup of the same facts that *Send* shows about a recipient. Its indexes are built once, because a table
 * has thousands of recipients. Throws DOCUMENT_CHANGED.
 */
export async function recipientsOf(
  profile: ProfileRow,
  chain: EndpointChain,
  { signed, accounts, addresses }: RecipientParts,
): Promise<(address: string) => KnownFacts> {
  const book = await addresses.book();
  const recent = await inSlices(lookalikesOf(signed.recent(profile.name, RECENT)));
  const own = await accounts.lookalikes(profile);
  const formats = recipientFormats(chain);
  const { tokensName } = familyOf(chain);
  const shown = (label: string | null) => (label === null ? null : oneLine(label, MAXIMUM_LABEL));
  const timesOf = (address: string) => signed.for(profile.name, address)?.times ?? 0;
  return (address) => {
    const entry = book.find(address, chain);
    const account = accounts.own(profile, address);
    const alike =
      entry !== null || account !== null
        ? null
        : (book.lookalikes.first(address, formats) ?? own.first(address, formats) ?? recent.first(address, formats));
    const named = alike !== null && 'label' in alike && typeof alike.label === 'string' ? alike.label : null;
    return {
      own: account !== null,
      times: timesOf(address),
      isToken: tokenOf(tokensName(chain), address) !== null,
      isUnowned: isUnowned(address),
      label: entry?.label ?? shown(account?.label ?? null),
      alike: alike === null ? null : { address: alike.address, label: shown(named), times: timesOf(alike.address) },
    };
  };
}
