import { AppError, type Reply, toReply } from '../../shared/errors/index.ts';
import { checkValue } from '../../shared/operations/index.ts';
import {
  type MessageHandlers,
  type ReplyFrame,
  VAULT_MESSAGES,
  type VaultMessages,
} from '../../shared/processes/index.ts';
import { wipeInput, wipeOutput } from './secret-inputs.ts';

type Handlers = MessageHandlers<VaultMessages>;
type Name = keyof VaultMessages;

/**
 * Answers one frame: unknown messages, inputs and outputs that do not fit the table, and everything before a successful
 * `start` (or a second one) are refused. `post` gets the reply; secrets in input and output are wiped afterwards.
 * Frames without a usable id cannot be answered and are dropped. Never throws, never rejects.
 */
export function createDispatcher(
  handlers: Handlers,
  post: (frame: ReplyFrame) => void,
): (frame: unknown) => Promise<void> {
  let state: 'new' | 'starting' | 'ready' | 'failed' = 'new';

  async function answer(name: string, input: unknown): Promise<unknown> {
    if (!isName(name))
      throw new AppError(
        'INVALID_INPUT',
        'The vault does not know this message, so nothing was done. Main and vault are of different versions: install Castellan again.',
      );
    check(name, 'input', input);
    if (name !== 'start') {
      if (state !== 'ready')
        throw new AppError('VAULT_LOCKED', 'The vault was not started, so nothing was done. Restart Castellan.');
      return run(name, input);
    }
    if (state !== 'new')
      throw new AppError('INVALID_INPUT', 'The vault was started before; a second start is refused.');
    state = 'starting';
    try {
      const output = await run(name, input);
      state = 'ready';
      return output;
    } catch (error) {
      state = 'failed';
      throw error;
    }
  }

  async function run(name: Name, input: unknown): Promise<unknown> {
    const handler = handlers[name] as (checked: unknown) => unknown;
    const output = await handler(input);
    try {
      check(name, 'output', output);
      return output;
    } catch (error) {
      wipeOutput(name, output);
      throw error;
    }
  }

  return async (frame) => {
    if (!isFrame(frame)) return;
    const { id, name, input } = frame;
    const reply: Reply<unknown> = await toReply(() => answer(name, input));
    try {
      post({ id, reply });
    } catch {
      // The other side is gone; there is nobody to tell.
    } finally {
      wipeInput(name, input);
      if (reply.ok) wipeOutput(name, reply.value);
    }
  };
}

function check(name: Name, side: 'input' | 'output', value: unknown): void {
  const problems = checkValue(VAULT_MESSAGES[name][side], value);
  if (problems.length === 0) return;
  if (side === 'output') throw new Error(`the output of ${name} does not fit its declaration`);
  throw new AppError('INVALID_INPUT', `The message ${name} to the vault is malformed, so nothing was done.`, {
    fields: problems,
  });
}

function isName(name: string): name is Name {
  return Object.hasOwn(VAULT_MESSAGES, name);
}

function isFrame(frame: unknown): frame is { id: number; name: string; input: unknown } {
  if (typeof frame !== 'object' || frame === null) return false;
  const { id, name } = frame as { id?: unknown; name?: unknown };
  return Number.isSafeInteger(id) && typeof name === 'string';
}
