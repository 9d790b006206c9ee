/** Signs that people and other programs put after a hardened number in place of `'`. */
const HARDENED = /[hH\u2019\u2018\u02bc\u2032`]$/;

/**
 * Returns a BIP-32 path in the service's spelling, where that cannot change its meaning:
 * - spaces around the path and its slashes are removed
 * - `h`, `H` and typographic signs become `'`
 * - `M` becomes `m`, and a missing `m/` or `m` is added
 *
 * Leading zeros stay and are refused later.
 *
 * @example
 * spellPath('44h/60h/0h/0/0');
 * // "m/44'/60'/0'/0/0"
 */
export function spellPath(path: string): string {
  const [root = '', ...others] = path.split('/').map((segment) => segment.trim());
  const isRoot = root === 'M' || (root === '' && others.length > 0);
  const rooted = [...(/^\d/.test(root) ? ['m', root] : [isRoot ? 'm' : root]), ...others];
  return rooted.map((segment) => (/^\d+.$/u.test(segment) ? segment.replace(HARDENED, "'") : segment)).join('/');
}
