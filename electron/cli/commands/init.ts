import { command } from '../define.ts';
import { chosenStore, STORE } from '../options.ts';

export const init = command({
  name: 'init',
  summary: 'makes the vault on this machine: a key, an organization and the profile `local`',
  options: { store: STORE },
  notes: [
    'Prints the profile as JSON. Its service starts with the first command that needs it.',
    'Called again it prints the same and changes nothing.',
  ],
  async run({ options }, context) {
    const store = chosenStore(options.store, context);
    const { profiles, setup } = await context.engine();
    if (profiles.local() === null) {
      await setup.createLocal({ store }, { signal: context.signal });
      await context.say('The vault on this machine was made. `castellan call create_wallet …` makes its first wallet.');
    } else await context.say('The vault on this machine is there already. Nothing was changed.');
    await context.print(profiles.local());
    return undefined;
  },
});
