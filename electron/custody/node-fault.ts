/** The reason why a node's reply cannot be used. The operator's remedy depends on it. */
export type FaultKind =
  /** No reply arrived, or only a part of one. */
  | 'unreachable'
  /** It is a node of another chain. */
  | 'wrongChain'
  /** The reply is not JSON-RPC, has the wrong shape, or contradicts an earlier reply. */
  | 'malformed'
  /** The node limits the rate of queries. */
  | 'rateLimited'
  /** The node limits the size of a query. */
  | 'limited'
  /** The reply exceeds the length limit. */
  | 'tooLong'
  /** The node does not know the method, or no longer has such old data. */
  | 'unable'
  /** It understood the request and refused it. Another node would do the same. */
  | 'refused';

/** A node could not be reached, or refused. The message has the reason, but never a node's address. */
export class NodeFault extends Error {
  readonly kind: FaultKind;
  /** The code of JSON-RPC with `refused` and `unable`. */
  readonly code: number | undefined;
  /** With `refused`: no earlier node can have accepted the transaction. */
  readonly isCertain: boolean;

  constructor(kind: FaultKind, message: string, code?: number, isCertain = true) {
    super(message);
    this.name = 'NodeFault';
    this.kind = kind;
    this.code = code;
    this.isCertain = isCertain;
  }
}

/**
 * True for faults that the request caused, such as a refusal or an old block on a pruned node. The node stays good for
 * every other request.
 */
export const isOfTheQuestion = ({ kind }: NodeFault): boolean =>
  kind === 'refused' || kind === 'unable' || kind === 'tooLong' || kind === 'limited';
