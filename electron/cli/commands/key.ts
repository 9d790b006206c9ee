import type { CredentialRow } from '../../../shared/model/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import { command, type ValueOption } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { chosenStore, PROFILE, STORE } from '../options.ts';
import { MAXIMUM_KEY_INPUT, readPrivateKey } from '../private-key.ts';

const CURVE = { hint: 'CURVE', choices: ['p256'], summary: 'curve of the key' } as const satisfies ValueOption;
const ID = { name: 'ID', summary: 'the credentialId that `key list` shows' } as const;

const create = command({
  name: 'key create',
  summary: 'makes an API key inside the vault and prints the public key to register',
  options: { profile: PROFILE, store: STORE, curve: CURVE },
  async run({ options }, context) {
    const store = chosenStore(options.store, context);
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile).name;
    await context.print(await engine.credentials.create({ profile, name: nextName(engine, profile), store }));
    return undefined;
  },
});

const importKey = command({
  name: 'key import',
  summary: 'keeps an API key that exists already; its private key comes on stdin',
  options: { profile: PROFILE, store: STORE, curve: CURVE },
  notes: ['stdin: 64 hexadecimal digits or 32 raw bytes. On a terminal they are asked for and not echoed.'],
  async run({ options }, context) {
    const store = chosenStore(options.store, context);
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile).name;
    const privateKey = readPrivateKey(await readKeyInput(context), 'What came on stdin');
    try {
      await context.print(
        await engine.credentials.import({ profile, name: nextName(engine, profile), store, privateKey }),
      );
    } finally {
      privateKey.fill(0);
    }
    return undefined;
  },
});

const list = command({
  name: 'key list',
  summary: 'lists the keys: of one profile, or of all',
  options: { profile: PROFILE },
  async run({ options }, context) {
    const engine = await context.engine();
    const profile = options.profile === undefined ? undefined : engine.profiles.get(options.profile).name;
    await context.print({ credentials: engine.credentials.list(profile) });
    return undefined;
  },
});

const show = command({
  name: 'key show',
  summary: 'shows one key; without ID the only one of the profile',
  arguments: [ID],
  options: { profile: PROFILE },
  async run({ options, arguments: [credentialId] }, context) {
    const engine = await context.engine();
    await context.print(
      credentialId === undefined ? onlyKey(engine, options.profile) : engine.credentials.get(credentialId),
    );
    return undefined;
  },
});

const remove = command({
  name: 'key remove',
  summary: 'removes a key from this machine; the service keeps its public half until it is deleted there',
  arguments: [{ ...ID, required: true }],
  async run({ arguments: [credentialId = ''] }, context) {
    const engine = await context.engine();
    const { publicKey } = engine.credentials.get(credentialId);
    await engine.credentials.remove(credentialId);
    await context.print({ removed: credentialId, publicKey });
    return undefined;
  },
});

export const KEY_COMMANDS = [create, importKey, list, show, remove];

function readKeyInput(context: CommandContext): Promise<Uint8Array<ArrayBuffer>> {
  return context.input.isTerminal()
    ? context.input.readHiddenLine('Private key: ', MAXIMUM_KEY_INPUT)
    : context.input.readAll(MAXIMUM_KEY_INPUT, 'The private key');
}

/** Names count up per profile; the public key, not the name, identifies a key. */
function nextName(engine: Engine, profile: string): string {
  const taken = new Set(engine.credentials.list(profile).map(({ name }) => name));
  let number = taken.size + 1;
  while (taken.has(`Key ${number}`)) number += 1;
  return `Key ${number}`;
}

function onlyKey(engine: Engine, profileName: string | undefined): CredentialRow {
  const { name } = engine.profiles.get(profileName);
  const [first, ...others] = engine.credentials.list(name);
  if (first === undefined)
    throw usage(`The profile ${name} has no key yet. \`castellan key create --profile ${name}\` makes one.`);
  if (others.length > 0)
    throw usage(
      `The profile ${name} has ${others.length + 1} keys. Name one by its ID; \`castellan key list\` shows them.`,
    );
  return first;
}
