import { secretBytes } from '../../shared/wire/index.ts';

/** The locked memory of a process. See `createSecretMemory`. */
export interface SecretMemory {
  /** Copies the secret in and wipes the source. The view stays valid until `release`. */
  hold(secret: Uint8Array): Uint8Array;
  /** Wipes the secret. A view must not be used afterwards. */
  release(view: Uint8Array): void;
}

/**
 * Allocators of Chromium abort when they give back locked pages. So only memory that lives as long as the process is
 * locked. It is the inside of one array large enough (over 1 MiB) to have its own mapping.
 */
const ARENA_BYTES = 2 * 1024 * 1024;
const PAGE_BYTES = 4096;
const SLOT_BYTES = 256;
const SLOTS = 1024;

/** The pages that `createSecretMemory` fills, to be locked by the caller before and unlocked when the process exits. */
export function createArena(): { readonly pages: Uint8Array } {
  return { pages: new Uint8Array(ARENA_BYTES).subarray(PAGE_BYTES, PAGE_BYTES + SLOT_BYTES * SLOTS) };
}

/**
 * Keeps secrets of up to 256 bytes (keys, mnemonics) in `pages`. Longer ones, and those beyond its capacity, get
 * ordinary memory. That is wiped too, but may be swapped out.
 */
export function createSecretMemory(pages: Uint8Array): SecretMemory {
  const free = Array.from({ length: Math.floor(pages.length / SLOT_BYTES) }, (_, slot) => slot * SLOT_BYTES).reverse();
  const used = new Map<Uint8Array, number>();
  return {
    hold(secret) {
      const offset = secret.length <= SLOT_BYTES ? free.pop() : undefined;
      const view = offset === undefined ? secretBytes(secret.length) : pages.subarray(offset, offset + secret.length);
      if (offset !== undefined) used.set(view, offset);
      view.set(secret);
      secret.fill(0);
      return view;
    },
    release(view) {
      view.fill(0);
      const offset = used.get(view);
      if (offset !== undefined && used.delete(view)) free.push(offset);
    },
  };
}
