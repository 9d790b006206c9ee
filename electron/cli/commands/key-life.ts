import { DAY_MS } from '../../../shared/model/index.ts';
import type { KeyChange } from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import { command, type ValueOption } from '../define.ts';
import { EXIT, exitCodeOfStatus } from '../exit-codes.ts';
import { PIN_FILE, wholeNumber } from '../options.ts';

const ID = { name: 'ID', summary: 'the credentialId that `key list` shows', required: true } as const;
const DAYS = {
  hint: 'DAYS',
  summary: 'days until the service refuses the key; no limit when absent',
} as const satisfies ValueOption;

const DAY_SECONDS = DAY_MS / 1000;
/** Ten years. */
const MAXIMUM_DAYS = 3650;

const rename = command({
  name: 'key rename',
  summary: 'renames a key',
  arguments: [ID, { name: 'NAME', summary: 'its new name', required: true }],
  examples: ['castellan key rename 0f3b8f5e "Office laptop"'],
  async run({ arguments: [credentialId = '', name = ''] }, context) {
    await context.print(await (await context.engine()).credentials.rename(credentialId, name));
    return undefined;
  },
});

const test = command({
  name: 'key test',
  summary: 'signs a challenge with a key, verifies it, and asks the service for the owner of the key',
  arguments: [ID],
  options: { offline: { flag: true, summary: 'does not ask the service' }, 'pin-file': PIN_FILE },
  examples: ['castellan key test 0f3b8f5e', 'castellan key test 0f3b8f5e --offline'],
  async run({ options, arguments: [credentialId = ''] }, context) {
    context.pinFile = options['pin-file'] ?? null;
    await context.print(await (await context.engine()).keyLife.test(credentialId, { offline: options.offline }));
    return undefined;
  },
});

const register = command({
  name: 'key register',
  summary: 'registers a key with the service, stamped by the key that the profile uses',
  arguments: [ID],
  options: { 'expires-in': DAYS, 'pin-file': PIN_FILE },
  notes: ['Exit code 3: others have to vote first. Run the same command again to continue.'],
  examples: ['castellan key register 0f3b8f5e --expires-in 90'],
  async run({ options, arguments: [credentialId = ''] }, context) {
    context.pinFile = options['pin-file'] ?? null;
    const { keyLife } = await context.engine();
    const expiring = { expirationSeconds: secondsOf(options['expires-in']), signal: context.signal };
    return reportChange(await keyLife.register(credentialId, expiring), 'is registered', context);
  },
});

const rotate = command({
  name: 'key rotate',
  summary: 'replaces a key: creates, registers and tests a new key, then deletes the old one',
  arguments: [ID],
  options: { 'expires-in': DAYS, 'pin-file': PIN_FILE },
  notes: [
    'If it stops at any step, run the same command again to continue. The old key is used until the new key is proven.',
    'Exit code 3: others have to vote first.',
  ],
  examples: ['castellan key rotate 0f3b8f5e'],
  async run({ options, arguments: [credentialId = ''] }, context) {
    context.pinFile = options['pin-file'] ?? null;
    const { keyLife } = await context.engine();
    const expiring = { expirationSeconds: secondsOf(options['expires-in']), signal: context.signal };
    return reportChange(await keyLife.rotate(credentialId, expiring), 'replaced the old key', context);
  },
});

const retire = command({
  name: 'key retire',
  summary: 'stops using a key without deleting it; the profile uses its next key',
  arguments: [ID],
  examples: ['castellan key retire 0f3b8f5e'],
  async run({ arguments: [credentialId = ''] }, context) {
    const { credentials, profiles } = await context.engine();
    const retired = await credentials.retire(credentialId);
    await context.print(retired);
    const { name, publicKey } = credentials.stamping(profiles.get(retired.profile));
    await context.say(`From now on ${name} stamps for ${retired.profile}: ${publicKey}`);
    return undefined;
  },
});

const keepPin = command({
  name: 'key keep-pin',
  summary: 'keeps the PIN of a key’s token in the keychain',
  arguments: [ID],
  options: { 'pin-file': PIN_FILE },
  notes: [
    'Programs that may read your keychain can read the PIN. Castellan drops a wrong PIN and never tries it twice.',
    'Signatures and exports that need a PIN each time still ask for it. `key forget-pin`, or removing the key, removes the PIN.',
  ],
  examples: ['castellan key keep-pin 0f3b8f5e'],
  async run({ options, arguments: [credentialId = ''] }, context) {
    context.pinFile = options['pin-file'] ?? null;
    const { tokens, credentials } = await context.engine();
    await tokens.keepPin(credentialId);
    await context.print(credentials.get(credentialId));
    return undefined;
  },
});

const forgetPin = command({
  name: 'key forget-pin',
  summary: 'removes the PIN of a key’s token from the keychain',
  arguments: [ID],
  examples: ['castellan key forget-pin 0f3b8f5e'],
  async run({ arguments: [credentialId = ''] }, context) {
    const { tokens, credentials } = await context.engine();
    await tokens.forgetPin(credentialId);
    await context.print(credentials.get(credentialId));
    return undefined;
  },
});

/** The `key` commands that change a key after its creation. `key.ts` has the others. */
export const KEY_LIFE_COMMANDS = [rename, test, register, rotate, retire, keepPin, forgetPin];

/** Converts `--expires-in` to seconds. Undefined when absent, which means no limit. Throws USAGE. */
function secondsOf(days: string | undefined): number | undefined {
  // At least 1: a script that computes 0 days must not get a key without a limit.
  return days === undefined ? undefined : wholeNumber(days, 'expires-in', 1, MAXIMUM_DAYS, 1) * DAY_SECONDS;
}

/**
 * Prints the key and reports the change as `done`, or its unfinished activity. Returns the exit code. `--json` gets the
 * whole activity, and a person reads its id in the message.
 */
async function reportChange(
  { credential, waiting }: KeyChange,
  done: string,
  context: CommandContext,
): Promise<number> {
  await context.print({ credential, ...(waiting === null || !context.json ? {} : { activity: waiting }) });
  if (waiting === null) {
    await context.say(`${credential.name} ${done}${context.json ? `: ${credential.publicKey}` : '.'}`);
    return EXIT.done;
  }
  await context.say(
    `Activity ${waiting.id} is not finished, so nothing else was changed yet. Run the same command again after it is finished.`,
  );
  return exitCodeOfStatus(waiting.status);
}
