import { isJsonObject, type OrganizationContent, ownMember } from '../../../shared/model/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Asking, Queries } from '../queries/queries.ts';

type SubOrganizations = OrganizationContent['subOrganizations'];

/** The service lists ids alone. So many names are asked for in one refresh, each once. */
const ASKED_AT_ONCE = 32;
const MAXIMUM_NAME = 128;

/** Returns sub-organizations with the names that were read before, and asks the service for some that have none. */
export async function nameSubOrganizations(
  ids: readonly string[],
  before: SubOrganizations,
  queries: Pick<Queries, 'ask'>,
  asking: Asking,
): Promise<SubOrganizations> {
  const names = new Map(before.map(({ id, name }) => [id, name]));
  for (const id of ids.filter((one) => (names.get(one) ?? null) === null).slice(0, ASKED_AT_ONCE)) {
    const name = await nameOf(id, queries, asking);
    // The rest would be refused too.
    if (name === null) break;
    names.set(id, name);
  }
  return ids.map((id) => ({ id, name: names.get(id) ?? null }));
}

async function nameOf(organizationId: string, queries: Pick<Queries, 'ask'>, asking: Asking): Promise<string | null> {
  try {
    const { organizationData } = await queries.ask('get_organization', { organizationId }, asking);
    const name = isJsonObject(organizationData) ? ownMember(organizationData, 'name') : undefined;
    return typeof name === 'string' && name.trim() !== '' ? oneLine(name, MAXIMUM_NAME) : null;
  } catch {
    if (asking.signal?.aborted === true) throw asking.signal.reason;
    return null;
  }
}
