import { type Files, npmPackage } from './legal-tree.ts';

export interface Plant {
  readonly what: string;
  readonly files: Files;
  /** Exactly the rules that the cruise then reports, sorted. */
  readonly violates: readonly string[];
}
const line = (path: string, module: string): Files => ({ [path]: `import '${module}';\n` });
const plant = (what: string, files: Files, ...violates: string[]): Plant => {
  return { what, files, violates: violates.toSorted() };
};

export const PLANTS: readonly Plant[] = [
  plant(
    'a folder nobody assigned to a process',
    { ...line('electron/main/index.ts', '../agent/index.ts'), ...line('electron/agent/index.ts', 'node:fs') },
    'imports-of-electron-main',
    'known-places',
  ),
  plant('what finds secrets reads a file', line('shared/secrets/index.ts', 'node:fs'), 'imports-of-shared-secrets'),
  plant('what judges addresses asks', line('shared/network/index.ts', 'node:dns'), 'imports-of-shared-network'),
  plant(
    'errors build on a package',
    line('shared/errors/index.ts', 'typebox'),
    'imports-of-shared-errors',
    'preload-carries-no-schemas',
  ),
  plant(
    'a model reads a file',
    line('shared/model/index.ts', 'node:fs'),
    'imports-of-shared-model',
    'page-never-reaches-the-machine',
    'vault-never-reaches-outside',
  ),
  plant(
    'a type of the page in shared',
    { 'shared/model/rows.ts': "import type { Row } from '../../renderer/ui/button.tsx';\nexport type Same = Row;\n" },
    'imports-of-shared-model',
  ),
  plant('wire knows operations', line('shared/wire/index.ts', '../operations/index.ts'), 'imports-of-shared-wire'),
  plant('an operation encodes', line('shared/operations/index.ts', '../wire/index.ts'), 'imports-of-shared-operations'),
  plant(
    'the contract knows the vault',
    line('shared/ipc/index.ts', '../processes/index.ts'),
    'imports-of-shared-ipc',
    'page-never-reaches-the-machine',
  ),
  plant(
    'vault messages know the window',
    line('shared/processes/index.ts', '../ipc/index.ts'),
    'imports-of-shared-processes',
  ),
  plant(
    'crypto reads a file',
    line('electron/crypto/native.ts', 'node:fs'),
    'imports-of-electron-crypto',
    'vault-never-reaches-outside',
  ),
  plant('crypto takes another library', line('electron/crypto/index.ts', 'typebox'), 'imports-of-electron-crypto'),
  plant(
    'what hardens reads a file',
    line('electron/hardening/harden.ts', 'node:fs'),
    'imports-of-electron-hardening',
    'vault-never-reaches-outside',
  ),
  plant(
    'the vault opens a socket',
    line('electron/vault/index.ts', 'node:net'),
    'imports-of-electron-vault',
    'vault-never-reaches-outside',
  ),
  plant(
    'the vault asks for a built-in module at run time',
    { 'electron/vault/index.ts': "process.getBuiltinModule('node:fs');\n" },
    'imports-of-electron-vault',
    'vault-never-reaches-outside',
  ),
  plant(
    'the vault starts a program',
    { 'electron/vault/index.ts': "await import('node:child_process');\n" },
    'imports-of-electron-vault',
    'vault-never-reaches-outside',
  ),
  plant(
    'the vault reaches a file through crypto',
    { ...line('electron/crypto/index.ts', './files.ts'), ...line('electron/crypto/files.ts', 'node:fs/promises') },
    'imports-of-electron-crypto',
    'vault-never-reaches-outside',
  ),
  plant(
    'a token process opens a socket',
    line('electron/token/index.ts', 'node:net'),
    'imports-of-electron-token',
    'vault-never-reaches-outside',
  ),
  plant(
    'a token process knows the vault',
    line('electron/token/index.ts', '../vault/index.ts'),
    'imports-of-electron-token',
  ),
  plant(
    'the vault runs the code of a vendor',
    line('electron/vault/index.ts', 'pkcs11js'),
    'door-of-pkcs11js',
    'imports-of-electron-vault',
  ),
  plant(
    'approvals look at the vault',
    line('electron/approvals/index.ts', '../vault/index.ts'),
    'imports-of-electron-approvals',
    'no-cycles',
  ),
  plant(
    'the vault uses the keychain',
    line('electron/vault/index.ts', '../storage/keychain/index.ts'),
    'imports-of-electron-vault',
    'vault-never-reaches-outside',
  ),
  plant(
    'the keychain hashes',
    line('electron/storage/keychain/index.ts', 'node:crypto'),
    'door-of-crypto',
    'imports-of-electron-storage-keychain',
  ),
  plant(
    'the cache sees keys',
    line('electron/storage/cache/index.ts', '../keychain/index.ts'),
    'imports-of-electron-storage-cache',
  ),
  plant('the client connects', line('electron/client/index.ts', 'node:http'), 'imports-of-electron-client'),
  plant(
    'the local service uses Electron',
    line('electron/custody/index.ts', 'electron'),
    'custody-never-reaches-electron',
    'imports-of-electron-custody',
  ),
  plant(
    'the local service reads the records of the workstation',
    line('electron/custody/index.ts', '../storage/records/index.ts'),
    'custody-never-reaches-electron',
    'imports-of-electron-custody',
  ),
  plant(
    'the local service uses the files of the workstation',
    line('electron/custody/store/index.ts', '../../storage/files/index.ts'),
    'custody-never-reaches-electron',
    'imports-of-electron-custody',
  ),
  plant(
    'the local service opens its database itself',
    line('electron/custody/store/index.ts', 'better-sqlite3'),
    'door-of-better-sqlite3',
    'imports-of-electron-custody',
  ),
  plant('a courier reads', line('electron/engine/courier/index.ts', 'node:fs'), 'imports-of-electron-engine-courier'),
  plant('main opens a plain socket', line('electron/main/index.ts', 'node:http'), 'imports-of-electron-main'),
  plant(
    'main loads the vault into itself',
    line('electron/main/index.ts', '../vault/index.ts'),
    'children-are-started-by-path',
    'imports-of-electron-main',
  ),
  plant(
    'the command line starts custody in main',
    { 'electron/cli/index.ts': "await import('../custody/index.ts');\n" },
    'children-are-started-by-path',
    'imports-of-electron-cli',
  ),
  plant(
    'the command line opens a window',
    line('electron/cli/index.ts', 'electron'),
    'engine-has-no-window',
    'imports-of-electron-cli',
  ),
  plant(
    'the preload uses more than the contract',
    line('electron/preload/index.ts', '../../shared/processes/index.ts'),
    'imports-of-electron-preload',
    'preload-carries-no-schemas',
  ),
  plant(
    'the preload takes a schema with a name',
    line('electron/preload/index.ts', '../../shared/ipc/index.ts'),
    'preload-carries-no-schemas',
  ),
  plant('the preload uses Node', line('electron/preload/index.ts', 'node:fs'), 'imports-of-electron-preload'),

  plant('the bridge keeps state', line('renderer/bridge.ts', 'zustand'), 'imports-of-renderer'),
  plant(
    'the shell builds a list itself',
    line('renderer/app/app.tsx', '@tanstack/react-virtual'),
    'imports-of-renderer-app',
  ),
  plant(
    'a feature makes a menu of its own',
    line('renderer/features/sign/sign.tsx', '@base-ui/react'),
    'imports-of-renderer-features',
  ),
  plant(
    'a feature uses Electron',
    line('renderer/features/sign/sign.tsx', 'electron'),
    'imports-of-renderer-features',
    'page-never-reaches-the-machine',
  ),
  plant(
    'a feature sees the messages of the vault',
    line('renderer/features/sign/sign.tsx', '../../../shared/processes/index.ts'),
    'imports-of-renderer-features',
    'page-never-reaches-the-machine',
  ),
  plant(
    'a request knows the feature that asks',
    line('renderer/request/request-dialog.tsx', '../features/accounts/accounts.tsx'),
    'imports-of-renderer-request',
  ),
  plant(
    'a meaning is drawn with the state of the page',
    line('renderer/meaning/value.tsx', '../state/session.ts'),
    'imports-of-renderer-meaning',
  ),
  plant(
    'the trusted window uses the bridge of the page',
    line('renderer/trusted/main.tsx', '../bridge.ts'),
    'imports-of-renderer-trusted',
  ),
  plant('a part keeps a state of its own', line('renderer/parts/list.tsx', 'zustand'), 'imports-of-renderer-parts'),
  plant('the state draws', line('renderer/state/session.ts', '../ui/button.tsx'), 'imports-of-renderer-state'),
  plant('words ask the bridge', line('renderer/words/time.ts', '../bridge.ts'), 'imports-of-renderer-words'),
  plant(
    'the form knows a feature',
    line('renderer/form/fields.tsx', '../features/accounts/accounts.tsx'),
    'imports-of-renderer-form',
  ),
  plant(
    'a button knows operations',
    line('renderer/ui/button.tsx', '../../shared/operations/index.ts'),
    'imports-of-renderer-ui',
  ),
  plant(
    'the page reaches Electron through a shared helper',
    { ...line('shared/model/index.ts', './platform.ts'), ...line('shared/model/platform.ts', 'electron') },
    'custody-never-reaches-electron',
    'engine-has-no-window',
    'imports-of-shared-model',
    'page-never-reaches-the-machine',
    'vault-never-reaches-outside',
  ),
  plant('a second file uses keytar', line('electron/storage/keychain/index.ts', 'keytar'), 'door-of-keytar'),
  plant(
    'a second file calls native code',
    line('electron/vault/index.ts', 'koffi'),
    'door-of-koffi',
    'imports-of-electron-vault',
  ),
  plant(
    'a second file of crypto runs the WebAssembly module',
    line('electron/crypto/native.ts', 'tiny-secp256k1'),
    'door-of-tiny-secp256k1',
  ),
  plant(
    'a second file opens databases',
    line('electron/storage/sqlite/index.ts', 'better-sqlite3'),
    'door-of-better-sqlite3',
  ),
  plant(
    'a second file reads descriptors',
    line('electron/vault/index.ts', 'micro-eth-signer'),
    'door-of-micro-eth-signer',
  ),
  plant('a second file reads QR codes', line('renderer/features/sign/sign.tsx', 'qr'), 'door-of-qr'),
  plant('a second file of crypto uses node:crypto', line('electron/crypto/index.ts', 'node:crypto'), 'door-of-crypto'),
  plant(
    'past the edge of a folder',
    line('electron/engine/index.ts', '../storage/sqlite/database.ts'),
    'index-is-the-edge',
  ),
  plant(
    'past the edge of shared',
    line('renderer/features/sign/sign.tsx', '../../../shared/model/rows.ts'),
    'index-is-the-edge',
  ),
  plant(
    'a feature uses another',
    line('renderer/features/sign/sign.tsx', '../accounts/accounts.tsx'),
    'features-stay-apart',
  ),
  plant(
    'the engine uses Electron',
    line('electron/engine/index.ts', 'electron'),
    'engine-has-no-window',
    'imports-of-electron-engine',
  ),
  plant('the engine hardens', line('electron/engine/index.ts', '../hardening/index.ts'), 'imports-of-electron-engine'),
  plant('the engine listens', line('electron/engine/index.ts', 'node:http'), 'imports-of-electron-engine'),
  plant(
    'the deliveries know the records',
    line('electron/engine/webhooks/index.ts', '../../storage/records/index.ts'),
    'imports-of-electron-engine-webhooks',
  ),
  plant(
    'the engine uses a part of main',
    {
      ...line('electron/main/index.ts', './window.ts'),
      'electron/main/window.ts': 'export const width = 1;\n',
      ...line('electron/engine/index.ts', '../main/window.ts'),
    },
    'engine-has-no-window',
    'imports-of-electron-engine',
  ),
  plant('files use HTTP', line('electron/storage/files/index.ts', 'node:http'), 'imports-of-electron-storage-files'),
  plant(
    'the databases read other files',
    line('electron/storage/sqlite/database.ts', '../files/index.ts'),
    'custody-never-reaches-electron',
    'imports-of-electron-storage-sqlite',
    'no-cycles',
  ),
  plant(
    'the records know the cache',
    line('electron/storage/records/index.ts', '../cache/index.ts'),
    'imports-of-electron-storage-records',
  ),
  plant(
    'noble 1.x behind a package',
    {
      ...npmPackage('@scure/bip39/node_modules/@noble/hashes'),
      'node_modules/@scure/bip39/index.js': "import '@noble/hashes';\n",
    },
    'noble-is-current',
  ),
  plant(
    'a development package in the product',
    line('electron/main/index.ts', 'vitest'),
    'imports-of-electron-main',
    'no-dev-dependency',
  ),
  plant(
    'a package that only another package asked for',
    { ...npmPackage('guest'), ...line('electron/main/index.ts', 'guest') },
    'imports-of-electron-main',
    'no-dev-dependency',
  ),
  plant(
    'the product uses a test helper',
    line('electron/main/index.ts', '../../test/helper.ts'),
    'imports-of-electron-main',
    'no-tests-or-scripts',
  ),
  plant(
    'code among the resources',
    line('renderer/ui/button.tsx', '../../resources/icon.ts'),
    'imports-of-renderer-ui',
    'no-tests-or-scripts',
  ),
  plant('set-up needs a package', line('scripts/start.mjs', 'vitest'), 'set-up-needs-nothing'),
  plant('two files need each other', { ...line('shared/model/rows.ts', './index.ts') }, 'no-cycles'),
  plant(
    'two types need each other',
    { 'shared/model/rows.ts': "import type { Same } from './index.ts';\nexport type Row = Same;\n" },
    'no-cycles',
  ),
  plant('a file that nothing uses', { 'electron/client/old.ts': 'export const old = 1;\n' }, 'no-dead-files'),
  plant(
    'two files that only each other use',
    { ...line('electron/client/old.ts', './older.ts'), 'electron/client/older.ts': 'export const older = 1;\n' },
    'no-dead-files',
  ),
  plant('an import that leads nowhere', line('electron/client/index.ts', './missing.ts'), 'no-unresolved-imports'),
];
