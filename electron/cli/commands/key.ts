import { type CredentialRow, copyingOf, type KeyPlace } from '../../../shared/model/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import { command, type ValueOption } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { chosenStore, PLACE, PROFILE } from '../options.ts';
import { MAXIMUM_KEY_INPUT, readPrivateKey } from '../private-key.ts';
import { moduleOf, TOKEN_OPTIONS, tokenOf } from '../token-options.ts';

const CURVE = { hint: 'CURVE', choices: ['p256'], summary: 'curve of the key' } as const satisfies ValueOption;
const ID = { name: 'ID', summary: 'the credentialId that `key list` shows' } as const;

const create = command({
  name: 'key create',
  summary: 'makes an API key inside the vault, or on a token, and prints the public key to register',
  options: { profile: PROFILE, store: PLACE, ...TOKEN_OPTIONS, curve: CURVE },
  async run({ options }, context) {
    const module = moduleOf(options, context);
    const at = module === null ? null : tokenOf(module, options);
    const store = keptIn(options.store, context);
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile).name;
    const named = { profile, name: nextName(engine, profile) };
    await context.print(
      await (at === null
        ? engine.credentials.create({ ...named, store })
        : engine.credentials.createOnToken({ ...named, at })),
    );
    return undefined;
  },
});

const importKey = command({
  name: 'key import',
  summary: 'keeps an API key that exists already; its private key comes on stdin, or it is on a token and stays there',
  options: {
    profile: PROFILE,
    store: PLACE,
    ...TOKEN_OPTIONS,
    key: { hint: 'ID', summary: 'id of the key on the token, where it has several' },
    curve: CURVE,
  },
  notes: ['stdin: 64 hexadecimal digits or 32 raw bytes. On a terminal they are asked for and not echoed.'],
  async run({ options }, context) {
    const module = moduleOf(options, context);
    const at = module === null ? null : tokenOf(module, options);
    if (at === null && options.key !== undefined)
      throw usage('--key names a key on a token. Nothing was done. Add --store pkcs11.');
    const store = keptIn(options.store, context);
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile).name;
    if (at !== null) {
      const taken = { keyId: options.key?.toLowerCase() ?? null };
      const name = nextName(engine, profile);
      await context.print(await engine.credentials.createOnToken({ profile, name, at, taken }));
      return undefined;
    }
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
  summary: 'lists the keys: of one profile, or of all; the tokens of a module, or the keys that are on one',
  options: { profile: PROFILE, store: PLACE, ...TOKEN_OPTIONS },
  async run({ options }, context) {
    const module = moduleOf(options, context);
    const engine = await context.engine();
    if (module !== null) {
      await context.print(await onTokens(engine, module, options));
      return undefined;
    }
    const profile = options.profile === undefined ? undefined : engine.profiles.get(options.profile).name;
    const credentials = engine.credentials.list(profile);
    await context.print({
      credentials: credentials.filter(({ store }) => options.store === undefined || store === options.store),
    });
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
    const { publicKey, token } = engine.credentials.get(credentialId);
    await engine.credentials.remove(credentialId);
    if (token !== null)
      await context.say(`It is still on the token “${token.label}”. The programs of its maker remove it there.`);
    await context.print({ removed: credentialId, publicKey });
    return undefined;
  },
});

export const KEY_COMMANDS = [create, importKey, list, show, remove];

/** Asking a module is possible without a PIN for its tokens only. */
async function onTokens(engine: Engine, module: string, options: Parameters<typeof tokenOf>[1]) {
  if (options.token === undefined) return { tokens: await engine.tokens.tokens(module) };
  const { token, keys } = await engine.tokens.keys(tokenOf(module, options));
  return { token, keys: keys.map((key) => ({ ...key, copying: copyingOf(key.protection) })) };
}

/** The store of a key that is kept; a token's is chosen by other options. */
const keptIn = (place: KeyPlace | undefined, context: CommandContext) =>
  place === 'pkcs11' ? null : chosenStore(place, context);

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
