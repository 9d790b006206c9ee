/** The tree of a message's values, from the walk that hashes it. */
import type { PathStep } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import type { AbiArgument } from '../../meaning.ts';

interface Node {
  readonly name: string;
  type: string;
  value: AbiArgument['value'] | Node[];
}

export interface Tree {
  /** Takes the next value of the walk, in its order. */
  add(path: readonly PathStep[], type: string, text: string): void;
  /** Returns the values under a name, such as `message`. */
  under(name: string): readonly AbiArgument[];
}

export function createTree(): Tree {
  const root: Node = { name: '', type: 'tuple', value: [] };
  const membersOf = (node: Node): Node[] => (Array.isArray(node.value) ? (node.value as Node[]) : []);
  return {
    add(path, type, text) {
      let node = root;
      for (const step of path) {
        node.type = typeof step === 'number' ? '[]' : 'tuple';
        const members = membersOf(node);
        const last = members.at(-1);
        if (last?.name === String(step)) node = last;
        else {
          const next: Node = { name: String(step), type: 'tuple', value: [] };
          members.push(next);
          node = next;
        }
      }
      Object.assign(node, leaf(type, text));
    },
    under: (name) => membersOf(membersOf(root).find((each) => each.name === name) ?? root) as readonly AbiArgument[],
  };
}

function leaf(type: string, text: string): Pick<Node, 'type' | 'value'> {
  if (type === 'array') return { type: '[]', value: [] };
  if (text === '{}') return { type: 'tuple', value: [] };
  if (/^u?int\d*$/.test(type)) return { type, value: BigInt(text) };
  if (type === 'bool') return { type, value: text === 'true' };
  return /^bytes\d*$/.test(type) ? { type, value: hexDecode(text.slice(2)) } : { type, value: text };
}
