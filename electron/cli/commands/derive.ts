import { CURVES, spellPath } from '../../../shared/model/index.ts';
import { command } from '../define.ts';
import { readMnemonic } from '../mnemonic.ts';
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
    'Stdin has the words of a BIP-39 mnemonic in any of its nine languages. On a terminal, the command asks for them and does not echo them.',
  ],
  examples: [
    `castellan derive --path "m/44'/60'/0'/0/0" --curve CURVE_SECP256K1 --format ADDRESS_FORMAT_ETHEREUM < words.txt`,
  ],
  async run({ options: { path: given, curve, format } }, context) {
    const path = spellPath(given);
    const addressFormat = addressFormatOf(format);
    const mnemonic = await readMnemonic(undefined, context);
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
