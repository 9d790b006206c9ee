import { after, append, type Edits } from './planted-build.ts';

/** One addition of CONTRIBUTING.md, planted. */
export interface Addition {
  /** The first cell of its row. */
  readonly what: string;
  /** The first edit, mostly its declaration. The build then asks for the others. */
  readonly first: Edits;
  /** The other files of the row that the build then asks for. */
  readonly rest: Edits;
  /** A new file of `rest`, and the existing one of its kind that the row names in its place. */
  readonly example?: readonly [planted: string, existing: string];
  /** Files of the row that only call the addition or carry it out. The build cannot miss them. */
  readonly callers?: readonly string[];
  /** The files in which the compiler reports the missing edits, if they are others than those of `rest`. */
  readonly reports?: readonly string[];
  /** Finds the files that depend on the kind of addition. */
  readonly concerned: RegExp;
}

const OPERATION = `
export const plantedOperation = activity({
  name: 'planted_operation',
  title: 'Planted',
  summary: 'Planted.',
  specified: false,
  governed: policies('PRIVATE_KEY', 'SIGN'),
  parameters: Type.Object({}),
  result: Type.Object({}),
  example: { parameters: {}, result: {} },
});
`;

const PLACE = `  planted: {
    label: 'Planted',
    icon: 'inbox',
    group: 'Work',
    key: 'y',
    command: 'Go to planted',
    words: '',
    help: { sentence: 'A planted place.', page: 'signing' },
    component: later(async () => (await import('../features/planted/planted.tsx')).Planted),
  },
`;

const COMMAND = `
import { command } from '../define.ts';

export const planted = command({
  name: 'planted',
  summary: 'does nothing',
  examples: ['castellan planted'],
  async run() {
    return undefined;
  },
});
`;

const MIGRATIONS = 'electron/storage/records/migrations';

export const ADDITIONS: readonly Addition[] = [
  {
    what: 'an operation',
    first: { 'shared/operations/keys/signing.ts': append(OPERATION) },
    rest: {
      'electron/custody/handlers/keys/signing.ts': append(
        "export const plantedOperation: ActivityHandler<'planted_operation'> = () => () => ({});\n",
      ),
    },
    reports: ['electron/custody/handlers/index.ts'],
    concerned: /\bHandledName\b|\b(?:in|Record<)\s*(?:Activity|Operation)Name\b/,
  },
  {
    what: 'an address format',
    first: { 'shared/model/enums.ts': after("  'ADDRESS_FORMAT_ETHEREUM',\n", "  'ADDRESS_FORMAT_PLANTED',\n") },
    rest: {
      'shared/model/address-formats.ts': after(
        "  ADDRESS_FORMAT_UNCOMPRESSED: key(['CURVE_SECP256K1', 'CURVE_P256']),\n",
        "  ADDRESS_FORMAT_PLANTED: key(['CURVE_P256']),\n",
      ),
      'electron/crypto/addresses/formats.ts': after(
        '  ADDRESS_FORMAT_UNCOMPRESSED: uncompressed,\n',
        '  ADDRESS_FORMAT_PLANTED: compressed,\n',
      ),
    },
    concerned: /\bAddressFormat\b/,
  },
  {
    what: 'a chain',
    first: {
      'electron/crypto/known-tokens.ts': after(
        "  'eip155:1': {\n",
        "    PLANTED: ['0x0000000000000000000000000000000000000001', 18],\n  },\n  'eip155:987654321': {\n",
      ),
    },
    rest: {
      'shared/model/chain-table.ts': after(
        'export const CHAINS = {\n',
        "  'eip155:987654321': { name: 'Planted', ...ETHER },\n",
      ),
    },
    reports: ['electron/crypto/known-tokens.ts'],
    concerned: /\b(?:ChainName|CHAINS)\b/,
  },
  {
    what: 'a webhook event',
    first: {
      'shared/operations/organizations/webhooks.ts': after(
        'export const WEBHOOK_EVENTS = {\n',
        '  PLANTED_UPDATES: { isOfParent: false, isOfStrangers: false },\n',
      ),
    },
    rest: {
      'shared/words/events.ts': after(
        'export const EVENT_WORDS = {\n',
        "  PLANTED_UPDATES: { label: 'Planted', text: 'Each planted event.' },\n",
      ),
    },
    callers: ['electron/custody/webhooks/chain-events.ts'],
    reports: ['renderer/features/webhooks/endpoint-dialog.tsx'],
    concerned: /\b(?:WebhookEventType|WEBHOOK_EVENTS|EVENT_WORDS)\b/,
  },
  {
    what: 'an IPC call',
    first: {
      'shared/ipc/contract.ts': after(
        '    doctor: call(Nothing, DoctorReport),\n',
        '    planted: call(Nothing, Nothing),\n',
      ),
    },
    rest: {
      'electron/main/ipc/handlers.ts': after(
        '      doctor: () => app.doctor(),\n',
        '      planted: () => nothing(app.doctor()),\n',
      ),
    },
    callers: ['electron/engine/accounts/accounts.ts', 'renderer/state/lists.ts'],
    concerned: /\b(?:MainHandlers|AppContract)\b/,
  },
  {
    what: 'a place in the window',
    first: { 'renderer/state/route.ts': after("  | 'inbox'\n", "  | 'planted'\n") },
    rest: {
      'renderer/app/places.tsx': after('export const PLACES: Readonly<Record<Place, PlaceEntry>> = {\n', PLACE),
      'renderer/features/planted/planted.tsx': append(
        'export const Planted = ({ title }: { readonly title: string }) => <p>{title}</p>;\n',
      ),
    },
    example: ['renderer/features/planted/planted.tsx', 'renderer/features/accounts/'],
    reports: ['renderer/app/places.tsx'],
    concerned: /\bPlace\b/,
  },
  {
    what: 'a command',
    first: {
      'electron/cli/commands/index.ts': (text) =>
        after('commands: [init, ', 'planted, ')(append("import { planted } from './planted.ts';\n")(text)),
    },
    rest: { 'electron/cli/commands/planted.ts': append(COMMAND) },
    example: ['electron/cli/commands/planted.ts', 'electron/cli/commands/audit.ts'],
    reports: ['electron/cli/commands/index.ts'],
    concerned: /\bCommand(?:Table)?\b/,
  },
  {
    what: 'a store for keys',
    first: { 'shared/model/rows.ts': after("export const KEY_STORES = ['keychain', ", "'planted', ") },
    rest: {
      'electron/storage/keychain/os-keychain.ts': append('export const openPlanted = openOsKeychain;\n'),
      'electron/storage/keychain/index.ts': (text) =>
        after(
          '    keychain: openOsKeychain(),\n',
          '    planted: openPlanted(),\n',
        )(after('import { openOsKeychain', ', openPlanted')(text)),
    },
    reports: ['electron/storage/keychain/index.ts'],
    concerned: /\b(?:KeyStore|KEY_STORES)\b/,
  },
  {
    what: 'a migration',
    first: {
      [`${MIGRATIONS}/index.ts`]: (text) =>
        after(
          'export const RECORDS_MIGRATIONS: readonly string[] = [\n',
          '  planted,\n',
        )(append("import { planted } from './planted.ts';\n")(text)),
    },
    rest: { [`${MIGRATIONS}/planted.ts`]: append('export const planted = `SELECT 1`;\n') },
    example: [`${MIGRATIONS}/planted.ts`, `${MIGRATIONS}/0001-journal-and-audit.ts`],
    reports: [`${MIGRATIONS}/index.ts`],
    concerned: /\bRECORDS_MIGRATIONS\b/,
  },
];
