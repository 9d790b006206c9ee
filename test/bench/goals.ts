import type { Group } from './report.ts';

/** A goal for one figure: at most or at least a number, which may be a ratio to another contender of the same group. */
interface Goal {
  readonly goal: string;
  /** Title of the group. */
  readonly group: string;
  /** Null takes the worst figure of the group. */
  readonly contender: string | null;
  /** The contender to compare with. Null compares the figure itself. */
  readonly beside: string | null;
  readonly limit: { readonly most: number } | { readonly least: number };
}

const launch = 'Launch, from process start, on a first start';
const memory = 'Memory of all processes, idle';
const scrolling = 'A million transactions scrolled in the window, a frame';
const loop = 'stamp verified, signed, one durable commit each, in a loop';

const signatures = (clients: string, least: number): Goal => ({
  goal: `Signatures of the local service with ${clients}, beside the same work in a loop`,
  group: `sign_raw_payload, ${clients}`,
  contender: 'local service',
  beside: loop,
  limit: { least },
});

const frames = (contender: string): Goal => ({
  goal: `Frames while scrolling (${contender}), in milliseconds`,
  group: scrolling,
  contender: `${contender}, 99 of 100`,
  beside: null,
  limit: { most: 17 },
});

/** Descriptions a second, of the slowest contender. */
const meanings = (which: string, least: number): Goal => ({
  goal: `Descriptions (${which}, the slowest), a second`,
  group: `Descriptions, ${which}`,
  contender: null,
  beside: null,
  limit: { least },
});

export const GOALS: readonly Goal[] = [
  {
    goal: 'Launch until the window is usable, beside an empty window',
    group: launch,
    contender: 'Castellan: usable',
    beside: 'empty Electron window: usable',
    limit: { most: 1.3 },
  },
  {
    goal: 'Memory of all processes, beside an empty window',
    group: memory,
    contender: 'Castellan',
    beside: 'empty Electron window',
    limit: { most: 1.5 },
  },
  signatures('64 clients', 1),
  signatures('8 clients', 0.8),
  signatures('one client', 0.4),
  {
    goal: 'Stamps of the vault, 64 in flight, beside the official stamper',
    group: 'Stamps',
    contender: 'vault process, 64 in flight',
    beside: '@turnkey/api-key-stamper, in this process',
    limit: { least: 1 },
  },
  {
    goal: 'Stamps of the vault, 64 in flight, beside the bare signature',
    group: 'Stamps',
    contender: 'vault process, 64 in flight',
    beside: 'bare P-256 signature (node:crypto)',
    limit: { least: 0.5 },
  },
  {
    goal: 'Export bundles opened by the vault, 64 in flight, beside the official package',
    group: 'Export bundles opened',
    contender: 'vault process, open and forget, 64 in flight',
    beside: '@turnkey/crypto decryptExportBundle, in this process',
    limit: { least: 15 },
  },
  meanings('typical', 1000),
  meanings('the largest', 5),
  {
    goal: 'Rows of 5,001 accounts after unlocking, in milliseconds',
    group: '5,001 accounts in the window, from unlocking',
    contender: 'rows on the screen, with ready-made answers of main',
    beside: null,
    limit: { most: 300 },
  },
  frames('wheel'),
  frames('Page down held'),
];

/** A goal beside its figure. `value` is null when it was not measured. */
export interface Judged {
  readonly goal: string;
  readonly limit: string;
  readonly value: number | null;
  readonly isMet: boolean;
  /** The tick, or the distance in percent of the limit. */
  readonly verdict: string;
}

/** Compares the goals with measured groups. */
export function judge(groups: readonly Group[], goals: readonly Goal[] = GOALS): readonly Judged[] {
  return goals.map(({ goal, group, contender, beside, limit }) => {
    const results = groups.find(({ title }) => title === group)?.results ?? [];
    const median = (name: string) => results.find((result) => result.name === name)?.median ?? Number.NaN;
    const medians = results.map((result) => result.median);
    const worst = 'most' in limit ? Math.max(...medians) : Math.min(...medians);
    const figure = contender === null ? (medians.length === 0 ? Number.NaN : worst) : median(contender);
    const value = beside === null ? figure : figure / median(beside);
    const [bound, isMet] = 'most' in limit ? [limit.most, value <= limit.most] : [limit.least, value >= limit.least];
    const unit = beside === null ? '' : 'x';
    const text = `at ${'most' in limit ? 'most' : 'least'} ${bound}${unit}`;
    if (Number.isNaN(value)) return { goal, limit: text, value: null, isMet: false, verdict: 'not measured' };
    const distance = Math.abs(Math.round((value / bound - 1) * 100));
    const verdict = isMet ? '✓' : `${distance}% ${'most' in limit ? 'above' : 'below'}`;
    return { goal, limit: text, value, isMet, verdict };
  });
}
