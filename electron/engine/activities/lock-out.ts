import { type Finding, isJsonObject, ownMember, type ProfileRow } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { care } from '../../crypto/index.ts';

/**
 * Returns the finding of an IP allowlist that takes effect at a service elsewhere. Null for every other request. The
 * service inside this program refuses a list without the address of this machine. Another service sees an address that
 * nothing here knows, as behind a router.
 */
export function lockOutBy(
  { kind }: Pick<ProfileRow, 'kind'>,
  { operation, parameters }: { readonly operation: string; readonly parameters: unknown },
): Finding | null {
  if (operation !== OPERATIONS.set_ip_allowlist.name || kind === 'local' || !isJsonObject(parameters)) return null;
  const isOfKey = ownMember(parameters, 'publicKey') !== undefined;
  if (!isOfKey && ownMember(parameters, 'enabled') === false) return null;
  return care(
    `Castellan cannot know the address that the service sees for this machine. If the list leaves it out, ${isOfKey ? 'the key no longer works from here' : 'nobody can use the organization from here, nor change the list back'}.`,
  );
}
