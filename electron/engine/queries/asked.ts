import { AppError, sentence } from '../../../shared/errors/index.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/index.ts';
import { findFormatsOf, sameAddress } from '../../crypto/index.ts';

/** Members that name one thing: ids and addresses. The organization is left out, because an answer may be of one below it. */
const NAMING = /(?:^id|Ids?|[aA]ddress)$/;
const ORGANIZATION = 'organizationId';

/**
 * Checks that an answer is about the things that the request names: where both have a member of one name, its value is the
 * same. A list of an answer holds nothing that the request did not name.
 * Throws SIGNATURE_MISMATCH, which names the member and both values.
 *
 * @example
 * requireAsked({ walletId: 'wallet-1' }, { walletId: 'wallet-2' });
 * // throws SIGNATURE_MISMATCH
 */
export function requireAsked(asked: JsonObject, answered: JsonObject): void {
  for (const [name, wanted] of Object.entries(asked)) {
    const got = answered[name];
    if (!NAMING.test(name) || name === ORGANIZATION || got === undefined || got === null) continue;
    const allowed = textsOf(wanted);
    const other = textsOf(got).find((one) => !allowed.some((text) => isSame(text, one)));
    if (other === undefined) continue;
    throw new AppError(
      'SIGNATURE_MISMATCH',
      sentence`The service answered about another ${name} (${other}) than the requested one (${allowed.join(', ')}). Do not use its answer, and report this to the service.`,
    );
  }
}

/** `requireAsked` for the answer to a query, whose members may be objects that have the names. */
export function requireAskedOf(request: JsonObject, response: JsonObject): void {
  const { activityId, ...asked } = request;
  requireAsked(asked, response);
  for (const [name, value] of Object.entries(response)) {
    if (!isJsonObject(value)) continue;
    requireAsked(name === 'activity' && activityId !== undefined ? { ...asked, id: activityId } : asked, value);
  }
}

function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

/** Ids are the same in either letter case. An address may have several spellings. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  if (/^(?:0x)?[0-9a-f-]+$/i.test(one)) return one.toLowerCase() === other.toLowerCase();
  return findFormatsOf(one).some((format) => sameAddress(format, one, other));
}
