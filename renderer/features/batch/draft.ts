import type { BatchColumn, EndpointChain } from '../../../shared/model/index.ts';
import { createDraft } from '../../state/draft.ts';

/** A batch as it is written. Line numbers are those of the table. */
export interface BatchDraft {
  readonly name: string;
  readonly text: string;
  /** Null while the columns are recognised by their headers. */
  readonly columns: readonly BatchColumn[] | null;
  /** Null follows the account: its first chain with a node. */
  readonly chain: EndpointChain | null;
  /** The operator types the fee and the nonce, on Ethereum's kind of chain. */
  readonly isTyped: boolean;
  /** In gwei for each unit of gas. */
  readonly maxFee: string;
  readonly priorityFee: string;
  readonly gasLimit: string;
  readonly nonce: string;
  /** Lines that were taken out. */
  readonly removed: readonly number[];
  /** Danger lines that were included by their own confirmation. */
  readonly included: readonly number[];
}

export const EMPTY_BATCH: BatchDraft = {
  name: '',
  text: '',
  columns: null,
  chain: null,
  isTyped: false,
  maxFee: '',
  priorityFee: '',
  gasLimit: '',
  nonce: '',
  removed: [],
  included: [],
};

/** The batch of each profile that was not signed yet. */
export const useBatchDraft = createDraft<BatchDraft>(EMPTY_BATCH, 'batch', ['included']);
