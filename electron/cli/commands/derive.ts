import { CURVES, LIMITS, spellPath } from '../../../shared/model/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { addressFormatOf, FORMAT } from '../options.ts';

export const derive = command({
  name: 'derive',
  summary: 'derives an address of a mnemonic in the vault; offline',
  options: {
    path: { hint: 'P', required: true, summary: "path from the seed to the key, such as m/44'/60'/0'/0/0" },
    curve: { hint: 'CURVE_X', choices: CURVES, required: true, summary: 'curve of the key' },
    format: FORMAT,
  },
  notes: [
    'stdin: the words of a BIP-39 mnemonic in any of its nine languages. On a terminal they are asked for and not echoed.',
  ],
  examples: [
    `castellan derive --path "m/44'/60'/0'/0/0" --curve CURVE_SECP256K1 --format ADDRESS_FORMAT_ETHEREUM < words.txt`,
  ],
  async run({ options: { path: given, curve, format } }, context) {
    const path = spellPath(given);
    const addressFormat = addressFormatOf(format);
    const mnemonic = await readMnemonic(context);
    try {
      const engine = await context.engine();
      const derived = await engine.vault.deriveAddress({ mnemonic, curve, path, addressFormat });
      await context.print({ ...derived, addressFormat, curve, path });
    } finally {
      mnemonic.fill(0);
    }
    return undefined;
  },
});

/** Reads the mnemonic as bytes, which never become a string, and normalizes its spaces and letters. */
async function readMnemonic({ input }: CommandContext): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = input.isTerminal()
    ? await input.readHiddenLine('Mnemonic: ', LIMITS.mnemonic)
    : await input.readAll(LIMITS.mnemonic, 'The mnemonic');
  try {
    return plainWords(bytes);
  } finally {
    bytes.fill(0);
  }
}

/** Puts one space between words and lowercases ASCII letters, because no word list has uppercase letters. */
function plainWords(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint8Array(bytes.length);
  let length = 0;
  let isApart = false;
  for (const byte of bytes) {
    const isSpace = byte === SPACE || (byte >= 0x09 && byte <= 0x0d);
    if (!isSpace && isApart && length > 0) {
      words[length] = SPACE;
      length += 1;
    }
    isApart = isSpace;
    if (isSpace) continue;
    words[length] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    length += 1;
  }
  const plain = words.slice(0, length);
  words.fill(0);
  return plain;
}

const SPACE = 0x20;
