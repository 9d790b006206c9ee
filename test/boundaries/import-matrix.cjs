/**
 * Who may import what, as data. Each place lists all that it may import: other places (folders of this repository;
 * itself always), npm packages and built-in modules of Node. What is not listed is forbidden, so that a new folder,
 * package or built-in module is given to a process here before it is used. import-rules.cjs makes rules of it.
 */
const ALL_SHARED = ['shared/errors', 'shared/model', 'shared/wire', 'shared/operations', 'shared/ipc', 'shared/vault'];
/** What a page may see of `shared`: everything but the messages between main and vault. */
const PAGE_SHARED = ALL_SHARED.filter((place) => place !== 'shared/vault');
const PAGE_PARTS = ['parts', 'request', 'state', 'form', 'ui', 'words'].map((name) => `renderer/${name}`);

/** @type {Readonly<Record<string, { places?: readonly string[], packages?: readonly string[], builtIns?: readonly string[] }>>} */
const PLACES = {
  'shared/errors': {},
  'shared/model': { packages: ['typebox'] },
  'shared/wire': { places: ['shared/errors'] },
  'shared/operations': { places: ['shared/errors', 'shared/model'], packages: ['typebox'] },
  'shared/ipc': { places: ['shared/errors', 'shared/model'], packages: ['typebox'] },
  'shared/vault': {
    places: ['shared/errors', 'shared/model', 'shared/wire', 'shared/operations'],
    packages: ['typebox'],
  },

  'electron/crypto': {
    places: ['shared/errors', 'shared/model', 'shared/wire'],
    packages: ['@noble/curves', '@noble/hashes', '@scure/base', '@scure/bip32', '@scure/bip39', 'tiny-secp256k1'],
    builtIns: ['crypto', 'util', 'buffer'],
  },
  // No built-in module at all: no files, no network, no child process. The port to main is a global of the process.
  'electron/vault': {
    places: ['shared/errors', 'shared/model', 'shared/wire', 'shared/operations', 'shared/vault', 'electron/crypto'],
    packages: ['koffi', 'typebox'],
  },
  'electron/keychain': { places: ['shared/errors'], packages: ['keytar', 'typebox'], builtIns: ['fs', 'path'] },
  'electron/cache': {
    places: ['shared/errors', 'shared/model'],
    packages: ['better-sqlite3'],
    builtIns: ['crypto', 'fs', 'path'],
  },
  // Transport, stamper and clock are injected.
  'electron/client': { places: ['shared/errors', 'shared/model', 'shared/wire', 'shared/operations'] },
  'electron/custody': {
    places: ['shared/errors', 'shared/model', 'shared/wire', 'shared/operations', 'shared/vault', 'electron/crypto'],
    packages: ['better-sqlite3'],
    builtIns: ['fs', 'http', 'net', 'path'],
  },
  'electron/main': {
    places: [
      ...ALL_SHARED,
      'electron/crypto',
      'electron/keychain',
      'electron/cache',
      'electron/client',
      'electron/cli',
    ],
    packages: ['electron', 'typebox'],
    // inspector: only asked whether a debugger is attached.
    builtIns: ['crypto', 'fs', 'fs/promises', 'inspector', 'os', 'path', 'timers/promises'],
  },
  'electron/cli': {
    places: [...ALL_SHARED, 'electron/crypto', 'electron/client', 'electron/main'],
    builtIns: ['crypto', 'fs', 'fs/promises', 'os', 'path', 'util'],
  },
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
    places: [...PAGE_SHARED, 'renderer', 'renderer/parts', 'renderer/state', 'renderer/ui', 'renderer/words'],
    packages: ['react'],
  },
  // Pieces that know the state, shared by features.
  'renderer/parts': {
    places: [...PAGE_SHARED, 'renderer', 'renderer/state', 'renderer/ui', 'renderer/words'],
    packages: ['react'],
  },
  'renderer/state': { places: [...PAGE_SHARED, 'renderer', 'renderer/words'], packages: ['react', 'zustand'] },
  // Builds fields from an operation's schema; knows no single operation, so it needs no feature.
  'renderer/form': { places: [...PAGE_SHARED, 'renderer/ui', 'renderer/words'], packages: ['react', 'typebox'] },
  // How addresses, times and numbers are written: text in, text out.
  'renderer/words': { places: PAGE_SHARED },
  // Buttons, tables, dialogs: knows no domain type.
  'renderer/ui': { places: ['renderer/words'], packages: ['react', '@tanstack/react-virtual'] },
};

/** Modules that only these files (or folders, with a slash) may import: each is a door that is read and tested as one. */
const DOORS = {
  keytar: ['electron/keychain/keytar.ts'],
  koffi: ['electron/vault/hardening.ts'],
  'tiny-secp256k1': ['electron/crypto/libsecp256k1.ts'],
  'better-sqlite3': ['electron/cache/database.ts', 'electron/custody/store/database.ts'],
  // Outside electron/crypto it only hashes and draws random numbers; which functions is checked in test/unit/repository.
  crypto: ['electron/crypto/native.ts', 'electron/main/', 'electron/cache/sha256.ts', 'electron/cli/commands/tour.ts'],
};

/** Where the five programs start. What none of them reaches is not part of the product. */
const ENTRIES = [
  'electron/main/index.ts',
  'electron/vault/index.ts',
  'electron/custody/index.ts',
  'electron/preload/index.ts',
  'renderer/app/main.tsx',
];

module.exports = { PLACES, DOORS, ENTRIES };
