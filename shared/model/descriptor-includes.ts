import { isJsonObject, type JsonObject, ownMember } from './json.ts';

/** The longest chain of includes that is followed. */
const MAXIMUM_NESTING = 8;
/** Members of a descriptor that are merged one level deep. `display` is merged two levels deep. */
const MERGED = ['context', 'metadata'] as const;
const MERGED_DISPLAY = ['definitions', 'formats'] as const;

/** Finds a descriptor file by its path, with `/` between folders. Returns undefined for an unknown path. */
export type FindDescriptorFile = (path: string) => JsonObject | undefined;

/**
 * Merges an ERC-7730 descriptor file with all files that it includes ("includes" of ERC-7730). The including file wins.
 * @param path The file’s path. Included paths are relative to its folder.
 * @param find Returns the parsed file at a path.
 * @param refuse Makes the error to throw. It takes the end of a sentence: `it includes itself`.
 * @returns The descriptor without its `includes` member.
 *
 * @example
 * const files = new Map<string, JsonObject>([['a.json', { includes: 'b.json', $id: 'A' }], ['b.json', { $id: 'B' }]]);
 * mergeIncludes('a.json', (path) => files.get(path), (why) => new Error(why));
 * // { $id: 'A', context: {}, metadata: {}, display: { definitions: {}, formats: {} } }
 */
export function mergeIncludes(path: string, find: FindDescriptorFile, refuse: (why: string) => Error): JsonObject {
  const merge = (at: string, within: readonly string[]): JsonObject => {
    const file = find(at);
    if (file === undefined) throw refuse(`it includes ${fileName(at)}, which was not found`);
    if (within.includes(at) || within.length > MAXIMUM_NESTING) throw refuse('it includes itself');
    const { includes = [], ...own } = file;
    const targets = [includes].flat().map((name) => {
      const target = typeof name === 'string' ? includedPath(at, name) : null;
      if (target === null) throw refuse('its include is not the relative path of a JSON file');
      return target;
    });
    return [...targets.map((target) => merge(target, [...within, at])), own].reduce(overlaid, {});
  };
  return merge(path, []);
}

/**
 * Returns the path of an included file.
 * @param path The including file’s path.
 * @param name The relative path that it gives: `../../ercs/calldata-erc20-tokens.json`.
 * @returns Null when the name is absolute, a URL, no JSON file, or leads above the folder that paths begin at.
 *
 * @example
 * includedPath('registry/lido/calldata-stETH.json', '../../ercs/calldata-erc20-tokens.json');
 * // 'ercs/calldata-erc20-tokens.json'
 */
export function includedPath(path: string, name: string): string | null {
  if (!name.endsWith('.json') || /[\\:\0]/.test(name)) return null;
  const parts = path.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part === '') return null;
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function objectOf(root: JsonObject, name: string): JsonObject {
  const value = ownMember(root, name);
  return isJsonObject(value) ? value : {};
}

function overlaid(base: JsonObject, over: JsonObject): JsonObject {
  const merged = (name: string, [one, other]: readonly [JsonObject, JsonObject] = [base, over]) => ({
    ...objectOf(one, name),
    ...objectOf(other, name),
  });
  const displays = [objectOf(base, 'display'), objectOf(over, 'display')] as const;
  return {
    ...base,
    ...over,
    ...Object.fromEntries(MERGED.map((name) => [name, merged(name)])),
    display: {
      ...merged('display'),
      ...Object.fromEntries(MERGED_DISPLAY.map((name) => [name, merged(name, displays)])),
    },
  };
}
