/** Signs that people and other programs put after a hardened number in place of `'`. */
const HARDENED = /[hH\u2019\u2018\u02bc\u2032`]$/;

/**
 * Normalizes a BIP-32 path to the service's spelling without changing its meaning.
 * Trims spaces, turns `h`, `H` and typographic signs into `'`, and adds a missing `m/`. Leading zeros stay and are
 * refused later.
 * @example spellPath('44h/60h/0h/0/0') // "m/44'/60'/0'/0/0"
 */
export function spellPath(path: string): string {
  const segments = path.trim().split('/');
  const rooted = /^\d/.test(segments[0] ?? '') ? ['m', ...segments] : segments;
  return rooted.map((segment) => (/^\d+.$/u.test(segment) ? segment.replace(HARDENED, "'") : segment)).join('/');
}
