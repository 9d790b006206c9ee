/**
 * Takes what was typed into a passphrase field and empties the field. The field is uncontrolled: the passphrase is never in
 * React state. The browser's own text of the field cannot be wiped; the bytes given here are, by `withSecret`.
 */
export function takePassphrase(input: HTMLInputElement | null): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(input?.value ?? '');
  if (input !== null) input.value = '';
  return bytes;
}

/** Gives `secret` to `use` and wipes it whatever happens. */
export async function withSecret<Result>(
  secret: Uint8Array<ArrayBuffer> | null,
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use();
  } finally {
    secret?.fill(0);
  }
}
