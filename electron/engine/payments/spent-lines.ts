import type { EndpointChain, UnsignedPayment } from '../../../shared/model/index.ts';
import type { Spending } from './spending.ts';
import type { AskedSpending } from './spending-reading.ts';

/** A line, with the part of its request that its chain can change. */
export interface SpentLine {
  readonly line: number;
  readonly spending: Spending;
  /** The payment behind it, which is composed anew while it is not signed. Null for other contents. */
  readonly payment: UnsignedPayment | null;
  /** The service broadcasts its transaction, so it lowers the balance. */
  readonly isBroadcast: boolean;
}

/** Lines that one reading of a node covers. */
export interface Group {
  readonly chain: EndpointChain;
  readonly asked: AskedSpending;
  readonly lines: readonly SpentLine[];
}

/** A sentence about some lines. */
export interface LineNote {
  readonly text: string;
  readonly lines: readonly number[];
}
