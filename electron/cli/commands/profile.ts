import { isUuid } from '../../../shared/model/index.ts';
import { isHex } from '../../../shared/wire/index.ts';
import { command } from '../define.ts';
import { usage } from '../exit-codes.ts';

const NAME = { name: 'NAME', summary: 'the profile', required: true } as const;
/** What the window takes too. */
const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$/;
const UNCOMPRESSED_POINT_BYTES = 65;

const add = command({
  name: 'profile add',
  summary: 'adds a profile for a service',
  arguments: [NAME],
  options: {
    'base-url': { hint: 'URL', required: true, summary: 'address of the service' },
    'organization-id': { hint: 'ID', required: true, summary: 'organization that requests are made for' },
    'auth-url': { hint: 'URL', summary: 'address of its gateway' },
    'signer-key': { hint: 'HEX', summary: 'key that signs its export bundles; the public service’s when absent' },
    'notarizer-key': { hint: 'HEX', summary: 'key that signs its sessions; the public service’s when absent' },
    'auth-proxy-config-id': { hint: 'ID', summary: 'gateway configuration' },
  },
  async run({ options, arguments: [name = ''] }, context) {
    if (!PROFILE_NAME.test(name)) {
      throw usage(
        'NAME has 1 to 40 letters, digits, spaces and _ . - and starts with a letter or digit. Nothing was added.',
      );
    }
    if (!isUuid(options['organization-id'])) {
      throw usage(
        '--organization-id is not an identifier like 3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10. Nothing was added.',
      );
    }
    const profile = {
      name,
      kind: 'remote',
      baseUrl: address(options['base-url'], 'base-url'),
      authUrl: options['auth-url'] === undefined ? null : address(options['auth-url'], 'auth-url'),
      organizationId: options['organization-id'],
      signerKey: point(options['signer-key'], 'signer-key'),
      notarizerKey: point(options['notarizer-key'], 'notarizer-key'),
      authProxyConfigId: options['auth-proxy-config-id'] ?? null,
    } as const;
    const engine = await context.engine();
    await context.print(engine.profiles.add(profile));
    return undefined;
  },
});

const list = command({
  name: 'profile list',
  summary: 'lists the profiles',
  async run(_input, context) {
    const engine = await context.engine();
    await context.print({ profiles: engine.profiles.list() });
    return undefined;
  },
});

const show = command({
  name: 'profile show',
  summary: 'shows one profile, the current one when no name is given',
  arguments: [{ name: 'NAME', summary: 'the profile' }],
  async run({ arguments: [name] }, context) {
    const engine = await context.engine();
    await context.print(engine.profiles.get(name));
    return undefined;
  },
});

const remove = command({
  name: 'profile remove',
  summary: 'removes a profile, its keys and its cached rows from this machine',
  arguments: [NAME],
  async run({ arguments: [name = ''] }, context) {
    const engine = await context.engine();
    await engine.profiles.remove(name);
    await context.print({ removed: name });
    return undefined;
  },
});

const use = command({
  name: 'profile use',
  summary: 'makes a profile the current one',
  arguments: [NAME],
  async run({ arguments: [name = ''] }, context) {
    const engine = await context.engine();
    engine.profiles.use(name);
    await context.print(engine.profiles.get(name));
    return undefined;
  },
});

export const PROFILE_COMMANDS = [add, list, show, remove, use];

/** Paths are appended to the address as they are (PROTOCOL 2.1), so it is kept without a slash at its end. */
function address(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw usage(`--${name} is not an http or https address like https://api.example.com. Nothing was added.`);
  }
  return text.replace(/\/+$/, '');
}

function point(hex: string | undefined, name: string): string | null {
  if (hex === undefined) return null;
  if (!isHex(hex, UNCOMPRESSED_POINT_BYTES)) {
    throw usage(
      `--${name} is not an uncompressed P-256 key: 130 hexadecimal digits that start with 04. Nothing was added.`,
    );
  }
  return hex.toLowerCase();
}
