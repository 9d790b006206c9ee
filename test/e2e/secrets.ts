import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { base58 } from '@scure/base';

/** A secret that the run used. */
export interface Secret {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every way a secret could be written: raw, and as text in the usual alphabets, in one byte and in two bytes a letter. */
export function needlesOf(secrets: readonly Secret[]): readonly Needle[] {
  return secrets.flatMap(({ name, bytes }) => {
    const buffer = Buffer.from(bytes);
    const texts: [string, string][] = [
      ['hex', buffer.toString('hex')],
      ['HEX', buffer.toString('hex').toUpperCase()],
      ['base58', base58.encode(bytes)],
      ['numbers', [...bytes].join(',')],
      ['integer', BigInt(`0x${buffer.toString('hex')}`).toString()],
      ['JSON object', [...bytes].map((byte, index) => `"${index}":${byte}`).join(',')],
      ...base64Cores(buffer).map((core, offset): [string, string] => [`base64 at ${offset}`, core]),
      ...base64Cores(buffer).map((core, offset): [string, string] => [
        `base64url at ${offset}`,
        core.replaceAll('+', '-').replaceAll('/', '_'),
      ]),
    ];
    return [
      { name: `${name}, raw`, bytes: buffer },
      // As the words of a large integer lie in memory.
      { name: `${name}, reversed`, bytes: Buffer.from(bytes).reverse() },
      ...texts.map(([encoding, text]) => ({ name: `${name}, ${encoding}`, bytes: Buffer.from(text, 'latin1') })),
      ...texts.map(([encoding, text]) => ({
        name: `${name}, ${encoding} in UTF-16`,
        bytes: Buffer.from(text, 'utf16le'),
      })),
    ];
  });
}

/** Base64 of the bytes wherever they begin within a longer text: the letters that do not depend on the neighbours. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    return text.slice(start, end);
  });
}

/** Names of the needles that are in the haystack. */
export const found = (needles: readonly Needle[], haystack: Buffer): string[] =>
  needles.filter(({ bytes }) => haystack.includes(bytes)).map(({ name }) => name);

/** Searches every file below a folder. Returns hits as `file: needle`. */
export function foundInFiles(
  needles: readonly Needle[],
  folder: string,
): { readonly hits: string[]; readonly files: number } {
  const hits: string[] = [];
  let files = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files += 1;
    for (const name of found(needles, readFileSync(path))) hits.push(`${relative(folder, path)}: ${name}`);
  }
  return { hits, files };
}
