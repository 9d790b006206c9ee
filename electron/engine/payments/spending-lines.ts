import { batchFactsOf, type EndpointChain, type ProfileRow, type SeenAccount } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { care } from '../../crypto/index.ts';
import type { CheckLines, CheckSpending, EarlierAnswers, LinesCheck } from '../requests/checked-spending.ts';
import { drainedBy } from './drained-lines.ts';
import { type Spending, spendingIn } from './spending.ts';
import { createSpendingCheck } from './spending-check.ts';
import {
  changesOf,
  createSpendingReader,
  type Reported,
  type SpendingReader,
  type SpendingReaderParts,
  standingOf,
} from './spending-reading.ts';
import { lackingWords, unpaidWords } from './spending-words.ts';
import type { Group, LineNote, SpentLine } from './spent-lines.ts';

/** Readings of nodes for one question. Most lines of a batch share one. */
const MAXIMUM_READINGS = 50;
/** Outputs of Bitcoin in one reading. A node is asked about each of them. */
const MAXIMUM_OUTPUTS = 50;
/** Sentences in one question. The other lines are counted. */
const MAXIMUM_SENTENCES = 6;
/** Numbers of lines before a sentence. */
const MAXIMUM_NUMBERS = 4;

/** The reports about some lines, with the earlier answers. */
interface Read {
  readonly count: number;
  readonly reports: readonly Reported[];
  readonly earlier: EarlierAnswers;
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

  const checkOf = (profile: ProfileRow, { groups, left }: Grouped, { count, reports, earlier }: Read): LinesCheck => {
    const { seen, hasPaid } = earlier;
    const standing = eachLine(groups, reports, ({ spending }, report) => standingOf(spending, report));
    const uncompared =
      left.length === 0 ? [] : [{ text: 'Castellan did not compare these lines with their chain.', lines: left }];
    const all = [...lacking(groups, reports), ...standing, ...uncompared];
    return {
      findings: sentences(all, count).map((text) => care(text)),
      changed:
        seen === null
          ? []
          : sentences(changesSince(groups, { before: seenIn(groups, seen, hasPaid), now: reports }), count),
      // The outputs of a line that is composed anew are others.
      seen: groups.flatMap(({ chain, asked: { from, token } }, index) => {
        const { at, state } = reports[index] ?? { at: 0, state: null };
        return state === null
          ? []
          : [{ chain, from, token: token?.address ?? null, at, state: { ...state, unspent: null } }];
      }),
      async again() {
        const now = await readAll(reader, profile, groups);
        const before = hasPaid
          ? groups.flatMap((group, index) =>
              reports.slice(index, index + 1).map((report) => afterPaying(group, groups, report)),
            )
          : reports;
        const all = [...changesSince(groups, { before, now }), ...newlyLacking(groups, reports, now)];
        const changed = sentences(all, count);
        return changed.length === 0
          ? null
          : {
              changed,
              check: checkOf(profile, { groups, left }, { count, reports: now, earlier: { seen: null, hasPaid } }),
            };
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
        const known = kept.map(({ group, report }) =>
          hasPaid || unsigned.size < count ? afterPaying(group, still, report) : report,
        );
        const now = await readAll(reader, profile, asked);
        const changes = changesSince(asked, { before: known, now, isRenewed: true });
        const lacks = newlyLacking(
          asked,
          kept.map(({ report }) => report),
          now,
        );
        const drained = drainedBy(groups, { before: reports, now, asked, unsigned });
        return sentences([...changes, ...drained, ...lacks], unsigned.size);
      },
    };
  };

  return async (profile, lines, earlier = { seen: null, hasPaid: false }) => {
    const spent: SpentLine[] = lines.flatMap(({ line, meaning, body, payment = null }) => {
      const spending = spendingIn(meaning, body);
      const isBroadcast = meaning.operation === OPERATIONS.eth_send_raw_transaction.name;
      return spending === null ? [] : [{ line, spending, payment, isBroadcast }];
    });
    const grouped = await groupsOf(reader, spent);
    if (grouped.groups.length === 0) return null;
    const reports = await readAll(reader, profile, grouped.groups);
    return checkOf(profile, grouped, { count: lines.length, reports, earlier });
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
): LineNote[] =>
  eachLine(groups, now, ({ spending, payment }, report, index) => {
    const known = before[index];
    const isComposed = isRenewed && payment !== null;
    return known === undefined ? [] : changesOf(spending, { before: known, now: report, isRenewed: isComposed });
  });

/** Returns the assets of accounts whose balance covered all their lines before, and does not now. */
function newlyLacking(groups: readonly Group[], before: readonly Reported[], now: readonly Reported[]): LineNote[] {
  const known = new Set(lacking(groups, before).map(({ payer }) => payer));
  return lacking(groups, now).filter(({ payer }) => !known.has(payer));
}

/** Returns the earlier report of each group's account, where there is one. */
const seenIn = (groups: readonly Group[], seen: readonly SeenAccount[], hasPaid: boolean): (Reported | undefined)[] =>
  groups.map((group) => {
    const { from, token } = group.asked;
    const same = seen.find(
      (one) => one.chain === group.chain && one.from === from && one.token === (token?.address ?? null),
    );
    if (same === undefined) return undefined;
    const report = { chain: group.chain, at: same.at, state: same.state, problem: null };
    return hasPaid ? afterPaying(group, groups, report) : report;
  });

/**
 * A report without balances that earlier lines of this batch may still lower, because the service sends them. `all` are
 * the groups of the lines that are left, because an account pays in several assets.
 */
function afterPaying({ chain, asked: { from }, lines }: Group, all: readonly Group[], report: Reported): Reported {
  const { state } = report;
  const isSent = batchFactsOf(chain).isSent || lines.some(({ isBroadcast }) => isBroadcast);
  const ofAccount = all.flatMap((group) => (group.chain === chain && group.asked.from === from ? group.lines : []));
  return state === null || !isSent || arePaid(ofAccount, state.nonce)
    ? report
    : { ...report, state: { ...state, coinUnits: null, tokenUnits: null } };
}

/** Returns true when blocks have all lines of an account before these. Lines are sent in the order of their nonces. */
function arePaid(lines: readonly SpentLine[], used: string | null): boolean {
  const nonces = lines.flatMap(({ spending: { nonce } }) => nonce ?? []);
  return used !== null && nonces.length === lines.length && nonces.some((nonce) => nonce <= BigInt(used));
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
    chain,
    lines,
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
): LineNote[] {
  const found = new Map<string, number[]>();
  for (const [index, { lines }] of groups.entries()) {
    const report = reports[index];
    if (report === undefined) continue;
    for (const one of lines)
      for (const text of textsOf({ ...one, spending: { ...one.spending, cost: null } }, report, index))
        found.set(text, [...(found.get(text) ?? []), one.line]);
  }
  return [...found].map(([text, lines]) => ({ text, lines }));
}

/** Returns the assets of accounts whose balance does not cover all their lines. */
function lacking(groups: readonly Group[], reports: readonly Reported[]): (LineNote & { readonly payer: string })[] {
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
function sentences(all: readonly LineNote[], count: number): string[] {
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
