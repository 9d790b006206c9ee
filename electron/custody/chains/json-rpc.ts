import { isJsonObject } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { NodeFault } from '../node-fault.ts';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The result of one call. */
export type RpcOutcome = { readonly result: unknown } | { readonly error: NodeFault };

const MAXIMUM_MESSAGE = 300;

/** The bytes of a call, or of several as a batch (JSON-RPC 2.0, section 6), numbered from 0. */
export function encodeCalls(calls: readonly RpcCall[]): Uint8Array<ArrayBuffer> {
  const numbered = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  return utf8Encode(JSON.stringify(numbered.length === 1 ? numbered[0] : numbered));
}

/**
 * Returns the outcome of each of `count` calls in their order, whatever order the replies have. Throws a `malformed`
 * NodeFault unless each call is answered once. Nodes refuse a whole batch with one reply. It is thrown as `refused`, or
 * as `limited` or `rateLimited` when it names such a limit.
 */
export function readOutcomes(bytes: Uint8Array, status: number, count: number): RpcOutcome[] {
  const parsed = parse(bytes);
  if (count > 1 && !Array.isArray(parsed)) throw batchFaultOf(parsed, status);
  const replies = Array.isArray(parsed) && count > 1 ? parsed : [parsed];
  const outcomes: (RpcOutcome | undefined)[] = new Array(count).fill(undefined);
  for (const reply of replies) {
    if (!isJsonObject(reply)) throw faultOf(reply, status);
    const { id } = reply;
    if (typeof id !== 'number' || !(id in outcomes)) throw faultOf(reply, status);
    if (outcomes[id] !== undefined) throw new NodeFault('malformed', 'it answered a call twice');
    outcomes[id] =
      // Before version 28, Bitcoin Core sends both members, one of them null.
      'result' in reply && (reply.error ?? null) === null
        ? { result: reply.result }
        : { error: faultOf(reply, status) };
  }
  return outcomes.map((outcome) => {
    if (outcome === undefined) throw new NodeFault('malformed', 'it answered only a part of the request');
    return outcome;
  });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * The statuses of a proxy before a node, whatever the request: not authorized, not paid, or no node behind it (RFC
 * 9110, section 15).
 */
const CLOSED = [401, 402, 403, 407, 502, 503, 504];
/** The code of a call that the contract reverted, whatever its message. */
const REVERTED = 3;
/** Codes of EIP-1474 and of large providers, by their meaning for the caller. */
const RATE_LIMITED = [-32016, -32029, -32097, 429];
/** EIP-1474: limit exceeded. It is the rate limit unless the message names another. */
const LIMITED = -32005;
const UNABLE = [-32601, -32004];
/** The messages for an unknown method under codes that mean something else. */
const UNKNOWN_METHOD = /unsupported method|method .*(?:does not exist|not found|not supported|unsupported)/i;
/** The messages of a rate limit under unspecific codes. */
const TOO_OFTEN = /rate.?limit|too many requests|request rate|requests per|compute units|capacity/i;
/** The messages for a query that covers too many blocks or has too many results. */
const TOO_MUCH = /too many|limit exceeded|block range|response size|more than \d+ (?:results|blocks)|timed? ?out/i;
const FORGOTTEN =
  /missing trie node|pruned|not available|header not found|state .* not found|archive|resource not found|historical state/i;

/** Returns true when the message says that the node no longer has the required state. */
export const isForgotten = (message: string): boolean => FORGOTTEN.test(message.slice(0, MAXIMUM_MESSAGE));

/** Returns true when the node does not know the method, so that the answer is the same for every block. */
export const isUnknownMethod = ({ kind, code }: NodeFault): boolean => kind === 'unable' && UNABLE.includes(code ?? 0);

/** Replaces characters that could control a terminal or mislead a reader. */
export const plain = (text: string): string =>
  text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, ' ').replaceAll(/[“”]/g, '"');

/** The fault of one reply to a whole batch. A node without batch support may send any reply. */
function batchFaultOf(reply: unknown, status: number): NodeFault {
  const fault = faultOf(reply, status);
  const isOfAll = fault.kind === 'limited' || fault.kind === 'rateLimited' || CLOSED.includes(status);
  return isOfAll ? fault : new NodeFault('refused', fault.message, fault.code);
}

/** The error text for a node that limits its request rate. */
export const LESS_OFTEN = 'it is rate-limited and wants fewer requests';

/** The fault of a reply without a result. */
function faultOf(reply: unknown, status: number): NodeFault {
  const error = isJsonObject(reply) ? reply.error : undefined;
  if (!isJsonObject(error) || typeof error.code !== 'number' || typeof error.message !== 'string') {
    if (status === 429) return new NodeFault('rateLimited', `${LESS_OFTEN} (HTTP 429)`);
    if (status !== 200) return new NodeFault('unreachable', `it answered with HTTP ${status}`);
    return new NodeFault('malformed', 'what it answered is no JSON-RPC');
  }
  const { code } = error;
  const message = error.message.slice(0, MAXIMUM_MESSAGE);
  const quoted = `it says “${plain(message)}” (${code})`;
  if (CLOSED.includes(status)) return new NodeFault('unreachable', `${quoted} with HTTP ${status}`);
  if (code === REVERTED) return new NodeFault('refused', quoted, code);
  const isTooMuch = TOO_MUCH.test(message);
  if (status === 429 || RATE_LIMITED.includes(code) || TOO_OFTEN.test(message) || (code === LIMITED && !isTooMuch))
    return new NodeFault('rateLimited', `${LESS_OFTEN}: ${quoted}`);
  if (isTooMuch) return new NodeFault('limited', quoted);
  if (UNKNOWN_METHOD.test(message)) return new NodeFault('unable', quoted, UNABLE[0]);
  if (UNABLE.includes(code) || isForgotten(message)) return new NodeFault('unable', quoted, code);
  return new NodeFault('refused', quoted, code);
}
