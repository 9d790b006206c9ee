/** Files by path. A path that the legal tree has gets the text appended, any other is a new file. */
export type Files = Readonly<Record<string, string>>;

/** A package as npm would install it. */
export const npmPackage = (name: string, code = 'export const value = 1;\n'): Files => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({
    name,
    version: '2.0.0',
    type: 'module',
    exports: { '.': './index.js', './*': './*' },
  }),
  [`node_modules/${name}/index.js`]: code,
});

const dependencies = [
  '@base-ui/react',
  '@noble/ciphers',
  '@noble/curves',
  '@noble/hashes',
  '@scure/bip39',
  'better-sqlite3',
  'ipaddr.js',
  'jose',
  'keytar',
  'koffi',
  'micro-eth-signer',
  'pkcs11js',
  'qr',
  'react',
  'tiny-secp256k1',
  'typebox',
  'zustand',
];

/** A small tree with a file at every place and no violation, into which the tests plant violations. */
export const LEGAL_TREE: Files = {
  'package.json': JSON.stringify({
    name: 'planted',
    type: 'module',
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '2.0.0'])),
    devDependencies: { vitest: '2.0.0' },
  }),
  ...npmPackage('@base-ui/react'),
  ...npmPackage('@noble/ciphers'),
  ...npmPackage('@noble/curves', "export { value } from '@noble/hashes';\n"),
  ...npmPackage('@noble/hashes'),
  ...npmPackage('@scure/bip39', "export { value } from '@noble/curves';\n"),
  ...npmPackage('better-sqlite3'),
  ...npmPackage('ipaddr.js'),
  ...npmPackage('jose'),
  ...npmPackage('keytar'),
  ...npmPackage('koffi'),
  ...npmPackage('micro-eth-signer'),
  ...npmPackage('pkcs11js'),
  ...npmPackage('qr'),
  ...npmPackage('react'),
  ...npmPackage('tiny-secp256k1'),
  ...npmPackage('typebox'),
  ...npmPackage('vitest'),
  ...npmPackage('zustand'),
  'resources/icon.ts': 'export const icon = 1;\n',
  'test/helper.ts': 'export const helper = 1;\n',
  'scripts/start.mjs': "import 'node:fs';\nimport './lib/run.mjs';\nawait import('vitest');\n",
  'scripts/lib/run.mjs': 'export const run = 1;\n',

  'shared/errors/index.ts': 'export const errors = 1;\n',
  'shared/model/index.ts': "import 'typebox';\nexport * from './rows.ts';\n",
  'shared/model/rows.ts': 'export const rows = 1;\n',
  'shared/words/index.ts': "import '../model/index.ts';\n",
  'shared/wire/index.ts': "import '../errors/index.ts';\n",
  'shared/reveal/index.ts': "import '../wire/index.ts';\n",
  'shared/secrets/index.ts': "import '@noble/hashes';\n",
  'shared/operations/index.ts': "import 'typebox';\nimport '../errors/index.ts';\nimport '../model/index.ts';\n",
  'shared/policy-language/index.ts': "import '../model/index.ts';\nimport '../operations/index.ts';\n",
  'shared/ipc/index.ts': "import 'typebox';\nimport '../model/index.ts';\nimport './bridge.ts';\n",
  'shared/ipc/bridge.ts': "import '../errors/index.ts';\n",
  'shared/network/index.ts': "import 'ipaddr.js';\n",
  'shared/processes/index.ts': "import 'typebox';\nimport '../wire/index.ts';\n",

  'electron/crypto/index.ts':
    "import '@scure/bip39';\nimport './native.ts';\nimport './abi.ts';\nimport './age-file.ts';\nimport './curves/libsecp256k1.ts';\n",
  'electron/crypto/age-file.ts': "import '@noble/ciphers';\n",
  'electron/crypto/abi.ts': "import 'micro-eth-signer';\n",
  'electron/crypto/native.ts': "import 'node:crypto';\n",
  'electron/crypto/curves/libsecp256k1.ts': "import 'tiny-secp256k1';\n",
  'electron/approvals/index.ts': "import '../../shared/processes/index.ts';\nimport '../crypto/index.ts';\n",
  'electron/vault/index.ts':
    "import '../../shared/model/index.ts';\nimport '../../shared/processes/index.ts';\nimport '../approvals/index.ts';\nimport '../crypto/index.ts';\nimport '../hardening/index.ts';\n",
  'electron/token/index.ts': "import '../approvals/index.ts';\nimport './library.ts';\n",
  'electron/token/library.ts': "import 'pkcs11js';\n",
  'electron/hardening/index.ts': "import './harden.ts';\n",
  'electron/hardening/harden.ts': "import '../../shared/processes/index.ts';\nimport './native.ts';\n",
  'electron/hardening/native.ts': "import 'koffi';\n",
  'electron/storage/keychain/index.ts': "import './asker.ts';\nimport '../files/index.ts';\n",
  'electron/storage/keychain/asker.ts': "import 'keytar';\n",
  'electron/storage/files/index.ts': "import 'node:fs';\nimport '../sqlite/index.ts';\n",
  'electron/storage/sqlite/index.ts': "import './database.ts';\n",
  'electron/storage/sqlite/database.ts': "import 'better-sqlite3';\n",
  'electron/storage/cache/index.ts': "import 'node:fs';\nimport '../sqlite/index.ts';\n",
  'electron/storage/records/index.ts': "import '../sqlite/index.ts';\nimport '../files/index.ts';\n",
  'electron/client/index.ts': "import '../../shared/operations/index.ts';\n",
  'electron/custody/index.ts':
    "import 'node:http';\nimport 'jose';\nimport '../../shared/model/index.ts';\nimport '../../shared/policy-language/index.ts';\nimport '../crypto/index.ts';\nimport '../hardening/index.ts';\nimport './store/index.ts';\n",
  'electron/custody/store/index.ts': "import '../../storage/sqlite/index.ts';\n",
  'electron/main/index.ts':
    "import 'electron';\nimport '../hardening/index.ts';\nimport '../engine/index.ts';\nimport '../cli/index.ts';\nimport '../client/index.ts';\n",
  'electron/engine/index.ts':
    "import '../../shared/model/index.ts';\nimport '../../shared/secrets/index.ts';\nimport '../../shared/reveal/index.ts';\nimport './vault/unlock.ts';\nimport '../storage/cache/index.ts';\nimport '../storage/records/index.ts';\nimport './webhooks/index.ts';\nimport './courier/index.ts';\n",
  'electron/engine/webhooks/index.ts': "import 'node:http';\n",
  'electron/engine/courier/index.ts': "import 'node:https';\nimport '../../../shared/network/index.ts';\n",
  'electron/engine/vault/unlock.ts':
    "import 'node:crypto';\nimport '../../storage/keychain/index.ts';\nimport '../../storage/files/index.ts';\n",
  'electron/cli/index.ts': "import '../engine/index.ts';\nimport '../../shared/words/index.ts';\n",
  'electron/preload/index.ts': "import 'electron';\nimport '../../shared/ipc/bridge.ts';\n",

  'renderer/app/main.tsx': "import 'react';\nimport './app.tsx';\n",
  'renderer/bridge.ts': "import '../shared/ipc/index.ts';\n",
  'renderer/app/app.tsx': "import '../features/accounts/accounts.tsx';\nimport '../features/sign/sign.tsx';\n",
  'renderer/features/accounts/accounts.tsx':
    "import 'react';\nimport '../../bridge.ts';\nimport '../../ui/button.tsx';\n",
  'renderer/parts/picture.ts': "import 'qr';\n",
  'renderer/features/sign/sign.tsx':
    "import '../../parts/picture.ts';\nimport '../../form/fields.tsx';\nimport '../../request/request-dialog.tsx';\n",
  'renderer/request/request-dialog.tsx': "import 'react';\nimport '../parts/list.tsx';\n",
  'renderer/trusted/main.tsx': "import 'react';\nimport '../meaning/value.tsx';\n",
  'renderer/meaning/value.tsx': "import 'react';\nimport '../ui/button.tsx';\n",
  'renderer/parts/list.tsx': "import '../state/session.ts';\nimport '../ui/button.tsx';\n",
  'renderer/state/session.ts': "import 'zustand';\nimport '../bridge.ts';\nimport '../words/time.ts';\n",
  'renderer/words/time.ts': "import '../../shared/model/index.ts';\nimport '../language/worded.ts';\n",
  'renderer/language/worded.ts': 'export {};\n',
  'renderer/form/fields.tsx': "import '../../shared/operations/index.ts';\nimport '../ui/button.tsx';\n",
  'renderer/ui/button.tsx': "import 'react';\n",
};
