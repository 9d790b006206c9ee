import { isJsonObject } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { NodeFault } from '../../node-fault.ts';
import { LESS_OFTEN, plain } from '../json-rpc.ts';
import type { Line, Question, Send } from '../line.ts';

const LONGEST_TEXT = 300;

/**
 * Queries one endpoint of Tron's HTTP interface. The method of a question is a path, and its parameter the JSON body.
 * `identity` is asked before every query.
 */
export function createTronLine(send: Send, identity: Question<void>): Line {
  const exchange = async ({ method, params }: Pick<Question<unknown>, 'method' | 'params'>): Promise<unknown> => {
    const { status, body } = await send({ path: method, body: utf8Encode(JSON.stringify(params[0] ?? {})) });
    if (status === 429) throw new NodeFault('rateLimited', `${LESS_OFTEN} (HTTP 429)`);
    if (status !== 200) throw new NodeFault('unreachable', `it answered with HTTP ${status}`);
    const reply = parse(body);
    // The interface reports its own errors with the status 200.
    if (isJsonObject(reply) && typeof reply.Error === 'string')
      throw new NodeFault('refused', `it says “${plain(reply.Error.slice(0, LONGEST_TEXT))}”`);
    return reply;
  };
  return {
    async ask(questions) {
      identity.read(await exchange(identity));
      const values: unknown[] = [];
      for (const question of questions) values.push(question.read(await exchange(question)));
      return values;
    },
    forget: () => undefined,
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new NodeFault('malformed', 'what it answered is no JSON');
  }
}
