/** Writes the used amounts of limits over time for people, in the words of the window. */
import { grouped, readTimestamp, utcMoment } from '../../shared/model/index.ts';
import { checkValue, OPERATIONS, type QueryResponse } from '../../shared/operations/index.ts';
import { visibleText } from '../../shared/wire/index.ts';
import { counted } from '../../shared/words/index.ts';
import { table } from './table.ts';

type Usage = QueryResponse<'list_velocity_usage'>;

/** The last moment that a date can hold, in milliseconds. */
const LATEST = 8.64e15;
const COLUMNS = [
  { title: 'Limit', rank: 0 },
  { title: 'Counts for', rank: 3 },
  { title: 'Used', rank: 1 },
  { title: 'Left', rank: 1 },
  { title: 'Resets', rank: 2 },
  { title: 'Identifier', rank: 4 },
];

/**
 * Returns a table of the used amounts that fits into `width` columns. Undefined for a reply of another shape, which is
 * printed as it is.
 */
export function usageText(reply: unknown, width: number): string | undefined {
  if (checkValue(OPERATIONS.list_velocity_usage.response, reply).length > 0) return undefined;
  const { velocityUsage, unlisted } = reply as Usage;
  const rows = velocityUsage.map(({ name, identifier, countedFor, used, limit, unit, remaining, ...next }) => [
    name,
    countedFor,
    `${grouped(used)} of ${grouped(limit)} ${unit}`,
    remaining === undefined ? '' : `${grouped(remaining)} ${unit}`,
    resets({ used, ...next }, unit),
    identifier,
  ]);
  const lines =
    rows.length === 0
      ? ['No use of a limit.']
      : table(
          COLUMNS,
          rows.map((row) => row.map((cell) => visibleText(cell))),
          width,
        );
  const others = `${counted(unlisted, 'owner', 'owners')} with a smaller use ${unlisted === 1 ? 'is' : 'are'} not listed.`;
  return [...lines, ...(unlisted === 0 ? [] : ['', others])].join('\n');
}

/** Returns the amount that leaves the window next, with its time. Empty while nothing is used. */
function resets(
  { used, leavesNext, leavesAt }: Pick<Usage['velocityUsage'][number], 'used' | 'leavesNext' | 'leavesAt'>,
  unit: string,
): string {
  const at = readTimestamp(leavesAt);
  if (leavesNext !== undefined && at !== null && at <= LATEST)
    return `${grouped(leavesNext)} ${unit} at ${utcMoment(at)}`;
  return leavesNext === undefined && /[1-9]/.test(used) ? 'never' : '';
}
