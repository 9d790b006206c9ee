import { keyed } from './texts.mjs';

/** @typedef {import('./texts.mjs').Text} Text */
/** @typedef {import('./texts.mjs').Tree} Tree */
/** @typedef {import('./texts.mjs').Leaf} Leaf */
/** @typedef {import('./texts.mjs').Hole} Hole */
/** @typedef {import('./texts.mjs').Span} Span */
/** @typedef {(key: string) => string | undefined} Translate */

/**
 * Returns a source file with the texts of another language in place of its own. A text without a translation stays.
 * Everything else stays byte for byte.
 * @param {string} code
 * @param {readonly Text[]} texts of the file, in their order
 * @param {Translate} translate
 * @returns {string}
 */
export function translated(code, texts, translate) {
  /** Copies a part of the code with its texts translated. @param {number} start @param {number} end @returns {string} */
  const copied = (start, end) => {
    let [written, at] = ['', start];
    for (const text of texts) {
      if (text.start < at || text.end > end) continue;
      // A text that is the whole part is its own hole only in a call that counts.
      if (text.start === start && text.end === end && open.has(text)) continue;
      written += code.slice(at, text.start) + writtenText(text);
      at = text.end;
    }
    return written + code.slice(at, end);
  };
  /** @type {Set<Text>} */
  const open = new Set();
  /** @param {Text} text @returns {string} */
  const writtenText = (text) => {
    open.add(text);
    const isKnown = text.texts.some(({ key }) => translate(key) !== undefined);
    const result = isKnown ? placed(text) : copiedInside(text);
    open.delete(text);
    return result;
  };
  /** @param {Text} text */
  const copiedInside = (text) => copied(text.start, text.end);

  /** @param {Text} text */
  const placed = ({ place, tree }) => {
    if (place === 'children') return children(tree);
    return place === 'attribute' ? `{${expression(tree)}}` : expression(tree);
  };

  /** @param {Tree} tree @returns {string} */
  const expression = (tree) => {
    if ('condition' in tree) return `(${condition(tree)} ? ${expression(tree.yes)} : ${expression(tree.no)})`;
    const parts = partsOf(tree);
    if (parts.every((part) => typeof part === 'string')) return JSON.stringify(parts.join(''));
    return `\`${parts.map((part) => (typeof part === 'string' ? escaped(part) : `\${${hole(part)}}`)).join('')}\``;
  };
  /** @param {Tree} tree @returns {string} */
  const children = (tree) => {
    if ('condition' in tree) return `{${condition(tree)} ? <>${children(tree.yes)}</> : <>${children(tree.no)}</>}`;
    return partsOf(tree)
      .map((part) => {
        if (typeof part === 'string') return part === '' ? '' : `{${JSON.stringify(part)}}`;
        return part.hole.isElement ? hole(part) : `{${hole(part)}}`;
      })
      .join('');
  };
  /** @param {import('./texts.mjs').Choice} choice */
  const condition = ({ condition: { start, end } }) => copied(start, end);
  /** @param {Filled} filled */
  const hole = ({ hole: { start, end, noun }, forms }) => {
    if (noun === null || forms === null) return copied(start, end);
    const [one = '', many = one] = forms;
    const written = `${JSON.stringify(one)}, ${JSON.stringify(many)}`;
    const after = noun.many ?? noun.one;
    return code.slice(start, noun.one.start) + written + code.slice(after.end, end);
  };
  /** @param {Leaf} leaf @returns {(string | Filled)[]} */
  const partsOf = (leaf) => {
    const { key, before, after } = keyed(leaf);
    const holes = leaf.parts.filter((part) => typeof part !== 'string');
    return filled(before + (translate(key) ?? key) + after, holes);
  };
  return copied(0, code.length);
}

/** @typedef {{ hole: Hole, forms: readonly string[] | null }} Filled */

const HOLE = /\{\{|\{(\d+)(?::([^}]*))?\}/g;

/**
 * Returns the texts and the holes of a translation in their order.
 * @param {string} text
 * @param {readonly Hole[]} holes
 * @returns {(string | Filled)[]}
 */
function filled(text, holes) {
  /** @type {(string | Filled)[]} */
  const parts = [];
  let [said, at] = ['', 0];
  for (const match of text.matchAll(HOLE)) {
    said += text.slice(at, match.index);
    at = match.index + match[0].length;
    const hole = match[1] === undefined ? undefined : holes[Number(match[1])];
    if (hole === undefined) {
      said += match[0] === '{{' ? '{' : match[0];
      continue;
    }
    parts.push(said, { hole, forms: match[2]?.split('|') ?? null });
    said = '';
  }
  return [...parts, said + text.slice(at)].filter((part) => part !== '');
}

/**
 * Returns the holes of a text as a translation must repeat them, in an order of their own.
 * @param {string} text
 * @returns {string[]}
 */
export const holesOf = (text) =>
  [...text.matchAll(HOLE)]
    .map(([, number, forms]) => (number === undefined ? '{{' : `{${number}${forms === undefined ? '' : ':'}}`))
    .sort();

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[\\`]|\$\{/g, (found) => `\\${found}`);
