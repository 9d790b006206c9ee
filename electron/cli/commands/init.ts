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
    'A PIN is offered for keys in the keychain: on the terminal, else from FILE or from the file that CASTELLAN_PIN_FILE names, which every later command takes it from where there is no terminal. Wrong ones are counted, and wait.',
    'With --store pkcs11 your key is on the token, and without the token and its PIN nothing opens the vault, ever. What is begun without a terminal then gets the keychain’s PIN from the file that CASTELLAN_PIN_FILE names.',
    'Prints the profile as JSON. Its service starts with the first command that needs it.',
    'Called again it prints the same and changes nothing.',
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
    } else await context.say('The vault on this machine is there already. Nothing was changed.');
    await context.print(profiles.local());
    return undefined;
  },
});
