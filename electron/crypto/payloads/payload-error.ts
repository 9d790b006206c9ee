import { AppError } from '../../../shared/errors/index.ts';

/** As the interface declares; checked here too, because a payload may come from anywhere. */
const MAXIMUM_CHARACTERS = 1024 * 1024;

/** A payload that cannot be read as its encoding says. `reason` is a clause without its full stop; it may name members, never values. */
export function invalidPayload(reason: string): AppError {
  return invalidInput(`invalid payload: ${reason}`);
}

/** A request that is refused in the public words, which the message begins with. */
export function invalidInput(message: string): AppError {
  return new AppError('INVALID_INPUT', `${message}. Nothing was signed.`);
}

/** Refuses a payload that is too long, before any work. */
export function requirePayloadLength(payload: string): void {
  if (payload.length > MAXIMUM_CHARACTERS) throw invalidPayload(`it is longer than ${MAXIMUM_CHARACTERS} characters`);
}
