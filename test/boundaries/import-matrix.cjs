/**
 * The allowed imports, as data. Each place lists all that it may import: other places, npm packages and built-in modules
 * of Node. A place is a folder of this repository and may import itself. Everything else is forbidden, so a process gets a
 * new folder, package or built-in module here before it uses it. import-rules.cjs makes rules of it.
 */
const ALL_SHARED = [
  'shared/errors',
  'shared/model',
  'shared/words',
  'shared/wire',
  'shared/secrets',
  'shared/operations',
  'shared/policy-language',
  'shared/ipc',
  'shared/processes',
];
/** The parts of `shared` that a page may see: everything but the messages between processes. */
const PAGE_SHARED = ALL_SHARED.filter((place) => place !== 'shared/processes');
const STORAGE = ['sqlite', 'files', 'keychain', 'cache', 'records'].map((name) => `electron/storage/${name}`);
const PAGE_PARTS = ['parts', 'request', 'meaning', 'state', 'form', 'ui', 'words', 'language'].map(
  (name) => `renderer/${name}`,
);

/** @type {Readonly<Record<string, { places?: readonly string[], packages?: readonly string[], builtIns?: readonly string[] }>>} */
const PLACES = {
  'shared/errors': {},
  'shared/model': { places: ['shared/errors'], packages: ['typebox'] },
  'shared/words': { places: ['shared/model'] },
  'shared/wire': { places: ['shared/errors', 'shared/model'], packages: ['@scure/base'] },
  // Pure: a text is a secret when its checksum, or its public half, is right.
  'shared/secrets': { packages: ['@noble/curves', '@noble/hashes', '@scure/base', '@scure/bip39'] },
  // Reads a reveal in a page and in the engine, by the runtime's own cryptography.
  'shared/reveal': { places: ['shared/model', 'shared/wire'] },
  'shared/operations': { places: ['shared/errors', 'shared/model'], packages: ['typebox'] },
  // The members, the parser and the checker of the policy language: text in, findings out. Addresses have checksums.
  'shared/policy-language': {
    places: ['shared/model', 'shared/operations'],
    packages: ['@noble/hashes', '@scure/base'],
  },
  'shared/ipc': { places: ['shared/errors', 'shared/model'], packages: ['typebox'] },
  // Judges the addresses that a request may go to: text in, yes or no out.
  'shared/network': { packages: ['ipaddr.js'] },
  'shared/processes': {
    places: ['shared/errors', 'shared/model', 'shared/wire', 'shared/operations'],
    packages: ['typebox'],
  },

  'electron/crypto': {
    places: ['shared/errors', 'shared/model', 'shared/wire'],
    packages: [
      ...['@noble/ciphers', '@noble/curves', '@noble/hashes', '@scure/base', '@scure/bip32', '@scure/bip39'],
      ...['micro-eth-signer', 'tiny-secp256k1'],
    ],
    builtIns: ['crypto', 'buffer'],
  },
  // Processes that hold keys or pass them on share this: memory of their own, and the doors that they close behind them.
  'electron/hardening': { places: ['shared/wire', 'shared/processes'], packages: ['koffi'] },
  // The one check of one-time permissions, for every process that signs.
  'electron/approvals': {
    places: ['shared/errors', 'shared/model', 'shared/wire', 'shared/processes', 'electron/crypto'],
  },
  // No built-in module at all: no files, no network, no child process. The port to main is a global of the process.
  'electron/vault': {
    places: [
      'shared/errors',
      'shared/model',
      'shared/words',
      'shared/wire',
      'shared/operations',
      'shared/policy-language',
      'shared/processes',
      'electron/approvals',
      'electron/crypto',
      'electron/hardening',
      'resources/erc7730',
    ],
  },
  // A vendor's module and nothing else of this machine.
  'electron/token': {
    places: [
      'shared/errors',
      'shared/model',
      'shared/wire',
      'shared/processes',
      'electron/approvals',
      'electron/crypto',
      'electron/hardening',
    ],
    packages: ['pkcs11js'],
  },
  // Bytes and names, never their meaning. Each folder is one kind of storage.
  'electron/storage/sqlite': {
    places: ['shared/errors', 'shared/model'],
    packages: ['better-sqlite3'],
    builtIns: ['crypto', 'fs', 'path'],
  },
  'electron/storage/files': {
    places: ['shared/errors', 'shared/model', 'electron/storage/sqlite'],
    packages: ['typebox'],
    builtIns: ['fs', 'fs/promises', 'path'],
  },
  'electron/storage/keychain': {
    places: ['shared/errors', 'shared/model', 'electron/storage/files'],
    packages: ['@scure/base', 'keytar', 'typebox'],
  },
  'electron/storage/cache': { places: ['shared/errors', 'shared/model', 'electron/storage/sqlite'], builtIns: ['fs'] },
  'electron/storage/records': {
    places: ['shared/errors', 'shared/model', 'electron/storage/sqlite', 'electron/storage/files'],
    packages: ['@scure/base'],
    builtIns: ['crypto', 'fs', 'path'],
  },
  // Transport, stamper and clock are injected.
  'electron/client': { places: ['shared/errors', 'shared/model', 'shared/wire', 'shared/operations'] },
  'electron/custody': {
    places: [
      'shared/errors',
      'shared/model',
      'shared/words',
      'shared/wire',
      'shared/operations',
      'shared/policy-language',
      'shared/network',
      'shared/processes',
      'electron/crypto',
      'electron/hardening',
      'electron/storage/sqlite',
    ],
    packages: ['@scure/base', 'jose'],
    builtIns: ['http', 'net', 'path', 'util'],
  },
  // The headless core: no Electron, no window. The caller passes in time, transport and processes.
  'electron/engine': {
    places: [
      ...ALL_SHARED,
      'shared/reveal',
      // An authenticator is no process of ours: what it is asked to sign is checked here.
      'electron/approvals',
      'electron/crypto',
      ...STORAGE,
      'electron/client',
      'electron/engine/webhooks',
      'electron/engine/courier',
    ],
    packages: ['typebox', 'qr'],
    builtIns: ['crypto', 'fs', 'fs/promises', 'path', 'timers/promises', 'util', 'zlib'],
  },
  // The one part of it that listens: deliveries of webhooks, on loopback.
  'electron/engine/webhooks': {
    places: ['shared/errors', 'shared/model', 'shared/operations', 'shared/wire', 'electron/crypto', 'electron/client'],
    packages: ['typebox'],
    builtIns: ['http', 'net'],
  },
  // The one part of it that connects: what the local service asks to have sent, to addresses that were judged.
  'electron/engine/courier': {
    places: ['shared/errors', 'shared/network', 'shared/processes'],
    builtIns: ['dns', 'dns/promises', 'http', 'https', 'tls'],
  },
  'electron/cli': {
    places: [...ALL_SHARED, 'electron/crypto', 'electron/client', 'electron/engine'],
    builtIns: ['crypto', 'fs', 'fs/promises', 'os', 'path', 'util'],
  },
  'electron/main': {
    places: [
      ...ALL_SHARED,
      'electron/hardening',
      'electron/client',
      'electron/engine',
      'electron/cli',
      'electron/main/bundle',
      'electron/main/displays',
      'electron/main/screen-lock',
      'electron/main/service-manager',
    ],
    packages: ['electron', 'typebox'],
    // inspector: only asked whether a debugger is attached.
    builtIns: ['crypto', 'fs', 'fs/promises', 'inspector', 'os', 'path', 'timers/promises'],
  },
  // Loads the built files of main and of its children, from their code caches.
  'electron/main/bundle': { packages: ['electron'], builtIns: ['buffer', 'crypto', 'fs', 'module', 'path', 'vm'] },
  // Connects to the sockets of this machine's displays, and sends nothing.
  'electron/main/displays': { builtIns: ['net', 'path'] },
  // Listens on the sockets of this machine's buses.
  'electron/main/screen-lock': { builtIns: ['fs', 'net', 'path'] },
  // Starts one program of systemd, which reports that the service is ready.
  'electron/main/service-manager': { builtIns: ['child_process'] },
  'electron/preload': { places: ['shared/ipc'], packages: ['electron'] },

  // bridge.ts: the only file that touches what the preload exposes.
  renderer: { places: PAGE_SHARED },
  'renderer/app': {
    places: [...PAGE_SHARED, 'renderer', 'renderer/features', ...PAGE_PARTS],
    packages: ['react', 'react-dom'],
  },
  'renderer/features': { places: [...PAGE_SHARED, 'renderer', ...PAGE_PARTS], packages: ['react'] },
  // One request from its form to its result, the same for every feature.
  'renderer/request': {
    places: [
      ...PAGE_SHARED,
      'renderer',
      'renderer/form',
      'renderer/meaning',
      'renderer/parts',
      'renderer/state',
      'renderer/ui',
      'renderer/words',
      'renderer/language',
    ],
    packages: ['react'],
  },
  // The vault's description of bytes, drawn alike in the page and in the trusted window.
  'renderer/meaning': {
    places: [...PAGE_SHARED, 'renderer/ui', 'renderer/words', 'renderer/language'],
    packages: ['react'],
  },
  // The second page: no state, no request, no bridge of the first one.
  'renderer/trusted': {
    places: [...PAGE_SHARED, 'shared/reveal', 'renderer/meaning', 'renderer/ui', 'renderer/words', 'renderer/language'],
    packages: ['react', 'react-dom'],
  },
  // The page for passkeys: a script without a framework, and the window's own style.
  'renderer/passkey': { places: [...PAGE_SHARED, 'renderer/ui'] },
  // Pieces that know the state, shared by features.
  'renderer/parts': {
    places: [...PAGE_SHARED, 'renderer', 'renderer/state', 'renderer/ui', 'renderer/words', 'renderer/language'],
    packages: ['react', 'qr'],
  },
  'renderer/state': { places: [...PAGE_SHARED, 'renderer', 'renderer/words'], packages: ['react', 'zustand'] },
  // Builds fields from an operation's schema. It knows no single operation, so it needs no feature.
  'renderer/form': {
    places: [...PAGE_SHARED, 'renderer/ui', 'renderer/words', 'renderer/language'],
    packages: ['react', 'typebox'],
  },
  // Writes addresses, times and numbers: text in, text out.
  'renderer/words': { places: [...PAGE_SHARED, 'renderer/language'] },
  // The words of the pages in another language. The build puts them in place of the English ones.
  'renderer/language': { places: ['shared/errors'] },
  // Buttons, tables, dialogs: knows no domain type. Menus, comboboxes and toasts are Base UI's, in our own clothes.
  'renderer/ui': { places: ['renderer/words'], packages: ['react', '@base-ui/react', 'qr'] },
};

/** Modules that only these files (or folders, with a slash) may import: each is a door that is read and tested as one. */
const DOORS = {
  keytar: ['electron/storage/keychain/asker.ts'],
  koffi: ['electron/hardening/native.ts'],
  pkcs11js: ['electron/token/library.ts'],
  'tiny-secp256k1': ['electron/crypto/curves/libsecp256k1.ts'],
  '@noble/ciphers': ['electron/crypto/age-file.ts'],
  'better-sqlite3': ['electron/storage/sqlite/database.ts', 'electron/storage/sqlite/attached.ts'],
  // Two read codes and two draw them: in the page, and for commands.
  qr: ['renderer/parts/picture.ts', 'renderer/ui/qr-code.tsx', 'electron/engine/containers/qr-code.ts'],
  'micro-eth-signer': ['electron/crypto/abi.ts', 'electron/crypto/tokens.ts'],
  // Outside electron/crypto it only hashes and draws random numbers. test/unit/repository checks which functions.
  crypto: [
    'electron/crypto/native.ts',
    'electron/cli/release.ts',
    'electron/main/',
    'electron/engine/',
    'electron/storage/records/audit-chain.ts',
    'electron/storage/records/journal-digest.ts',
    'electron/storage/sqlite/archive-files.ts',
    'electron/storage/sqlite/head-file.ts',
    'electron/cli/commands/tour.ts',
  ],
};

/** The entry files of the programs and of their manual. A file that none of them reaches is not part of the product. */
const ENTRIES = [
  'electron/main/bundle/start.ts',
  'electron/main/bundle/child.ts',
  'electron/main/index.ts',
  'electron/vault/index.ts',
  'electron/token/index.ts',
  'electron/custody/index.ts',
  'electron/preload/index.ts',
  'electron/preload/trusted.ts',
  'electron/preload/passkey.ts',
  // scripts/lib/manual.mjs bundles it for packages.
  'electron/cli/manual.ts',
  'renderer/app/main.tsx',
  'renderer/trusted/main.tsx',
  'renderer/passkey/main.ts',
  // The build puts these in place of English modules.
  'renderer/language/de.ts',
  'renderer/language/de.number.ts',
];

module.exports = { PLACES, DOORS, ENTRIES };
