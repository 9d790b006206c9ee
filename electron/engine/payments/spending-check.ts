import { AppError } from '../../../shared/errors/index.ts';
import { chainName, type EndpointChain, type Finding, type ProfileRow } from '../../../shared/model/index.ts';
import { oneLine } from '../../client/index.ts';
import { care } from '../../crypto/index.ts';
import type { Clock } from '../ports.ts';
import type { CheckSpending, SpendingCheck } from '../requests/checked-spending.ts';
import { within } from '../tools/within.ts';
import type { Nodes } from './nodes.ts';
import { type Spending, spendingIn } from './spending.ts';
import { changedWords, type SpendingReport, standingWords } from './spending-words.ts';

/** A question is not held up for longer by a node. */
const WAIT_MILLISECONDS = 3_000;
/** Characters of a node's problem. */
const MAXIMUM_PROBLEM = 200;

interface CheckParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly nodes: Nodes;
}

/** A report, with the reason why no node gave a state. */
interface Reported extends SpendingReport {
  readonly problem: string | null;
}

export function createSpendingCheck({ clock, nodes }: CheckParts): CheckSpending {
  const ask = async (
    profile: ProfileRow,
    chain: EndpointChain,
    { from, token, outputs, blockhash }: Spending,
  ): Promise<Reported> => {
    const reported = (state: SpendingReport['state'], problem: string | null): Reported => ({
      ...{ chain, at: clock.now(), state },
      problem: problem === null ? null : oneLine(problem, MAXIMUM_PROBLEM),
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
  };

  const checkOf = (profile: ProfileRow, spending: Spending, report: Reported): SpendingCheck => ({
    findings: findingsOf(spending, report),
    async again() {
      const now = await ask(profile, report.chain, spending);
      const changed = changesOf(spending, report, now);
      return changed.length === 0 ? null : { changed, check: checkOf(profile, spending, now) };
    },
  });

  return async (profile, { meaning, body }) => {
    const spending = spendingIn(meaning, body);
    if (spending === null) return null;
    const named: EndpointChain[] = [];
    for (const chain of spending.chains) if (await hasNode(nodes, chain)) named.push(chain);
    const [chain, another] = named;
    // Two networks whose contents look alike: nobody knows of which one it is.
    if (chain === undefined || another !== undefined) return null;
    return checkOf(profile, spending, await ask(profile, chain, spending));
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

function findingsOf(spending: Spending, { chain, state, problem }: Reported): Finding[] {
  if (state !== null) return standingWords(spending, chain, state).map((text) => care(text));
  return [care(`Castellan could not check balance, nonce and fee on ${chainName(chain)}: ${ended(problem ?? '')}`)];
}

function changesOf(spending: Spending, before: Reported, now: Reported): readonly string[] {
  const changed = changedWords(spending, before, now);
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
