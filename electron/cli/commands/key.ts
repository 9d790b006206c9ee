import { existsSync } from 'node:fs';
import {
  type CredentialRow,
  copyingOf,
  KEY_CURVES,
  type KeyCurve,
  type StampScheme,
} from '../../../shared/model/index.ts';
import { plainScheme } from '../../../shared/wire/index.ts';
import { type Engine, nextKeyName } from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import { command, type FlagOption, type ValueOption } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { plainText, readFileBytes } from '../files.ts';
import { PLACE, PROFILE } from '../options.ts';
import { type GivenKey, MAXIMUM_KEY_INPUT, readApiKey } from '../private-key.ts';
import { keptIn, moduleOf, TOKEN_OPTIONS, tokenOf } from '../token-options.ts';

const CURVE = {
  hint: 'CURVE',
  choices: KEY_CURVES,
  summary: 'curve of the key; when absent p256, or the curve of the key on the token',
} as const satisfies ValueOption;
const EIP191 = {
  flag: true,
  summary: 'makes a secp256k1 key stamp like an Ethereum wallet (EIP-191)',
} as const satisfies FlagOption;
const ID = { name: 'ID', summary: 'the credentialId that `key list` shows' } as const;

const create = command({
  name: 'key create',
  summary: 'creates an API key in the vault or on a token and prints the public key to register',
  options: { profile: PROFILE, store: PLACE, ...TOKEN_OPTIONS, curve: CURVE, eip191: EIP191 },
  examples: [
    'castellan key create',
    'castellan key create --profile production --curve secp256k1',
    'castellan key create --store pkcs11 --module /usr/lib/opensc-pkcs11.so --token Operator',
  ],
  async run({ options }, context) {
    const module = moduleOf(options, context);
    const at = module === null ? null : tokenOf(module, options);
    const scheme = schemeOf(options);
    const store = keptIn(options.store, context);
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile).name;
    const named = { profile, name: nextName(engine, profile) };
    await context.print(
      await (at === null
        ? engine.credentials.create({ ...named, store, scheme })
        : engine.credentials.createOnToken({ ...named, at, scheme })),
    );
    return undefined;
  },
});

const importKey = command({
  name: 'key import',
  summary: 'imports an existing API key from stdin or a file, or uses one that is on a token',
  options: {
    profile: PROFILE,
    store: PLACE,
    ...TOKEN_OPTIONS,
    key: { hint: 'ID', summary: 'id of the key, for a token with several keys' },
    curve: CURVE,
    eip191: EIP191,
    file: { hint: 'FILE', summary: 'file with the private key, instead of stdin' },
  },
  notes: [
    'FILE or stdin has 64 hexadecimal digits, or 32 bytes in base64 or raw (but no text of 32 characters). A PEM file (PKCS#8 or SEC1) is read too. On a terminal, the command asks for the key and does not echo it.',
    'FILE can also be a private key file of the public command line client, such as ~/.config/turnkey/keys/NAME.private. The curve is taken from that file.',
    'If NAME.public is beside NAME.private, the two must be one key pair.',
    'Only this command imports a key from a file. The window accepts no private key.',
  ],
  examples: [
    'castellan key import --file ~/.config/turnkey/keys/default.private',
    'castellan key import --curve secp256k1 < key.hex',
  ],
  async run({ options }, context) {
    const module = moduleOf(options, context);
    const at = module === null ? null : tokenOf(module, options);
    if (at === null && options.key !== undefined)
      throw usage('--key names a key on a token. Nothing was done. Add --store pkcs11.');
    if (at !== null && options.file !== undefined)
      throw usage('A key on a token stays there, so no --file is read. Nothing was done. Leave one of the two out.');
    const store = keptIn(options.store, context);
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile).name;
    if (at !== null) {
      const taken = { keyId: options.key?.toLowerCase() ?? null };
      const stamping = options.curve === undefined && !options.eip191 ? {} : { scheme: schemeOf(options) };
      const name = nextName(engine, profile);
      await context.print(await engine.credentials.createOnToken({ profile, name, at, taken, ...stamping }));
      return undefined;
    }
    const given = await readGiven(options.file, context);
    try {
      const { privateKey, publicKey } = given;
      const scheme = schemeOf({ ...options, curve: agreed(options.curve, given) });
      const key = { profile, name: nextName(engine, profile), store, scheme, privateKey, publicKey };
      await context.print(await engine.credentials.import(key));
    } finally {
      given.privateKey.fill(0);
    }
    return undefined;
  },
});

const list = command({
  name: 'key list',
  summary: 'lists the keys of one or all profiles, the tokens of a module, or the keys on a token',
  options: { profile: PROFILE, store: PLACE, ...TOKEN_OPTIONS },
  examples: ['castellan key list', 'castellan key list --store pkcs11 --module /usr/lib/opensc-pkcs11.so'],
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
  summary: 'shows one key; without ID the only key of the profile',
  arguments: [ID],
  options: { profile: PROFILE },
  examples: ['castellan key show', 'castellan key show 0f3b8f5e'],
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
  summary: 'removes a key from this machine; the service still accepts its public key until you delete it there',
  arguments: [{ ...ID, required: true }],
  examples: ['castellan key remove 0f3b8f5e'],
  async run({ arguments: [credentialId = ''] }, context) {
    const engine = await context.engine();
    const { publicKey, token } = engine.credentials.get(credentialId);
    await engine.credentials.remove(credentialId);
    if (token !== null)
      await context.say(`It is still on the token “${token.label}”. Remove it there with the token vendor’s software.`);
    await context.print({ removed: credentialId, publicKey });
    return undefined;
  },
});

export const KEY_COMMANDS = [create, importKey, list, show, remove];

/** Returns the scheme by which a key stamps. Throws USAGE for options that exclude each other. */
function schemeOf({
  curve = 'p256',
  eip191,
}: {
  readonly curve?: KeyCurve | undefined;
  readonly eip191: boolean;
}): StampScheme {
  if (eip191 && curve !== 'secp256k1')
    throw usage('--eip191 is for keys of secp256k1. Nothing was done. Add --curve secp256k1, or leave it out.');
  return eip191 ? 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191' : plainScheme(curve);
}

/** Returns the curve of the option and the file. Throws USAGE when they differ. */
function agreed(wanted: KeyCurve | undefined, { curve }: GivenKey): KeyCurve | undefined {
  if (wanted === undefined || curve === null || wanted === curve) return wanted ?? curve ?? undefined;
  throw usage(`The key is of ${curve}, not of ${wanted}. Nothing was kept. Leave --curve out.`);
}

const PRIVATE = '.private';
const MAXIMUM_PUBLIC = 256;

/** Reads the key from stdin or a file, with the public half given beside it. Throws FILE_REFUSED and KEY_INVALID. */
async function readGiven(file: string | undefined, context: CommandContext): Promise<GivenKey> {
  if (file === undefined) return readApiKey(await readKeyInput(context), 'What came on stdin');
  const given = readApiKey(await readFileBytes(file, MAXIMUM_KEY_INPUT, 'The file'), `The file ${file}`);
  const beside = file.endsWith(PRIVATE) ? `${file.slice(0, -PRIVATE.length)}.public` : null;
  if (given.publicKey !== null || beside === null || !existsSync(beside)) return given;
  try {
    const text = plainText(await readFileBytes(beside, MAXIMUM_PUBLIC, 'The file'), `The file ${beside}`);
    return { ...given, publicKey: text.trim().toLowerCase() };
  } catch (error) {
    given.privateKey.fill(0);
    throw error;
  }
}

/** Without a PIN a module can only list its tokens. */
async function onTokens(engine: Engine, module: string, options: Parameters<typeof tokenOf>[1]) {
  if (options.token === undefined) return { tokens: await engine.tokens.tokens(module) };
  const { token, keys } = await engine.tokens.keys(tokenOf(module, options));
  return { token, keys: keys.map((key) => ({ ...key, copying: copyingOf(key.protection) })) };
}

function readKeyInput(context: CommandContext): Promise<Uint8Array<ArrayBuffer>> {
  return context.input.isTerminal()
    ? context.input.readHiddenLine('Private key: ', MAXIMUM_KEY_INPUT)
    : context.input.readAll(MAXIMUM_KEY_INPUT, 'The private key');
}

const nextName = (engine: Engine, profile: string) => nextKeyName(engine.credentials.list(profile));

function onlyKey(engine: Engine, profileName: string | undefined): CredentialRow {
  const { name } = engine.profiles.get(profileName);
  const [first, ...others] = engine.credentials.list(name);
  if (first === undefined)
    throw usage(
      `The profile ${name} has no key yet. Nothing was shown. \`castellan key create --profile ${name}\` makes one.`,
    );
  if (others.length > 0)
    throw usage(
      `The profile ${name} has ${others.length + 1} keys. Nothing was shown. Name one by its ID; \`castellan key list\` shows them.`,
    );
  return first;
}
