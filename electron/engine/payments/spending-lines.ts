import {
  batchFactsOf,
  type EndpointChain,
  type ProfileRow,
  type UnsignedPayment,
} from '../../../shared/model/index.ts';
import { care } from '../../crypto/index.ts';
import type { CheckLines, CheckSpending, LinesCheck, SeenBefore } from '../requests/checked-spending.ts';
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
import { lackingWords, unpaidWords } from './spending-words.ts';

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
  /** The payment behind it, which is composed anew while it is not signed. Null for other contents. */
  readonly payment: UnsignedPayment | null;
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

/** The reports about some lines, with what was known at an earlier answer. */
interface Read {
  readonly count: number;
  readonly reports: readonly Reported[];
  readonly since: SeenBefore | null;
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

  const checkOf = (profile: ProfileRow, { groups, left }: Grouped, { count, reports, since }: Read): LinesCheck => {
    const standing = eachLine(groups, reports, ({ spending }, report) => standingOf(spending, report));
    const uncompared =
      left.length === 0 ? [] : [{ text: 'Castellan did not compare these lines with their chain.', lines: left }];
    const all = [...lacking(groups, reports), ...standing, ...uncompared];
    return {
      findings: sentences(all, count).map((text) => care(text)),
      changed:
        since === null ? [] : sentences(changesSince(groups, { before: seenIn(groups, since), now: reports }), count),
      // The outputs of a line that is composed anew are others.
      seen: groups.flatMap(({ chain, asked: { from, token } }, index) => {
        const { at, state } = reports[index] ?? { at: 0, state: null };
        return state === null
          ? []
          : [{ chain, from, token: token?.address ?? null, at, state: { ...state, unspent: null } }];
      }),
      async again() {
        const now = await readAll(reader, profile, groups);
        const all = [...changesSince(groups, { before: reports, now }), ...newlyLacking(groups, reports, now)];
        const changed = sentences(all, count);
        return changed.length === 0
          ? null
          : { changed, check: checkOf(profile, { groups, left }, { count, reports: now, since: null }) };
      },
      async changesFor(unsigned) {
        const still = groups.map((group) => ({
          ...group,
          lines: group.lines.filter(({ line }) => unsigned.has(line)),
        }));
        const kept = still.flatMap((group, index) => {
          const report = reports[index];
          return group.lines.length === 0 || report === undefined ? [] : [{ group, report }];
        });
        const asked = kept.map(({ group }) => group);
        const known = kept.map(({ group, report }) => (unsigned.size < count ? afterPaying(group, report) : report));
        const now = await readAll(reader, profile, asked);
        const changes = changesSince(asked, { before: known, now, isRenewed: true });
        const lacks = newlyLacking(
          asked,
          kept.map(({ report }) => report),
          now,
        );
        return sentences([...changes, ...lacks], unsigned.size);
      },
    };
  };

  return async (profile, lines, since = null) => {
    const spent: SpentLine[] = lines.flatMap(({ line, meaning, body, payment = null }) => {
      const spending = spendingIn(meaning, body);
      return spending === null ? [] : [{ line, spending, payment }];
    });
    const grouped = await groupsOf(reader, spent);
    if (grouped.groups.length === 0) return null;
    const reports = await readAll(reader, profile, grouped.groups);
    return checkOf(profile, grouped, { count: lines.length, reports, since });
  };
}

/** Returns the changes of each line from earlier reports to later ones. */
const changesSince = (
  groups: readonly Group[],
  {
    before,
    now,
    isRenewed = false,
  }: {
    readonly before: readonly (Reported | undefined)[];
    readonly now: readonly Reported[];
    readonly isRenewed?: boolean;
  },
): Said[] =>
  eachLine(groups, now, ({ spending, payment }, report, index) => {
    const known = before[index];
    const isComposed = isRenewed && payment !== null;
    return known === undefined ? [] : changesOf(spending, { before: known, now: report, isRenewed: isComposed });
  });

/** Returns the assets of accounts whose balance covered all their lines before, and does not now. */
function newlyLacking(groups: readonly Group[], before: readonly Reported[], now: readonly Reported[]): Said[] {
  const known = new Set(lacking(groups, before).map(({ payer }) => payer));
  return lacking(groups, now).filter(({ payer }) => !known.has(payer));
}

/** Returns the earlier report of each group's account, where there is one. */
const seenIn = (groups: readonly Group[], { seen, hasPaid }: SeenBefore): (Reported | undefined)[] =>
  groups.map((group) => {
    const { from, token } = group.asked;
    const same = seen.find(
      (one) => one.chain === group.chain && one.from === from && one.token === (token?.address ?? null),
    );
    if (same === undefined) return undefined;
    const report = { chain: group.chain, at: same.at, state: same.state, problem: null };
    return hasPaid ? afterPaying(group, report) : report;
  });

/** A report without balances that the signed lines of this batch lowered, because the service sends them. */
const afterPaying = ({ chain }: Group, report: Reported): Reported =>
  report.state === null || !batchFactsOf(chain).isSent
    ? report
    : { ...report, state: { ...report.state, coinUnits: null, tokenUnits: null } };

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
    for (const one of lines)
      for (const text of textsOf({ ...one, spending: { ...one.spending, cost: null } }, report, index))
        said.set(text, [...(said.get(text) ?? []), one.line]);
  }
  return [...said].map(([text, lines]) => ({ text, lines }));
}

/** Returns the assets of accounts whose balance does not cover all their lines. */
function lacking(groups: readonly Group[], reports: readonly Reported[]): (Said & { readonly payer: string })[] {
  const payers = new Map<string, Payer>();
  const payerOf = ({ chain, asked: { from } }: Group, token: Spending['token'], held: string | null) => {
    const key = JSON.stringify([chain, from, token?.address ?? null]);
    const payer = payers.get(key) ?? { chain, token, held: null, cost: null, paid: 0n, lines: [] };
    payer.held ??= held;
    payers.set(key, payer);
    return payer;
  };
  for (const [index, group] of groups.entries()) {
    const { coinUnits = null, tokenUnits = null } = reports[index]?.state ?? {};
    for (const { line, spending, payment } of group.lines) {
      const coin = payerOf(group, null, coinUnits);
      if (spending.cost !== null) coin.cost = (coin.cost ?? 0n) + spending.cost;
      // The fee of another chain is not in the signed bytes.
      else if (payment?.token === null) coin.paid += BigInt(payment.units);
      if (spending.cost !== null || payment?.token === null) coin.lines.push(line);
      if (payment === null || payment.token === null || spending.token === null) continue;
      const payer = payerOf(group, spending.token, tokenUnits);
      payer.paid += BigInt(payment.units);
      payer.lines.push(line);
    }
  }
  return [...payers].flatMap(([payer, { chain, token, held, cost, paid, lines }]) => {
    const [needs, pays] =
      lines.length === 1 ? ['this line needs', 'this line pays'] : ['these lines need', 'these lines pay'];
    const texts =
      cost === null
        ? unpaidWords(chain, token, { held, paid, what: pays })
        : lackingWords(chain, { coinUnits: held, cost: cost + paid, what: needs });
    return texts.map((text) => ({ text, lines, payer }));
  });
}

/** An asset of an account, with what lines need of it. */
interface Payer {
  readonly chain: EndpointChain;
  readonly token: Spending['token'];
  held: string | null;
  /** With the fees, where the bytes bound them. */
  cost: bigint | null;
  /** Without fees. */
  paid: bigint;
  readonly lines: number[];
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
