/**
 * Makes each built file read the names that it imports from other files once, at its start. The bundler reads a name
 * through a getter at each use. With many getters V8 cannot inline a call, and scrypt takes twelve times as long.
 *
 * The build fails where a name could get another value after that start.
 * @returns {import('vite').Plugin}
 */
export function boundImports() {
  return {
    name: 'castellan-bound-imports',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      const circle = circleOf(new Map(files.map(({ fileName, imports }) => [fileName, imports])));
      if (circle !== undefined) throw new Error(`these files import each other: ${circle.join(', ')}`);
      for (const file of files) {
        const changed = changedExports(file.code);
        if (changed.length > 0) throw new Error(`${file.fileName} changes what it exports: ${changed.join(', ')}`);
        file.code = bindImports(file.code);
      }
    },
  };
}

/**
 * Returns a built file with a constant for each name that it imports from another file.
 * @param {string} code
 */
export const bindImports = (code) =>
  [...code.matchAll(/^const (require_\w+) = (require\("\.[^"]+"\));$/gm)].reduce(
    (bound, [statement, file = '', required = '']) => {
      const use = new RegExp(`\\b${file}\\.([\\w$]+)`, 'g');
      const names = [...new Set([...bound.matchAll(use)].map(([, name]) => name))];
      if (names.length === 0) return bound;
      const constants = names.map((name) => `${name}: ${file}_${name}`).join(', ');
      return bound.replace(statement, () => `const { ${constants} } = ${required};`).replaceAll(use, `${file}_$1`);
    },
    code,
  );

const ASSIGNMENT = '(?:[-+*/%&|^]|\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?)?=';

/**
 * Returns the exported variables of a built file that may change after its start.
 * @param {string} code
 */
export function changedExports(code) {
  const exported = new Set([...code.matchAll(/get: function\(\) \{\s+return ([\w$]+);/g)].map(([, name]) => name));
  const variables = [...code.matchAll(/^(?:var|let) ([\w$]+)\b/gm)].map(([, name = '']) => name);
  return variables.filter((name) => {
    const own = `(?<![\\w$.])${name.replaceAll('$', '\\$')}`;
    const changes = new RegExp(
      `(?<!\\b(?:var|let|const) )${own} ${ASSIGNMENT} |${own}(?:\\+\\+|--)|(?:\\+\\+|--)${own}\\b`,
    );
    return exported.has(name) && changes.test(code);
  });
}

/**
 * Returns files that import each other in a circle, or undefined.
 * @param {ReadonlyMap<string, readonly string[]>} imports of each file
 * @returns {string[] | undefined}
 */
export function circleOf(imports) {
  /** @type {Set<string>} */
  const clear = new Set();
  /** @param {string} file @param {string[]} above @returns {string[] | undefined} */
  const find = (file, above) => {
    if (above.includes(file)) return above.slice(above.indexOf(file));
    if (clear.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const circle = find(next, [...above, file]);
      if (circle !== undefined) return circle;
    }
    clear.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = find(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
