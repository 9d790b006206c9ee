import { command } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { PLACE } from '../options.ts';
import { keptIn, moduleOf, TOKEN_OPTIONS, tokenOf } from '../token-options.ts';

export const init = command({
  name: 'init',
  summary: 'creates the vault on this machine: a key, an organization and the profile `local`',
  options: {
    store: PLACE,
    ...TOKEN_OPTIONS,
    'pin-file': {
      hint: 'FILE',
      summary:
        'file with the PIN for the keychain’s keys or the token, readable only by you, instead of asking on the terminal',
    },
  },
  notes: [
    'Keys in the keychain can have a PIN. Castellan asks for it on the terminal, or reads it from FILE or from the file that CASTELLAN_PIN_FILE names. Later commands without a terminal read it from CASTELLAN_PIN_FILE. Wrong PINs are counted, and each makes the next try wait.',
    'With --store pkcs11 your key is on the token, and only the token with its PIN can open the vault. Commands without a terminal then read the keychain’s PIN from the file that CASTELLAN_PIN_FILE names.',
    'Prints the profile as JSON. Its service starts with the first command that needs it.',
    'A second run prints the same and changes nothing.',
  ],
  examples: ['castellan init', 'castellan init --store file'],
  async run({ options }, context) {
    const store = keptIn(options.store, context);
    const module = moduleOf({ ...options, 'pin-file': undefined }, context);
    if (options['pin-file'] !== undefined && store === 'file')
      throw usage(
        '--pin-file is for keys in the keychain. Nothing was done. Leave it out: a passphrase opens the key file.',
      );
    const token = module === null ? undefined : { ...tokenOf(module, options), keyId: null };
    context.pinFile = options['pin-file'] ?? null;
    const { profiles, setup } = await context.engine();
    if (profiles.local() === null) {
      await setup.createLocal({ store, token }, { signal: context.signal });
      await context.say('The vault on this machine was made. `castellan call create_wallet …` makes its first wallet.');
    } else await context.say('This machine already has a vault. Nothing was changed.');
    await context.print(profiles.local());
    return undefined;
  },
});
