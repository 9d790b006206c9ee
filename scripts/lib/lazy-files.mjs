/**
 * Makes programs require some of their files at the first use, not at their start. A file is named by a group of
 * `codeSplitting` that holds modules which no other module's evaluation uses.
 * @param {readonly string[]} names of the groups
 * @returns {import('vite').Plugin}
 */
export function lazyFiles(names) {
  return {
    name: 'castellan-lazy-files',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = names.reduce(requiredLazily, file.code);
    },
  };
}

/**
 * Returns a built file whose uses of the group's file require it.
 * @param {string} code
 * @param {string} name of the group
 */
export const requiredLazily = (code, name) =>
  code
    .replace(new RegExp(`^const require_${name} = (require\\("[^"]+"\\));$`, 'm'), `const require_${name} = () => $1;`)
    .replaceAll(new RegExp(`\\brequire_${name}\\.`, 'g'), `require_${name}().`);
