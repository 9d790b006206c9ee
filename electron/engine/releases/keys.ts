/** A key that signs the list of a release. */
export interface ReleaseKey {
  /** The base64 line that `minisign -G` prints. */
  readonly key: string;
  /** The last day on which its signatures count, as `2027-11-26`. */
  readonly until: string;
}

/**
 * The keys of published releases, none or at least two. Copies that are installed follow from a lost or expired key to the
 * next one only if they know both. None is published yet: docs/releasing.md describes how they are added.
 */
export const RELEASE_KEYS: readonly ReleaseKey[] = [];

/**
 * The address of the notice about the newest release. Its signature is at the same address with `.minisig`. Null while
 * no release is published: docs/releasing.md describes how it is set.
 */
export const NOTICE_ADDRESS: string | null = null;

/** Reports whether one key can follow on another: none, or at least two keys with different last days. */
export const canChangeKeys = (keys: readonly ReleaseKey[]): boolean =>
  keys.length === 0 ||
  (new Set(keys.map(({ key }) => key)).size === keys.length && new Set(keys.map(({ until }) => until)).size >= 2);
