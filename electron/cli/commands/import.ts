import {
  ADDRESS_FORMAT_FACTS,
  type AddressFormat,
  CURVES,
  LIMITS,
  type ProfileRow,
  spellPath,
} from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { encodingFault } from '../../../shared/wire/index.ts';
import {
  type Engine,
  type ImportAs,
  importBundles,
  importFinish,
  importStart,
  type SealedImport,
  type WantedImport,
} from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import { type CommandInput, command, type OptionTable, type ValueOption } from '../define.ts';
import { EXIT, usage } from '../exit-codes.ts';
import { readMnemonic } from '../mnemonic.ts';
import { addressFormatOf, CONFIRM, FORMAT, idOf, PIN_FILE, PROFILE } from '../options.ts';
import { passphraseOf } from '../passphrase.ts';
import { readSecretInput } from '../secret-input.ts';
import { conclude, submitPrepared } from '../submit.ts';

const USUAL_FORMAT: AddressFormat = 'ADDRESS_FORMAT_ETHEREUM';
const BRACE = 0x7b;
const NAME = { name: 'NAME', summary: 'its name at the service', required: true } as const;
const OPTIONS = {
  profile: PROFILE,
  file: { hint: 'FILE', summary: 'file to read, readable only by you, instead of stdin' },
  started: { hint: 'ID', summary: 'finished activity that started the import, where starting one needs votes' },
  confirm: CONFIRM,
  'pin-file': PIN_FILE,
} as const satisfies OptionTable;
type Options = CommandInput<typeof OPTIONS>['options'];
const FORMATS = {
  ...FORMAT,
  required: false,
  many: true,
  summary: 'format of an address to derive and compare; may be repeated',
} as const satisfies ValueOption;

const SEALED =
  'The vault verifies the key of the service against the signer key of the profile, derives the addresses, and encrypts to that key. The addresses are shown before the request is sent, and compared with those that the service reports.';
const VOTES = 'Exit code 3: others have to vote first. --started continues a start that needed votes.';

const importWallet = command({
  name: 'import wallet',
  summary: 'imports a wallet from its recovery phrase',
  arguments: [NAME],
  options: {
    ...OPTIONS,
    format: FORMATS,
    path: { hint: 'P', summary: 'path of the account, for one --format; the usual path of the format when absent' },
  },
  notes: [
    'FILE or stdin has the words of a BIP-39 mnemonic in any of its nine languages. On a terminal, the command asks for them and does not echo them.',
    'Without --format the wallet gets one Ethereum account.',
    SEALED,
    VOTES,
  ],
  examples: [
    'castellan import wallet Treasury --file words.txt',
    'castellan import wallet Treasury --format ADDRESS_FORMAT_ETHEREUM --format ADDRESS_FORMAT_SOLANA < words.txt',
  ],
  async run({ options, arguments: [name = ''] }, context) {
    const as = walletOf(options.format, options.path);
    const given = await readMnemonic(options.file, context);
    return runImport({ name, given, passphrase: null, as }, options, context);
  },
});

const importKey = command({
  name: 'import key',
  summary: 'imports a private key of an account',
  arguments: [NAME],
  options: {
    ...OPTIONS,
    format: { ...FORMATS, summary: `${FORMATS.summary}; at least one` },
    curve: { hint: 'CURVE_X', choices: CURVES, summary: 'curve of the key, if its file and --format allow several' },
    'passphrase-file': { hint: 'FILE', summary: 'file with the passphrase of a keystore file, readable only by you' },
  },
  notes: [
    'FILE or stdin has 64 hexadecimal digits, a WIF, or base58 or the bytes of a Solana key pair. A PEM file (PKCS#8 or SEC1) and a keystore file of an Ethereum wallet are read too. On a terminal, the command asks for the key and does not echo it.',
    'To import an API key that stamps requests: `castellan key import`.',
    SEALED,
    VOTES,
  ],
  examples: [
    'castellan import key "Hot wallet" --format ADDRESS_FORMAT_ETHEREUM --file key.hex',
    'castellan import key Old --format ADDRESS_FORMAT_ETHEREUM --file UTC--2016.json --passphrase-file passphrase.txt',
  ],
  async run({ options, arguments: [name = ''] }, context) {
    if (options.format.length === 0)
      throw usage(
        '`import key` needs --format ADDRESS_FORMAT_X. Nothing was imported. Name a format of its addresses.',
      );
    const addressFormats = options.format.map(addressFormatOf);
    const wanted = { what: 'The private key', asked: 'Private key: ', maximum: LIMITS.importedSecret };
    const given = await readSecretInput(options.file, wanted, context);
    const isKeystore = encodingFault(given) === null && given.find((byte) => byte > 0x20) === BRACE;
    const passphrase = await passphraseIf(isKeystore, options['passphrase-file'], context).catch((error: unknown) => {
      given.fill(0);
      throw error;
    });
    const as: ImportAs = { kind: 'key', curve: options.curve ?? null, addressFormats };
    return runImport({ name, given, passphrase, as }, options, context);
  },
});

const importSecret = command({
  name: 'import secret',
  summary: 'imports a secret, byte for byte',
  arguments: [NAME],
  options: OPTIONS,
  notes: [
    'FILE or stdin has the bytes of the secret, up to 64 KiB. A final line break is part of the secret.',
    'The vault verifies the key of the service against the signer key of the profile, and encrypts to that key.',
    VOTES,
  ],
  examples: ['castellan import secret "Exchange key" --file secret.txt'],
  async run({ options, arguments: [name = ''] }, context) {
    const wanted = { what: 'The secret', asked: 'Secret: ', maximum: LIMITS.importedSecret };
    const given = await readSecretInput(options.file, wanted, context);
    if (given.length === 0) throw usage('The secret is empty. Nothing was imported. Give at least one byte.');
    if (given.at(-1) === 0x0a) await context.say('Care: the secret ends with a line break, which is imported too.');
    return runImport({ name, given, passphrase: null, as: { kind: 'secret' } }, options, context);
  },
});

export const IMPORT_COMMANDS = [importWallet, importKey, importSecret];

type WalletAs = Extract<WantedImport['as'], { kind: 'wallet' }>;

/** The accounts of the given formats at their usual paths, or at one path. Throws USAGE. */
function walletOf(formats: readonly string[], path: string | undefined): WalletAs {
  if (path !== undefined && formats.length > 1)
    throw usage('--path is for one --format. Nothing was imported. Leave it out, or give one format.');
  const wanted = formats.length === 0 ? [USUAL_FORMAT] : formats.map(addressFormatOf);
  const accounts = wanted.map((addressFormat) => {
    const { curves, defaultPath } = ADDRESS_FORMAT_FACTS[addressFormat];
    return { curve: curves[0], path: path === undefined ? defaultPath : spellPath(path), addressFormat };
  });
  return { kind: 'wallet', accounts };
}

async function passphraseIf(isNeeded: boolean, file: string | undefined, context: CommandContext) {
  if (isNeeded) return passphraseOf('the keystore file', context, { file, isNew: false });
  if (file === undefined) return null;
  throw usage('--passphrase-file is for keystore files only. Nothing was imported. Leave it out.');
}

type Secret = Pick<WantedImport, 'given' | 'passphrase' | 'as'> & { readonly name: string };

/** Starts an import, seals the secret, shows its addresses, sends it, and compares. Wipes the secret. */
async function runImport({ name, ...secret }: Secret, options: Options, context: CommandContext) {
  try {
    const started =
      options.started === undefined ? undefined : idOf(options.started, 'started', 'Nothing was imported.');
    context.confirming = options.confirm;
    context.pinFile = options['pin-file'] ?? null;
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile);
    // Before anything is stamped: a file that holds something else must leave no import at the service.
    await engine.imports.check(secret);
    const { userId } = await engine.queries.ask('whoami', {}, { profile, signal: context.signal });
    const start = importStart(secret.as.kind, userId);
    const activity = await startImport(start, { profile, started }, engine, context);
    const [bundle] = importBundles(activity);
    if (bundle === undefined) {
      await context.say('The import has not started, so nothing was encrypted or imported.');
      return await conclude({ activity, signature: null, signed: null }, context);
    }
    const sealed = await engine.imports.seal(profile, { ...secret, bundle, userId });
    for (const line of addressLines(secret.as, sealed)) await context.say(line);
    for (const { text } of sealed.findings) await context.say(`Care: ${text}`);
    const { operation, parameters } = importFinish(secret.as, { name, userId }, sealed);
    const { findings } = sealed;
    const prepared = await engine.requests.prepare(operation, parameters, { profile, findings });
    const sent = await submitPrepared(prepared, 0, context);
    const isSame = engine.imports.compare(secret.as, sealed.addresses, sent.activity);
    const exitCode = await conclude(sent, context);
    if (isSame) await context.say('Proven: the service reports the addresses that the vault derived.');
    else if (exitCode === EXIT.unfinished && sealed.addresses.length > 0)
      await context.say('Compare the addresses above with those of the import when it is finished.');
    return exitCode;
  } finally {
    secret.given.fill(0);
    secret.passphrase?.fill(0);
  }
}

/** Returns the activity that started the import: a new one, or the one with the id `started`. */
async function startImport(
  { operation, parameters }: ReturnType<typeof importStart>,
  { profile, started }: { readonly profile: ProfileRow; readonly started: string | undefined },
  engine: Engine,
  context: CommandContext,
): Promise<Activity> {
  const asking = { profile, signal: context.signal };
  if (started !== undefined)
    return (await engine.queries.ask('get_activity', { activityId: started }, asking)).activity;
  const prepared = await engine.requests.prepare(operation, parameters, { profile });
  return (await submitPrepared(prepared, 0, context)).activity;
}

function addressLines(as: WantedImport['as'], { addresses, curve }: SealedImport): string[] {
  if (as.kind === 'secret') return [];
  const [head, ...rest] =
    as.kind === 'wallet'
      ? [
          'Addresses, derived in the vault:',
          ...as.accounts.map(({ path, addressFormat }) => `${addressFormat} ${path}`),
        ]
      : [`Addresses of the ${curve} key, derived in the vault:`, ...as.addressFormats];
  return [head, ...rest.map((label, index) => `  ${addresses[index]}  ${label}`)];
}
