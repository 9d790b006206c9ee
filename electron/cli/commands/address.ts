import { ADDRESS_FORMATS, type AddressFormat } from '../../../shared/model/index.ts';
import { isHex } from '../../../shared/wire/index.ts';
import { addressOf } from '../../crypto/index.ts';
import { command } from '../define.ts';
import { usage } from '../exit-codes.ts';

export const address = command({
  name: 'address',
  summary: 'the address of a public key; offline',
  options: {
    'public-key': {
      hint: 'HEX',
      required: true,
      summary: 'compressed or uncompressed ECDSA key, or 32 bytes of Ed25519',
    },
    format: { hint: 'ADDRESS_FORMAT_X', required: true, summary: 'one of the address formats of the interface' },
  },
  async run({ options }, context) {
    const publicKey = options['public-key'].toLowerCase();
    if (!isHex(publicKey))
      throw usage('--public-key is not hexadecimal text with two digits a byte. Nothing was computed.');
    if (!isAddressFormat(options.format)) {
      throw usage(
        '--format is not an address format of the interface, such as ADDRESS_FORMAT_ETHEREUM. Nothing was computed.',
      );
    }
    await context.print({ address: addressOf(options.format, publicKey), addressFormat: options.format, publicKey });
    return undefined;
  },
});

function isAddressFormat(text: string): text is AddressFormat {
  return (ADDRESS_FORMATS as readonly string[]).includes(text);
}
