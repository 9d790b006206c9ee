/** Values for the functions of the registry. */
import { parseAbi } from 'micro-eth-signer/abi.js';

/** A value for every parameter of a human-readable function, none of them empty. */
export function exampleValues(signature: string): unknown {
  const [item] = parseAbi([`function ${signature}`]);
  return together(item?.inputs ?? []);
}

interface Parameter {
  readonly name?: string;
  readonly type: string;
  readonly components?: readonly Parameter[];
}

function together(parameters: readonly Parameter[]): unknown {
  const values = parameters.map(example);
  if (parameters.length === 1) return values[0];
  return Object.fromEntries(parameters.map(({ name = '' }, index) => [name, values[index]]));
}

function example({ type, ...rest }: Parameter): unknown {
  const array = /^(.*)\[(\d*)\]$/.exec(type);
  if (array !== null)
    return Array.from({ length: Number(array[2] || 2) }, () => example({ ...rest, type: array[1] ?? '' }));
  if (type === 'tuple') {
    const [only, another] = rest.components ?? [];
    return only !== undefined && another === undefined
      ? { [only.name ?? '']: example(only) }
      : together(rest.components ?? []);
  }
  if (type === 'address') return '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
  if (type === 'bool') return true;
  if (type === 'string') return 'text';
  if (type === 'bytes') return new Uint8Array(400).fill(1);
  if (type.startsWith('bytes')) return new Uint8Array(Number(type.slice(5))).fill(2);
  return type === 'uint8' ? 1n : 100n;
}
