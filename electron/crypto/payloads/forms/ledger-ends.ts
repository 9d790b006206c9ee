/** Ends that transactions state as the number of a ledger. */
import type { Finding } from '../../../../shared/model/index.ts';
import { care, danger } from '../../meaning.ts';
import { FAR_END_MS } from '../../time-findings.ts';

/** A ledger of the main network with its time, and the time between two ledgers. In milliseconds since 1970. */
interface Clock {
  readonly number: number;
  readonly at: number;
  readonly each: number;
}

/** Test networks have fewer ledgers, so their ends are further ahead. */
const CLOCKS = {
  'XRP Ledger': { number: 86_795_000, at: Date.UTC(2024, 2, 22), each: 3900 },
  Stellar: { number: 50_457_000, at: Date.UTC(2024, 1, 20), each: 5700 },
} as const satisfies Readonly<Record<string, Clock>>;

/** An end within this time is usual: requests wait for approvals. */
const USUAL_MS = 30 * 24 * 3_600_000;

/**
 * Returns the finding about an end that is far ahead at `atMs` (far-times). Takes the number of the last ledger, and
 * milliseconds since 1970.
 */
export function ledgerEndFindings(
  chain: keyof typeof CLOCKS,
  last: bigint,
  atMs: number | null | undefined,
): Finding[] {
  const { number, at, each } = CLOCKS[chain];
  const now = atMs ?? at;
  const end = at + (Number(last) - number) * each;
  if (end <= now + USUAL_MS) return [];
  return end > now + FAR_END_MS
    ? [danger(`It ends with the ledger ${last}, more than ten years ahead: in practice it never ends.`)]
    : [
        care(
          `It ends with the ledger ${last}, which is on the main network about ${new Date(end).toISOString().slice(0, 7)}: whoever has the signature can send it until then.`,
        ),
      ];
}
