/** Why a node’s answer cannot be used: what the operator can do about it hangs on the kind. */
export type FaultKind =
  /** Nothing, or not all of an answer, came. */
  | 'unreachable'
  /** It is a node of another chain. */
  | 'wrongChain'
  /** The reply is not JSON-RPC, has the wrong shape, or contradicts an earlier reply. */
  | 'malformed'
  /** It asks to be asked less often. */
  | 'rateLimited'
  /** It asks to be asked for less at once. */
  | 'limited'
  /** Its answer is longer than is read. */
  | 'tooLong'
  /** It does not know the method, or has forgotten that far back. */
  | 'unable'
  /** It understood the request and refused it. Another node would do the same. */
  | 'refused';

/** A node could not be asked, or said no. The message holds what went wrong, never an address of a node. */
export class NodeFault extends Error {
  readonly kind: FaultKind;
  /** The code of JSON-RPC with `refused` and `unable`. */
  readonly code: number | undefined;
  /** No node that was asked before may have taken it: with `refused`. */
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
