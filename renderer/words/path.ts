import { singular } from '../../shared/model/index.ts';
import { sentenceCase } from './labels.ts';

/**
 * Returns the heading for the members of a list item: "parameters.accounts[1].curve" gives "Account 2". Undefined for a
 * path that is in no list.
 */
export function groupOf(path: string): string | undefined {
  const [, name, index] = /([A-Za-z0-9_]+)\[(\d+)\]\.[^[\]]+$/.exec(path) ?? [];
  if (name === undefined || index === undefined) return undefined;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^api\b/, 'API')
    .replace(/^oauth\b/, 'OAuth');
  return `${sentenceCase(singular(words))} ${Number(index) + 1}`;
}

/** Returns the label of a member without the names of its items: "User 1, API key 2, Curve" gives "Curve". */
export function labelInGroup(label: string): string {
  return label.replace(/^(?:\p{L}[\p{L} ]* \d+, )+(?=\S)/u, '');
}

/** A name as standards write places inside a document: `inputs[0].amount`, `message.from.wallet`. */
const PLACE = /^([\w$]+(?:\[\d+\])*(?:\.[\w$]+(?:\[\d+\])*)*)\.([\w$]+(?:\[\d+\])*)$/;

/** Instructions count from 0 in paths, and from 1 for people: `instructions[0].mint` is read as “Instruction 1.mint”. */
const numbered = (name: string): string =>
  name.replace(/\binstructions\[(\d+)\]/g, (_, index, at) => `${at === 0 ? 'I' : 'i'}nstruction ${Number(index) + 1}`);

/** Splits each name into a group and a label when a neighbour has the same group. */
export function groupNames(
  names: readonly string[],
): readonly { readonly group: string | undefined; readonly label: string }[] {
  const places = names.map((name) => PLACE.exec(name));
  return names.map((name, index) => {
    const [, group, label] = places[index] ?? [];
    const shared = group !== undefined && [places[index - 1]?.[1], places[index + 1]?.[1]].includes(group);
    return shared && label !== undefined
      ? { group: numbered(group), label: numbered(label) }
      : { group: undefined, label: numbered(name) };
  });
}
