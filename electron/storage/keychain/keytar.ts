/** The three calls of keytar that are used; `findCredentials` would give every secret at once. */
export type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

/**
 * Loads keytar: the only place that does, and only on first use, so that a run that keeps its keys in a passphrase file
 * touches no keychain library. Rejects where libsecret is not installed: a missing keychain, not a broken program.
 */
export async function loadKeytar(): Promise<Keytar> {
  const loaded = (await import('keytar')) as Keytar & { default?: Keytar };
  return loaded.default ?? loaded;
}
