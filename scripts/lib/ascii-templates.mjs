const OURS = /[\\/](?:electron|shared)[\\/].*\.ts$/;
const NOT_ASCII = /[\u0080-\uffff]/g;
const RAW = /String\.raw`[^`]*[\u0080-\uffff]/;

/**
 * Writes every other character of main's own modules as an escape. The bundler does so too, but not in a template with a
 * tag, because the tag could read how its text is written.
 * @returns {import('vite').Plugin}
 */
export function asciiTemplates() {
  return {
    name: 'castellan-ascii-templates',
    enforce: 'post',
    transform(code, id) {
      if (!OURS.test(id)) return null;
      if (RAW.test(code)) throw new Error(`${id} has a raw template with characters outside ASCII`);
      return { code: inAscii(code), map: null };
    },
  };
}

/**
 * Returns a script with an escape for each UTF-16 unit outside ASCII.
 * @param {string} code
 * @example inAscii('tag`“a”`'); // 'tag`\\u201ca\\u201d`'
 */
export const inAscii = (code) =>
  code.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
