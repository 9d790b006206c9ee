import { after, append, type Edits } from './planted-build.ts';

/** One addition of CONTRIBUTING.md, planted. */
export interface Addition {
  /** The first cell of its row. */
  readonly what: string;
  /** Its declaration, with which every addition starts. */
  readonly first: Edits;
  /** The other files of the row that the build then asks for. */
  readonly rest: Edits;
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
    concerned: /\bPlace\b/,
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
    concerned: /\b(?:KeyStore|KEY_STORES)\b/,
  },
];
