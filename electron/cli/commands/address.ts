import { type AddressFormat, CURVES, type Curve, readAddressUri } from '../../../shared/model/index.ts';
import { ADDRESS_TABLE, addressOf, findFormatsOf } from '../../crypto/index.ts';
import { addressFault } from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { EXIT, usage } from '../exit-codes.ts';
import { addressFormatOf, FORMAT, hexProblem, plainHex } from '../options.ts';

export const address = command({
  name: 'address',
  summary: 'derives the address of a public key, or normalises an address; offline',
  options: {
    format: FORMAT,
    'public-key': { hint: 'HEX', summary: 'compressed or uncompressed ECDSA key, or 32 bytes of Ed25519' },
    address: { hint: 'TEXT', summary: 'address to check and normalise instead' },
  },
  notes: [
    'With --address, an invalid address prints {"valid":false} and exits with 1.',
    'Accepts eth:0x…, eip155:1:0x… and payment links, and prints their chain and amount.',
  ],
  examples: [
    'castellan address --public-key 02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5 --format ADDRESS_FORMAT_ETHEREUM',
    'castellan address --address 0xd8da6bf26964af9d7eed9e03e53415d37aa96045 --format ADDRESS_FORMAT_ETHEREUM',
  ],
  async run({ options }, context) {
    const format = addressFormatOf(options.format);
    const { address: text, 'public-key': key } = options;
    if ((text === undefined) === (key === undefined))
      throw usage(
        '`address` needs a key or an address. Nothing was computed. Give either --public-key HEX or --address TEXT.',
      );
    return text === undefined ? derive(format, plainHex(key ?? ''), context) : check(format, text, context);
  },
});

async function derive(format: AddressFormat, publicKey: string, context: CommandContext): Promise<undefined> {
  const problem = hexProblem(publicKey);
  if (problem !== null) throw usage(`--public-key ${problem}. Nothing was computed. Give it in hexadecimal digits.`);
  const derived = addressOf(format, publicKey);
  const [curve, ...others] = CURVES.filter((candidate) => isKeyOf(candidate, format, publicKey));
  await context.print({
    address: derived,
    addressFormat: format,
    publicKey,
    ...(others.length === 0 ? { curve } : {}),
  });
}

async function check(format: AddressFormat, text: string, context: CommandContext): Promise<number | undefined> {
  const { normalize } = ADDRESS_TABLE[format];
  // Some addresses have a prefix of their own, as in bitcoincash:q…
  const uri = normalize(text) === null ? readAddressUri(text) : null;
  const normalized = normalize((uri?.address ?? text).trim());
  if (normalized !== null) {
    const beside = uri === null ? {} : { chain: uri.chain, amount: uri.amount };
    await context.print({ address: normalized, addressFormat: format, valid: true, ...beside });
    return undefined;
  }
  await context.print({ addressFormat: format, valid: false });
  const others = findFormatsOf(text);
  const why = others.length === 0 ? await addressFault(text) : `It is one of ${others.join(' or ')}`;
  await context.say(`This is not an address of format ${format}. ${why}.`);
  return EXIT.failed;
}

/** Returns true when the key has an address on that curve. */
function isKeyOf(curve: Curve, format: AddressFormat, publicKey: string): boolean {
  try {
    return addressOf(format, publicKey, curve) !== '';
  } catch {
    return false;
  }
}
