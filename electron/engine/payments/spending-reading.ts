import { AppError } from '../../../shared/errors/index.ts';
import { chainName, type EndpointChain, type ProfileRow } from '../../../shared/model/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Clock } from '../ports.ts';
import { within } from '../tools/within.ts';
import { withChainName } from './node-words.ts';
import type { Nodes } from './nodes.ts';
import type { Spending } from './spending.ts';
import { changedWords, type SpendingReport, standingWords } from './spending-words.ts';

/** A question is not held up for longer by a node. */
const WAIT_MILLISECONDS = 3_000;
/** Characters of a node's problem. */
const MAXIMUM_PROBLEM = 200;

/** A report, with the reason why no node gave a state. */
export interface Reported extends SpendingReport {
  readonly problem: string | null;
}

/** The part of a transaction that a node is asked about. */
export type AskedSpending = Pick<Spending, 'from' | 'token' | 'outputs' | 'blockhash'>;

/** Reads from the operator's nodes what transactions use up. */
export interface SpendingReader {
  /** Returns the only chain of a transaction that has a node. Null for no chain, and where two look alike. */
  chainOf(spending: Spending): Promise<EndpointChain | null>;
  /** Asks the node for at most 3 seconds. */
  read(profile: ProfileRow, chain: EndpointChain, asked: AskedSpending): Promise<Reported>;
}

export interface SpendingReaderParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly nodes: Nodes;
}

export function createSpendingReader({ clock, nodes }: SpendingReaderParts): SpendingReader {
  return {
    async chainOf({ chains }) {
      const named: EndpointChain[] = [];
      for (const chain of chains) if (await hasNode(nodes, chain)) named.push(chain);
      const [chain = null, another] = named;
      // The contents of two networks look alike, so the transaction may be of either.
      return another === undefined ? chain : null;
    },
    async read(profile, chain, { from, token, outputs, blockhash }) {
      const reported = (state: SpendingReport['state'], problem: string | null): Reported => ({
        chain,
        at: clock.now(),
        state,
        problem: problem === null ? null : oneLine(withChainName(problem, chain), MAXIMUM_PROBLEM),
      });
      const wanted = { chain, from, token: token?.address ?? null, outputs: [...outputs], blockhash };
      try {
        const asking = nodes.open(profile, chain).then((own) => own.call('readSpending', wanted));
        const answer = await within(WAIT_MILLISECONDS, asking);
        if (answer === null) return reported(null, `no node of ${chainName(chain)} answered within 3 seconds`);
        return reported(answer.state, answer.state === null ? (answer.problem ?? 'its node gave no reason') : null);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return reported(null, error.message);
      }
    },
  };
}

/** A list of nodes that was changed outside this program names none. */
async function hasNode(nodes: Nodes, chain: EndpointChain): Promise<boolean> {
  try {
    return await nodes.has(chain);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DOCUMENT_CHANGED') return false;
    throw error;
  }
}

/** Returns why the chain would refuse a transaction, in whole sentences. One of them says so when no node answered. */
export const standingOf = (spending: Spending, { chain, state, problem }: Reported): string[] =>
  state !== null
    ? standingWords(spending, chain, state)
    : [`Castellan could not check balance, nonce and fee on ${chainName(chain)}: ${ended(problem ?? '')}`];

/**
 * Returns the changes between two reports that matter to a decision. A node that no longer answers is one. `isRenewed`
 * for a payment that is composed anew before it is asked about again.
 */
export function changesOf(
  spending: Spending,
  {
    before,
    now,
    isRenewed = false,
  }: { readonly before: Reported; readonly now: Reported; readonly isRenewed?: boolean },
): readonly string[] {
  const changed = changedWords(spending, { before, now, isRenewed });
  if (now.state === null && before.state !== null)
    return [
      ...changed,
      `Castellan could not check balance, nonce and fee on ${chainName(now.chain)} again: ${ended(now.problem ?? '')}`,
    ];
  // Nothing was known before, so everything that stands against it is new.
  if (now.state !== null && before.state === null)
    return [...changed, ...standingWords(spending, now.chain, now.state)];
  return changed;
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
