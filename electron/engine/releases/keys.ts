/** A key that signs the list of a release. */
export interface ReleaseKey {
  /** The base64 line that `minisign -G` prints. */
  readonly key: string;
  /** The last day on which its signatures count, as `2027-11-26`. */
  readonly until: string;
}

/** The keys of published releases. None is published yet: docs/releasing.md describes how one is added. */
export const RELEASE_KEYS: readonly ReleaseKey[] = [];

/**
 * The address of the notice about the newest release. Its signature is at the same address with `.minisig`. Null while
 * no release is published: docs/releasing.md describes how it is set.
 */
export const NOTICE_ADDRESS: string | null = null;
