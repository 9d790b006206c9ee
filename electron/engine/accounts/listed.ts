import { type RowsPage, type Slice, searchTerms, searchText } from '../../storage/cache/index.ts';

/** Returns a slice of the rows that have every word of the search in their texts. For lists that fit into memory. */
export function listed<Row>(
  rows: readonly Row[],
  textsOf: (row: Row) => readonly (string | null)[],
  { search, offset, limit }: Slice,
): Pick<RowsPage<Row>, 'rows' | 'total'> {
  const terms = searchTerms(search);
  const found =
    terms.length === 0
      ? rows
      : rows.filter((row) => {
          const text = searchText(textsOf(row));
          return terms.every((term) => text.includes(term));
        });
  return { rows: found.slice(offset, offset + limit), total: found.length };
}
