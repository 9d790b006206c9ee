import type { ProfileRow } from '../../../shared/model/index.ts';
import { ReadyLine } from '../../../shared/processes/index.ts';
import type { ProfileChanges } from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import { type CommandInput, command, type OptionTable } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { readJsonFile } from '../files.ts';
import { idOf, uncompressedKey } from '../options.ts';

const NEW_NAME = { name: 'NAME', summary: 'the profile', required: true } as const;
const NAME = { ...NEW_NAME, completes: 'profiles' } as const;
/** The same pattern as in the window. */
const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$/;
/** The members of a profile that can be set and changed. */
const SERVICE = {
  'base-url': { hint: 'URL', summary: 'address of the service' },
  'auth-url': { hint: 'URL', summary: 'address of the authentication gateway' },
  'organization-id': { hint: 'ID', summary: 'organization of the profile’s requests' },
  'signer-key': { hint: 'HEX', summary: 'public key that signs the export bundles of the service' },
  'notarizer-key': { hint: 'HEX', summary: 'public key that signs the sessions of the service' },
  'fetcher-key': { hint: 'HEX', summary: 'public key that signs the encryption targets of one-time codes' },
  'auth-proxy-config-id': { hint: 'ID', summary: 'gateway configuration' },
} as const satisfies OptionTable;
type ServiceOptions = CommandInput<typeof SERVICE>['options'];

const add = command({
  name: 'profile add',
  summary: 'adds a profile for a service',
  arguments: [NEW_NAME],
  options: {
    ...SERVICE,
    from: { hint: 'FILE', summary: 'file with the ready line of `serve`, which has all these values' },
  },
  notes: ['--base-url and --organization-id are needed, or --from. Keys that are not given are the public service’s.'],
  examples: [
    'castellan profile add production --base-url https://api.example.com --organization-id 3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    'castellan profile add staging --from ready.json',
  ],
  async run({ options: { from, ...options }, arguments: [name = ''] }, context) {
    const problem = nameProblem(name);
    if (problem !== null)
      throw usage(
        `NAME ${problem}. Nothing was added. Give 1 to 40 letters of the Latin alphabet, digits, spaces and _ . - that start with a letter or digit.`,
      );
    const given = changesOf(options);
    if (from !== undefined && Object.keys(given).length > 0)
      throw usage('--from cannot be combined with other options. Nothing was added. Leave --from or the others out.');
    const { baseUrl, organizationId, ...rest } = from === undefined ? given : await readReadyLine(from);
    if (baseUrl === undefined || organizationId === undefined)
      throw usage(
        '`profile add` needs the address of a service and an organization. Nothing was added. Give --base-url and --organization-id, or --from FILE.',
      );
    const absent = { authUrl: null, signerKey: null, notarizerKey: null, authProxyConfigId: null };
    const engine = await context.engine();
    const profile = { name, kind: 'remote', baseUrl, organizationId, ...absent, ...rest } as const;
    await context.print(await engine.profiles.add(profile));
    return undefined;
  },
});

const set = command({
  name: 'profile set',
  summary: 'changes a profile; its keys stay',
  arguments: [NAME],
  options: {
    ...SERVICE,
    'keep-serving': {
      hint: 'on|off',
      choices: ['on', 'off'],
      summary: 'keeps the local service, with its master key in memory, running while the window is locked',
    },
    'blind-signing': {
      hint: 'on|off',
      choices: ['on', 'off'],
      summary: 'allows the window to sign undecodable calls, bytes and digests',
    },
    'ask-to-sign': {
      hint: 'on|off',
      choices: ['on', 'off'],
      summary: 'asks for the unlock method (PIN, passphrase, security key) with each signature, and with this change',
    },
  },
  notes: [
    'Other members keep the values you confirmed, even if the file was changed since. A new address or organization is refused while requests at the current one are unsettled.',
    'The vault on this machine decides its own address, organization and keys.',
  ],
  examples: ['castellan profile set production --blind-signing off', 'castellan profile set local --ask-to-sign on'],
  async run(
    {
      options: { 'keep-serving': keepServing, 'blind-signing': blindSigning, 'ask-to-sign': askToSign, ...options },
      arguments: [name = ''],
    },
    context,
  ) {
    const changes = {
      ...changesOf(options),
      ...(keepServing === undefined ? {} : { keepServing: keepServing === 'on' }),
      ...(blindSigning === undefined ? {} : { blindSigning: blindSigning === 'on' }),
    };
    const isNamed = Object.keys(changes).length > 0;
    if (!isNamed && askToSign === undefined)
      throw usage('`profile set` needs an option. Nothing was changed. `castellan help profile set` lists them.');
    const engine = await context.engine();
    if (isNamed) await engine.profiles.set(name, changes);
    if (askToSign !== undefined) await engine.setup.askToSign(name, askToSign === 'on');
    await context.print(engine.profiles.get(name));
    return undefined;
  },
});

const list = command({
  name: 'profile list',
  summary: 'lists the profiles',
  examples: ['castellan profile list'],
  async run(_input, context) {
    const engine = await context.engine();
    const profiles = engine.profiles.list();
    for (const profile of profiles) await sayChanged(profile, context);
    await context.print({ profiles });
    return undefined;
  },
});

const show = command({
  name: 'profile show',
  summary: 'shows one profile, the current one when no name is given',
  arguments: [{ ...NAME, required: false }],
  examples: ['castellan profile show', 'castellan profile show production'],
  async run({ arguments: [name] }, context) {
    const engine = await context.engine();
    const profile = engine.profiles.get(name);
    await sayChanged(profile, context);
    await context.print(profile);
    return undefined;
  },
});

const confirm = command({
  name: 'profile confirm',
  summary: 'accepts a profile that was changed outside Castellan',
  arguments: [NAME],
  notes: [
    'Until you confirm it, Castellan sends, signs and opens nothing with it. Shows the changes first. On a terminal it asks you to confirm.',
    'To restore all confirmed values instead, run `profile set` with one correct member.',
  ],
  examples: ['castellan profile confirm production'],
  async run({ arguments: [name = ''] }, context) {
    const engine = await context.engine();
    await engine.setup.confirm(name);
    await context.print(engine.profiles.get(name));
    return undefined;
  },
});

const remove = command({
  name: 'profile remove',
  summary: 'removes a profile, its keys and its cached rows from this machine',
  arguments: [NAME],
  examples: ['castellan profile remove staging'],
  async run({ arguments: [name = ''] }, context) {
    const engine = await context.engine();
    await engine.setup.disconnect(name);
    await context.print({ removed: name });
    return undefined;
  },
});

const use = command({
  name: 'profile use',
  summary: 'makes a profile the current one',
  arguments: [NAME],
  examples: ['castellan profile use production'],
  async run({ arguments: [name = ''] }, context) {
    const engine = await context.engine();
    engine.profiles.use(name);
    await context.print(engine.profiles.get(name));
    return undefined;
  },
});

export const PROFILE_COMMANDS = [add, set, confirm, list, show, remove, use];

async function sayChanged({ name, changed }: ProfileRow, { say }: CommandContext): Promise<void> {
  if (changed !== undefined) await say(`Profile ${name} was changed outside Castellan: ${changed.join(', ')}.`);
}

function nameProblem(name: string): string | null {
  if (PROFILE_NAME.test(name)) return null;
  if (name === '') return 'is empty';
  if (name.length > 40) return `has ${name.length} characters`;
  return /^[A-Za-z0-9]/.test(name)
    ? 'has a character that a name cannot have'
    : 'starts with a character that a name cannot start with';
}

/** The members that are given, checked one by one. Throws USAGE. */
function changesOf(options: ServiceOptions): ProfileChanges {
  const baseUrl = address(options['base-url'], 'base-url');
  const authUrl = address(options['auth-url'], 'auth-url');
  const given = options['organization-id'];
  const organizationId = given === undefined ? undefined : idOf(given, 'organization-id', 'Nothing was changed.');
  const signerKey = point(options['signer-key'], 'signer-key');
  const notarizerKey = point(options['notarizer-key'], 'notarizer-key');
  const fetcherKey = point(options['fetcher-key'], 'fetcher-key');
  const authProxyConfigId = options['auth-proxy-config-id'];
  const members = { baseUrl, authUrl, organizationId, signerKey, notarizerKey, fetcherKey, authProxyConfigId };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Reads the address and the keys of the service that printed this line. Throws INVALID_INPUT, FILE_REFUSED. */
async function readReadyLine(path: string): Promise<ProfileChanges> {
  const line = await readJsonFile(path, ReadyLine, 'is not the ready line of `serve`, so nothing was added.');
  const { baseUrl, authUrl, organizationId, keys } = line as unknown as ReadyLine;
  const { signer: signerKey, notarizer: notarizerKey, fetcher: fetcherKey } = keys;
  return { baseUrl, authUrl, organizationId, signerKey, notarizerKey, fetcherKey };
}

/** Paths are appended to the address unchanged (docs/protocol.md#requests), so a slash at its end is removed. */
function address(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined;
  const plain = text.trim().replace(/\/+$/, '');
  const problem = addressProblem(plain);
  if (problem === null) return plain;
  throw usage(`--${name} ${problem}. Nothing was changed. Give an address like https://api.example.com.`);
}

function addressProblem(text: string): string | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'does not begin with https:// or http://';
  if (!URL.canParse(text)) return 'has no host, or an invalid host';
  const { protocol, search, hash, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol)) return 'does not begin with https:// or http://';
  if (username !== '' || password !== '') return 'holds a user name or a password';
  return search === '' && hash === '' ? null : 'has a query or a fragment, and Castellan appends paths to it';
}

function point(hex: string | undefined, name: string): string | undefined {
  return hex === undefined ? undefined : uncompressedKey(hex, name, 'Nothing was changed.');
}
