import { characterCount, MINIMUM_CHARACTERS } from '../../shared/model/index.ts';
import { worded } from '../language/worded.ts';

/** The kinds of typed secret. */
export type Called = 'PIN' | 'passphrase' | 'code' | 'OIDC token' | 'recovery phrase' | 'private key' | 'secret';

/** Returns the problem of a typed PIN or passphrase, or undefined. Never quotes it. */
export function passphraseProblem(typed: Uint8Array, repeated: Uint8Array | null, called: Called): string | undefined {
  if (repeated === null)
    return typed.length === 0 ? `${called === 'OIDC token' ? 'Paste' : 'Type'} the ${worded(called)}.` : undefined;
  const minimum = called === 'PIN' ? MINIMUM_CHARACTERS.pin : MINIMUM_CHARACTERS.passphrase;
  if (characterCount(typed) < minimum) return `Use at least ${minimum} characters.`;
  const isSame = typed.length === repeated.length && typed.every((byte, index) => byte === repeated[index]);
  return isSame ? undefined : `The two ${worded(`${called}s`)} differ. Type both again.`;
}

/** A field, or several that are read as one. Setting the value to an empty text clears it. */
export interface TypedSecret {
  value: string;
  focus(options?: FocusOptions): void;
  /** Returns why the secret is not whole, as a sentence. Nothing is taken or cleared then. */
  refusal?(): string | undefined;
  /** Returns the typed bytes. A single field has them in its value. */
  bytes?(): Uint8Array<ArrayBuffer>;
}

type Field = { readonly current: Omit<TypedSecret, 'focus'> | null };

/**
 * Takes the typed bytes and empties the fields, or returns why they cannot be used. The fields are uncontrolled: a
 * passphrase is never in React's state. The browser's own text of a field cannot be wiped. Its process ends with the
 * window.
 */
export function takePassphrase(first: Field, second: Field, called: Called): Uint8Array<ArrayBuffer> | string {
  const refusal = first.current?.refusal?.();
  if (refusal !== undefined) return refusal;
  const passphrase = takeBytes(first.current);
  const repeated = second.current === null ? null : takeBytes(second.current);
  const problem = passphraseProblem(passphrase, repeated, called);
  repeated?.fill(0);
  if (problem === undefined) return passphrase;
  passphrase.fill(0);
  return problem;
}

function takeBytes(input: Field['current']): Uint8Array<ArrayBuffer> {
  const bytes = input?.bytes?.() ?? new TextEncoder().encode(input?.value ?? '');
  if (input !== null) input.value = '';
  return bytes;
}
