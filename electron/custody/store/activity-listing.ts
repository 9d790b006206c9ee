import { ACTIVITY_STATUSES } from '../../../shared/model/index.ts';
import type { ActivitySource, Group, ListedRow, Order } from './activity-source.ts';
import type { ActivityArchives } from './archives/archives.ts';
import { type PageRequest, readPage, type Window } from './pages.ts';

/** The activities of a listing. An empty list means no filter, as generated clients send it. */
export interface ActivityFilter {
  readonly statuses: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
}

interface Listed {
  readonly organizationId: string;
  readonly filter: ActivityFilter;
}

/**
 * Reads pages of activities. SQLite would walk through all activities of an organization to find those of several
 * statuses or types in order. So each status and type is looked up by itself, and the results are merged. Archives are
 * read as well, if they may hold rows of the page.
 * Choice (newest-first): activities are listed in the reverse order of their creation.
 */
export function activityListing(store: ActivitySource, archives: ActivityArchives) {
  const merged = (order: Order) => ({
    all({ organizationId, filter, above, below, limit }: Listed & Window): ListedRow[] {
      let page: ListedRow[] = [];
      /** Beyond the last row of a full page, nothing can come into it. */
      const left = () => {
        const last = page.length < limit ? undefined : page.at(-1)?.sequence;
        return order === 'ASC' ? { above, below: last ?? below } : { above: last ?? above, below };
      };
      const add = (source: ActivitySource) => {
        for (const group of groupsOf(source, organizationId, filter)) {
          const found = source.listed(order, group, { ...left(), limit });
          if (found.length > 0) page = inOrder(order, [...page, ...found]).slice(0, limit);
        }
      };
      add(store);
      for (const archive of archives.newestFirst()) if (archive.mayHold(left())) archive.read(add);
      return page;
    },
  });
  const listing = { order: 'falling', rising: merged('ASC'), falling: merged('DESC') } as const;

  /** Returns the ids of one page. Throws REQUEST_INVALID for a cursor that is not in the organization. */
  return (organizationId: string, filter: ActivityFilter, page: PageRequest): string[] =>
    readPage(listing, { organizationId, filter }, page, (id) => {
      const sequenceIn = (source: ActivitySource) => source.sequenceOf(id, organizationId);
      return sequenceIn(store) ?? archives.search(sequenceIn);
    }).map(({ sequence }) => {
      const idIn = (source: ActivitySource) => source.idAt(sequence);
      return idIn(store) ?? archives.search(idIn) ?? '';
    });
}

/** The groups of a filter. One reads the index by status, the other the index by type and status. */
function groupsOf(source: ActivitySource, organizationId: string, { statuses, types }: ActivityFilter): Group[] {
  const wanted = isGiven(statuses) ? [...new Set(statuses)] : ACTIVITY_STATUSES;
  const kinds = isGiven(types) ? source.typesOf(organizationId).filter((type) => types.includes(type)) : [null];
  return kinds.flatMap((type) => wanted.map((status) => ({ organizationId, status, type })));
}

/** The rows in order. One that is being moved is in the store and in an archive, and counts once. */
function inOrder(order: Order, rows: readonly ListedRow[]): ListedRow[] {
  const single = [...new Map(rows.map((row) => [row.sequence, row])).values()];
  return single.toSorted((one, other) =>
    order === 'ASC' ? one.sequence - other.sequence : other.sequence - one.sequence,
  );
}

const isGiven = (values: readonly string[] | undefined): values is readonly string[] =>
  values !== undefined && values.length > 0;
