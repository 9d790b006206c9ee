/**
 * Makes files of text out of modules that hold nothing else. Programs read such a file at the first use
 * (electron/main/bundle), not at their start, and V8 does not parse it.
 * @param {readonly string[]} names of groups of `codeSplitting`, of one module each
 * @returns {import('vite').Plugin}
 */
export function lazyFiles(names) {
  return {
    name: 'castellan-lazy-files',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        if (names.includes(file.name)) {
          delete bundle[file.fileName];
          this.emitFile({ type: 'asset', fileName: textFile(file.fileName), source: textOf(file.code) });
        } else file.code = names.reduce(readLazily, file.code);
      }
    },
  };
}

/** @param {string} path of a built file */
const textFile = (path) => path.replace(/\.cjs$/, '.txt');

/**
 * Returns the text that a built module holds. Throws when it holds anything else.
 * @param {string} code
 */
export function textOf(code) {
  const [, text] =
    /^"use strict";\s*(?:\/\/.*\s*)?var \w+ = "([^"\\]*)";\s*Object\.defineProperty\(exports, /.exec(code) ?? [];
  if (text === undefined) throw new Error('a file that is read lazily holds more than one text');
  return text;
}

/**
 * Returns a built file whose uses of the group's module read its text.
 * @param {string} code
 * @param {string} name of the group
 */
export const readLazily = (code, name) =>
  code
    .replace(
      new RegExp(`^const require_${name} = require\\("([^"]+)"\\);$`, 'm'),
      (_whole, path) => `const require_${name} = () => require("${textFile(path)}");`,
    )
    .replaceAll(new RegExp(`\\brequire_${name}\\.\\w+`, 'g'), `require_${name}()`);
