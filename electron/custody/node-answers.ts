import { AppError } from '../../shared/errors/index.ts';
import { type EndpointChain, isBitcoinChain } from '../../shared/model/index.ts';
import type { CustodyMessages, MessageHandlers } from '../../shared/processes/index.ts';
import { provenOutputs } from './chains/bitcoin/outputs.ts';
import { NONE_USED, usedOutputs } from './chains/bitcoin/reserved.ts';
import { knownTo, refusalOf } from './chains/dropped-transaction.ts';
import { type Chains, NodeFault } from './chains/index.ts';
import { pricePayment, requireOfChain } from './chains/payment-prices.ts';
import { transactionCount } from './chains/questions.ts';
import { readSpending } from './chains/spending.ts';
import { isNonceTaken } from './chains/taken-nonce.ts';
import { referenceBlock } from './chains/tron/reference.ts';
import type { ServiceContext } from './context.ts';
import { readBalances } from './handlers/chains/balances.ts';

/** The messages that the nodes of chains answer. A node's fault is part of the reply. */
export type NodeAnswers = Pick<
  MessageHandlers<CustodyMessages>,
  | 'priceTransfer'
  | 'readBalances'
  | 'spendableOutputs'
  | 'nextNonce'
  | 'nonceTaken'
  | 'transactionKnown'
  | 'readSpending'
  | 'referenceBlock'
>;

/** The parts of a started service that the answers need. */
interface Running {
  readonly chains?: Chains;
  readonly context?: ServiceContext;
}

/** `started` returns undefined while the service does not run. `now` is in milliseconds since the epoch. */
export function createNodeAnswers(started: () => Running | undefined, now: () => number): NodeAnswers {
  const nodeOf = (chain: EndpointChain) => {
    const node = started()?.chains?.find(chain);
    if (node === undefined) throw new AppError('NOT_FOUND', `No node of ${chain} is configured. Nothing was asked.`);
    return node;
  };
  const usedOn = (chain: EndpointChain, sender: string) => {
    const context = started()?.context;
    return context === undefined || !isBitcoinChain(chain) ? NONE_USED : usedOutputs(context.store, chain, sender);
  };
  /** Returns what `read` finds in rows of the service, once these are on the disk. */
  const onceDurable = <Answer>(read: () => Promise<Answer>): Promise<Answer> =>
    started()?.context?.store.onceDurable(read) ?? read();
  /** The used outputs, and those of payments that this service does not know. */
  const usedBeside = async (chain: EndpointChain, sender: string, without: readonly string[]) => {
    const { reserved, first } = await onceDurable(async () => usedOn(chain, sender));
    return { reserved: new Set([...reserved, ...without]), first };
  };

  return {
    async priceTransfer({ chain, from, payment, without }) {
      const node = nodeOf(chain);
      try {
        const used = await usedBeside(chain, from, without);
        return { fees: await pricePayment(chain, node, from, payment, used), problem: null };
      } catch (error) {
        if (error instanceof NodeFault) return { fees: null, problem: error.message };
        throw error;
      }
    },
    async readBalances({ chain, address }) {
      const node = nodeOf(chain);
      requireOfChain(chain, address);
      try {
        const balances = await readBalances(node, address);
        return { balances: balances.map(({ caip19, balance }) => ({ caip19, units: balance })), problem: null };
      } catch (error) {
        if (error instanceof NodeFault) return { balances: null, problem: error.message };
        throw error;
      }
    },
    async spendableOutputs({ chain, from, payments, feeRate, without }) {
      const node = nodeOf(chain);
      for (const address of [from, ...payments.map(({ to }) => to)]) requireOfChain(chain, address);
      const wanted = {
        from,
        rate: BigInt(feeRate),
        payments: payments.map(({ to, units }) => ({ to, units: BigInt(units) })),
      };
      const used = await usedBeside(chain, from, without);
      try {
        return { outputs: await provenOutputs(node, { ...wanted, used }), problem: null };
      } catch (error) {
        if (error instanceof NodeFault) return { outputs: null, problem: error.message };
        throw error;
      }
    },
    async nextNonce({ chain, address }) {
      const node = nodeOf(chain);
      requireOfChain(chain, address);
      try {
        return { nonce: String(await node.ask(transactionCount(address, 'pending'))), problem: null };
      } catch (error) {
        if (error instanceof NodeFault) return { nonce: null, problem: error.message };
        throw error;
      }
    },
    async nonceTaken(transaction) {
      const node = nodeOf(transaction.chain);
      try {
        return { isTaken: await isNonceTaken(transaction, node) };
      } catch (error) {
        if (error instanceof NodeFault) return { isTaken: null };
        throw error;
      }
    },
    async transactionKnown(transaction) {
      const node = nodeOf(transaction.chain);
      const context = started()?.context;
      const refusal = await onceDurable(async () =>
        context === undefined ? null : refusalOf(context.store, transaction),
      );
      try {
        return { ...(await knownTo(node, transaction.hash)), refusal };
      } catch (error) {
        if (error instanceof NodeFault) return { isKnown: null, included: null, refusal };
        throw error;
      }
    },
    async readSpending({ chain, ...wanted }) {
      const node = nodeOf(chain);
      for (const address of [wanted.from, wanted.token]) if (address !== null) requireOfChain(chain, address);
      try {
        return { state: await readSpending(node, wanted), problem: null };
      } catch (error) {
        if (error instanceof NodeFault) return { state: null, problem: error.message };
        throw error;
      }
    },
    async referenceBlock({ chain }) {
      const node = nodeOf(chain);
      try {
        return { block: await referenceBlock(node, now()), problem: null };
      } catch (error) {
        if (error instanceof NodeFault) return { block: null, problem: error.message };
        throw error;
      }
    },
  };
}
