import { resolve } from 'node:path';
import { ADDRESS_FORMATS, type KEY_PLACES, LIMITS, REVEAL_FORMATS } from '../../../shared/model/index.ts';
import { wipeBytes } from '../../../shared/wire/index.ts';
import { type Engine, type Expected, readWantedExports, writeNewFile } from '../../engine/index.ts';
import { QR, writeCarried } from '../carried.ts';
import type { CommandContext } from '../context.ts';
import { type CommandInput, command, type OptionTable } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { plainText, readFileBytes, readText, requireNewFile } from '../files.ts';
import { idOf, PIN_FILE, PLACE, PROFILE, uncompressedKey } from '../options.ts';
import { MAXIMUM_KEY_INPUT, readPrivateKey } from '../private-key.ts';
import { keptIn, MODULE, moduleOf, TOKEN_OPTIONS, tokenOf } from '../token-options.ts';
import { countingIn } from './export-lists.ts';
import { checkReaders, READERS, readersOf } from './export-readers.ts';

const UNPROVEN = 'Not proven: no address was compared. The bundle may contain a different key.';

const target = command({
  name: 'export target',
  summary: 'creates a target key in the vault or on a token; the service encrypts an export to it',
  options: {
    profile: PROFILE,
    store: PLACE,
    ...TOKEN_OPTIONS,
    for: {
      hint: 'FILE',
      summary: 'list of exports: makes a target key for each of them, and writes a container to --out',
    },
    out: { hint: 'FILE', summary: 'new file for the online machine, with --for' },
    qr: { ...QR, summary: `with --out: ${QR.summary}` },
  },
  notes: [
    'Prints {"id","targetPublicKey"}: the public key goes into export_wallet_account, the id into `export open`.',
    'With --for it prints {"out","exports","checkCode"}. `export gather` takes the file and the check code on the online machine.',
    'FILE is a JSON list of {"kind","of","address","addressFormat"}, or the output of `call list_wallet_accounts`.',
    'A key on a token needs ECDH (CKM_ECDH1_DERIVE). It opens bundles only while the token is connected, and asks for its PIN each time.',
  ],
  examples: ['castellan export target', 'castellan export target --for accounts.json --out targets.castellan'],
  async run({ options }, context) {
    if (options.for !== undefined || options.out !== undefined || options.qr) return makeList(options, context);
    const module = moduleOf(options, context);
    const at = module === null ? null : tokenOf(module, options);
    const store = keptIn(options.store, context);
    const engine = await context.engine();
    const profile = options.profile === undefined ? undefined : engine.profiles.get(options.profile);
    await context.print(await engine.exports.createTarget({ profile, store, at }));
    return undefined;
  },
});

async function makeList(
  options: {
    readonly [Name in 'for' | 'out' | 'profile' | 'module']: string | undefined;
  } & { readonly store: (typeof KEY_PLACES)[number] | undefined; readonly qr: boolean },
  context: CommandContext,
): Promise<undefined> {
  const { for: file, out } = options;
  if (file === undefined || out === undefined)
    throw usage('--for and --out belong together. No target key was made. Give both.');
  if (options.module !== undefined || options.store === 'pkcs11')
    throw usage('A list of target keys is kept in the vault. No target key was made. Leave --module out.');
  requireNewFile(out, 'No target key was made.');
  const wanted = readWantedExports(
    await readText(file, { maximum: LIMITS.body, what: 'The list', input: context.input }),
  );
  const engine = await context.engine();
  const profile = engine.profiles.get(options.profile);
  const store = keptIn(options.store, context);
  for (const { kind, of, address } of wanted) await context.say(`${kind} ${of}${of === address ? '' : `, ${address}`}`);
  const { text, code } = await engine.exportLists.make(wanted, { profile, store }, countingIn(context));
  await writeCarried(out, text, options.qr);
  await context.print(
    { out, exports: wanted.length, checkCode: code },
    `${wanted.length} target keys are made.\nCheck code: ${code}\nType it on the online machine.`,
  );
  return undefined;
}

const OPEN_OPTIONS = {
  target: { hint: 'ID', summary: 'id of the target key, from `export target`' },
  'target-key-file': { hint: 'F', summary: 'target key from a file instead: 64 hexadecimal digits or 32 raw bytes' },
  module: { ...MODULE, summary: `${MODULE.summary}, for a target key on a token` },
  'pin-file': PIN_FILE,
  bundle: { hint: 'FILE', required: true, summary: 'file with the exportBundle text of the service' },
  'organization-id': { hint: 'ID', required: true, summary: 'organization that the bundle must name' },
  'signer-key': { hint: 'HEX', summary: 'public key that must have signed the bundle; the profile’s when absent' },
  profile: PROFILE,
  address: { hint: 'A', summary: 'address that the key in the bundle must have' },
  format: { hint: 'F', choices: ADDRESS_FORMATS, summary: 'format of that address' },
  unproven: {
    flag: true,
    summary: 'opens the bundle without an address to compare, so nothing proves which account it belongs to',
  },
  keep: { flag: true, summary: 'keeps the target key, so that other bundles for it can be opened' },
  as: { hint: 'FORM', choices: REVEAL_FORMATS, summary: 'format of the secret; hex when absent' },
  ...READERS,
  out: { hint: 'FILE|-', required: true, summary: 'new file (0600, never overwrites), or - for stdout' },
} as const satisfies OptionTable;

const open = command({
  name: 'export open',
  summary: 'opens an export bundle in the vault, with no network',
  options: OPEN_OPTIONS,
  notes: [
    'Needs --address A --format F and refuses a key of another address. Without an address it needs --unproven.',
    'After the secret is written, the target key is destroyed and can open no other bundle. --keep keeps it.',
    'With --out FILE stdout gets {"out","bytes","proven","proof"}. With --out - stdout gets the secret and nothing else.',
  ],
  examples: [
    'castellan export open --target 2b7c --bundle bundle.json --organization-id 3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10 --address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --format ADDRESS_FORMAT_ETHEREUM --out key.hex',
  ],
  async run(input, context) {
    const { options } = input;
    if ((options.target === undefined) === (options['target-key-file'] === undefined)) {
      throw usage(
        '`export open` needs a target key. Nothing was opened. Give either --target ID or --target-key-file F.',
      );
    }
    if (options.keep && options.target === undefined)
      throw usage(
        '--keep is for a key that `export target` made. Nothing was opened. Leave it out: Castellan never deletes a key file.',
      );
    const expected = expectedOf(input);
    const form = options.as ?? 'hex';
    checkReaders(form, options);
    context.pinFile = options['pin-file'] ?? null;
    if (options.out !== '-') requireNewFile(options.out, 'Nothing was opened.');
    const engine = await context.engine();
    const { revealId, proof } = await openBundle(input, engine, expected);
    try {
      const readers = await readersOf(form, options, context);
      const secret = await engine.exports.reveal(revealId, form, readers).finally(() => wipeBytes(readers));
      try {
        if (expected === null) await context.say(UNPROVEN);
        if (options.out === '-') await giveOut(secret, context);
        else await writeNewFile(options.out, secret);
        if (!options.keep && options.target !== undefined) await engine.exports.destroyTarget(options.target);
        if (options.out !== '-')
          await context.print({ out: options.out, bytes: secret.length, proven: expected !== null, proof });
      } finally {
        secret.fill(0);
      }
    } finally {
      await engine.exports.close(revealId);
    }
    return undefined;
  },
});

export const EXPORT_COMMANDS = [target, open];

/** Returns the address that the key is proven against, or null with `--unproven`. Throws USAGE. */
function expectedOf({ options }: CommandInput<typeof OPEN_OPTIONS>): Expected | null {
  const { address, format, unproven } = options;
  if (unproven && address === undefined && format === undefined) return null;
  if (!unproven && address !== undefined && format !== undefined) return { address, addressFormat: format };
  throw usage(
    '`export open` needs an address to prove the key against. Nothing was opened. Give --address A --format F, or --unproven.',
  );
}

async function openBundle({ options }: CommandInput<typeof OPEN_OPTIONS>, engine: Engine, expected: Expected | null) {
  const given = options['signer-key'];
  const signerKey =
    given === undefined
      ? await profileSigner(options.profile, engine)
      : uncompressedKey(given, 'signer-key', 'Nothing was opened.');
  const bytes = await readFileBytes(options.bundle, LIMITS.bundle, 'The bundle', 'BUNDLE_TOO_LARGE');
  const common = {
    bundle: plainText(bytes, `The bundle ${options.bundle}`).trim(),
    organizationId: idOf(options['organization-id'], 'organization-id', 'Nothing was opened.'),
    signerKey,
  };
  if (options.target !== undefined) {
    const module = options.module === undefined ? null : resolve(options.module);
    return engine.exports.openBundle({ ...common, targetId: options.target, module, expected });
  }
  const file = options['target-key-file'] ?? '';
  const targetKey = readPrivateKey(
    await readFileBytes(file, MAXIMUM_KEY_INPUT, 'The target key file'),
    `The file ${file}`,
  );
  try {
    return await engine.exports.openBundleWithKey({ ...common, targetKey, expected });
  } finally {
    targetKey.fill(0);
  }
}

async function profileSigner(profile: string | undefined, { profiles }: Engine): Promise<string> {
  if (profile === undefined && profiles.list().length === 0) {
    throw usage('No profile names the signer of bundles. Nothing was opened. Give --signer-key HEX.');
  }
  const row = profiles.get(profile);
  await profiles.requireConfirmed(row);
  return row.signerKey;
}

/**
 * Writes only the secret's bytes. A terminal gets a line end after them, so that the prompt does not hide the last
 * digits.
 */
async function giveOut(secret: Uint8Array, context: CommandContext): Promise<void> {
  await context.host.stdout(secret);
  if (context.host.terminal.stdout) await context.host.stdout('\n');
}
