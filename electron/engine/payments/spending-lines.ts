import type { EndpointChain, ProfileRow } from '../../../shared/model/index.ts';
import { care } from '../../crypto/index.ts';
import type { CheckLines, CheckSpending, SpendingCheck } from '../requests/checked-spending.ts';
import { type Spending, spendingIn } from './spending.ts';
import { createSpendingCheck } from './spending-check.ts';
import {
  type AskedSpending,
  changesOf,
  createSpendingReader,
  type Reported,
  type SpendingReader,
  type SpendingReaderParts,
  standingOf,
} from './spending-reading.ts';
import { lackingWords } from './spending-words.ts';

/** Readings of nodes for one question. Most lines of a batch share one. */
const MAXIMUM_READINGS = 50;
/** Outputs of Bitcoin in one reading. A node is asked about each of them. */
const MAXIMUM_OUTPUTS = 50;
/** Sentences in one question. The other lines are counted. */
const MAXIMUM_SENTENCES = 6;
/** Numbers of lines before a sentence. */
const MAXIMUM_NUMBERS = 4;

/** A line, with the part of its request that its chain can change. */
interface SpentLine {
  readonly line: number;
  readonly spending: Spending;
}

/** Lines that one reading of a node covers. */
interface Group {
  readonly chain: EndpointChain;
  readonly asked: AskedSpending;
  readonly lines: readonly SpentLine[];
}

/** A sentence about some lines. */
interface Said {
  readonly text: string;
  readonly lines: readonly number[];
}

/** The groups of a question, and the lines that are not compared. */
interface Grouped {
  readonly groups: readonly Group[];
  readonly left: readonly number[];
}

/** Makes the comparisons of one request and of many lines with their chains. */
export function createSpendingChecks(parts: SpendingReaderParts): {
  readonly checkSpending: CheckSpending;
  readonly checkLines: CheckLines;
} {
  return { checkSpending: createSpendingCheck(parts), checkLines: createLinesCheck(parts) };
}

/** Lines with the same account, token and blockhash share one reading, so a long batch asks its node a few times. */
export function createLinesCheck(parts: SpendingReaderParts): CheckLines {
  const reader = createSpendingReader(parts);

  const checkOf = (
    profile: ProfileRow,
    { groups, left }: Grouped,
    { count, reports }: { readonly count: number; readonly reports: readonly Reported[] },
  ): SpendingCheck => {
    const standing = eachLine(groups, reports, ({ spending }, report) => standingOf(spending, report));
    const uncompared =
      left.length === 0 ? [] : [{ text: 'Castellan did not compare these lines with their chain.', lines: left }];
    const all = [...lacking(groups, reports), ...standing, ...uncompared];
    return {
      findings: sentences(all, count).map((text) => care(text)),
      async again() {
        const now = await readAll(reader, profile, groups);
        const before = new Set(lacking(groups, reports).map(({ lines }) => lines.join()));
        const lacks = lacking(groups, now).filter(({ lines }) => !before.has(lines.join()));
        const changes = eachLine(groups, now, ({ spending }, report, index) => {
          const known = reports[index];
          return known === undefined ? [] : changesOf(spending, known, report);
        });
        const changed = sentences([...changes, ...lacks], count);
        return changed.length === 0
          ? null
          : { changed, check: checkOf(profile, { groups, left }, { count, reports: now }) };
      },
    };
  };

  return async (profile, lines) => {
    const spent: SpentLine[] = lines.flatMap(({ line, meaning, body }) => {
      const spending = spendingIn(meaning, body);
      return spending === null ? [] : [{ line, spending }];
    });
    const grouped = await groupsOf(reader, spent);
    if (grouped.groups.length === 0) return null;
    const reports = await readAll(reader, profile, grouped.groups);
    return checkOf(profile, grouped, { count: lines.length, reports });
  };
}

async function groupsOf(reader: SpendingReader, spent: readonly SpentLine[]): Promise<Grouped> {
  const chains = new Map<string, EndpointChain | null>();
  const groups = new Map<string, { chain: EndpointChain; asked: Spending; outputs: string[]; lines: SpentLine[] }>();
  const left: number[] = [];
  for (const one of spent) {
    const { spending, line } = one;
    const named = spending.chains.join();
    const chain = chains.get(named) ?? (chains.has(named) ? null : await reader.chainOf(spending));
    chains.set(named, chain);
    if (chain === null) continue;
    const { from, token, blockhash, outputs } = spending;
    const key = JSON.stringify([chain, from, token?.address ?? null, blockhash]);
    const group = groups.get(key) ?? { chain, asked: spending, outputs: [], lines: [] };
    const isFull = group.outputs.length + outputs.length > MAXIMUM_OUTPUTS && group.lines.length > 0;
    if (isFull || (!groups.has(key) && groups.size >= MAXIMUM_READINGS)) {
      left.push(line);
      continue;
    }
    group.outputs.push(...outputs);
    group.lines.push(one);
    groups.set(key, group);
  }
  const asked = [...groups.values()].map(({ chain, asked: { from, token, blockhash }, outputs, lines }) => ({
    ...{ chain, lines },
    asked: { from, token, blockhash, outputs },
  }));
  return { groups: asked, left };
}

/** Asks the node of each chain at the same time. A node that failed is not asked about the other groups of its chain. */
async function readAll(
  reader: SpendingReader,
  profile: ProfileRow,
  groups: readonly Group[],
): Promise<readonly Reported[]> {
  const reports = new Map<Group, Reported>();
  const chains = [...new Set(groups.map(({ chain }) => chain))];
  await Promise.all(
    chains.map(async (chain) => {
      let failed: Reported | null = null;
      for (const group of groups.filter((each) => each.chain === chain)) {
        const report: Reported = failed ?? (await reader.read(profile, group.chain, group.asked));
        if (report.state === null) failed = report;
        reports.set(group, report);
      }
    }),
  );
  return groups.flatMap((group) => reports.get(group) ?? []);
}

/** Returns the sentences about each line, whose cost counts only together with the other lines. */
function eachLine(
  groups: readonly Group[],
  reports: readonly Reported[],
  textsOf: (line: SpentLine, report: Reported, group: number) => readonly string[],
): Said[] {
  const said = new Map<string, number[]>();
  for (const [index, { lines }] of groups.entries()) {
    const report = reports[index];
    if (report === undefined) continue;
    for (const { line, spending } of lines)
      for (const text of textsOf({ line, spending: { ...spending, cost: null } }, report, index))
        said.set(text, [...(said.get(text) ?? []), line]);
  }
  return [...said].map(([text, lines]) => ({ text, lines }));
}

/** Returns the accounts whose balance does not cover all their lines. */
function lacking(groups: readonly Group[], reports: readonly Reported[]): Said[] {
  const payers = new Map<string, { chain: EndpointChain; coinUnits: string | null; cost: bigint; lines: number[] }>();
  for (const [index, { chain, asked, lines }] of groups.entries()) {
    const key = JSON.stringify([chain, asked.from]);
    const payer = payers.get(key) ?? { chain, coinUnits: null, cost: 0n, lines: [] };
    payer.coinUnits ??= reports[index]?.state?.coinUnits ?? null;
    for (const { line, spending } of lines) {
      if (spending.cost === null) continue;
      payer.cost += spending.cost;
      payer.lines.push(line);
    }
    payers.set(key, payer);
  }
  return [...payers.values()].flatMap(({ chain, coinUnits, cost, lines }) => {
    const what = lines.length === 1 ? 'this line needs' : 'these lines need';
    return lackingWords(chain, { coinUnits, cost, what }).map((text) => ({ text, lines }));
  });
}

/** Returns at most some sentences, each after the numbers of its lines unless it is about all of them. */
function sentences(all: readonly Said[], count: number): string[] {
  const shown = all.slice(0, MAXIMUM_SENTENCES);
  const named = new Set(shown.flatMap(({ lines }) => lines));
  const others = new Set(all.slice(MAXIMUM_SENTENCES).flatMap(({ lines }) => lines.filter((line) => !named.has(line))));
  const more =
    others.size === 0 ? [] : [`${others.size} more ${others.size === 1 ? 'line is' : 'lines are'} affected.`];
  return [...shown.map(({ text, lines }) => (lines.length === count ? text : `${numbersOf(lines)}: ${text}`)), ...more];
}

function numbersOf(lines: readonly number[]): string {
  const sorted = lines.toSorted((one, other) => one - other);
  if (sorted.length === 1) return `Line ${sorted[0]}`;
  const rest = sorted.length - MAXIMUM_NUMBERS;
  return rest > 1
    ? `Lines ${sorted.slice(0, MAXIMUM_NUMBERS).join(', ')} and ${rest} more`
    : `Lines ${sorted.slice(0, -1).join(', ')} and ${sorted.at(-1)}`;
}
