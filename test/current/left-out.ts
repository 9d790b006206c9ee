const PROGRAM = 'they start the whole program, which is Electron whatever Node runs the test';
const ELECTRON = 'they are about Electron, which is not there';
const SOURCES = 'they read the sources and the documents; nothing of the product runs';
const RULES =
  'they prove rules of the service, decided in plain JavaScript; its crypto, store, HTTP and every operation run here';
const FLOWS =
  'they prove flows of main between processes, decided in plain JavaScript; the crypto, the stores and HTTP run here';
const MEANINGS =
  'they prove descriptions, written in plain JavaScript; the parsers and the corpus of meanings run here';

/**
 * The test files (vitest's patterns) that do not run on the current Node, each with its reason. All of them run in the
 * Node of Electron. Tests of what the runtime brings run on both: crypto, files, SQLite, native modules, memory
 * protection, HTTP and parsers.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'test/contract/cli/**': PROGRAM,
  'test/fault/cli-*.test.ts': PROGRAM,
  'test/contract/authentication/**': RULES,
  'test/contract/keys/**': RULES,
  'test/contract/organizations/**': RULES,
  'test/contract/wire/bad-input.test.ts':
    'it proves that each declared schema is checked; the checker itself runs in test/unit/shared and test/fuzz/wire.test.ts',
  'test/fault/custody-attacks.test.ts': RULES,
  'test/fault/custody-guarded.test.ts': RULES,
  'test/fault/custody-rows.test.ts': RULES,
  'test/fault/custody-tampering.test.ts': RULES,
  'test/fault/custody-votes.test.ts': RULES,
  'test/fault/custody-webhooks.test.ts': RULES,
  'test/unit/custody/activities/**': RULES,
  'test/unit/custody/chains/**': RULES,
  'test/unit/custody/observation/**': RULES,
  'test/unit/custody/policies/**': RULES,
  'test/unit/engine/addresses/**': FLOWS,
  'test/unit/engine/batches/**': FLOWS,
  'test/unit/engine/earn/**': FLOWS,
  'test/unit/engine/history/**': FLOWS,
  'test/unit/engine/keys/**': FLOWS,
  'test/unit/engine/organization/**': FLOWS,
  'test/unit/engine/profiles/**': FLOWS,
  'test/unit/engine/requests/**': FLOWS,
  'test/unit/engine/results/**': FLOWS,
  'test/unit/engine/service/**': FLOWS,
  'test/unit/engine/verify/**': FLOWS,
  'test/unit/vault/describe.test.ts': MEANINGS,
  'test/unit/vault/factors.test.ts': FLOWS,
  'test/unit/vault/flipped.test.ts': MEANINGS,
  'test/unit/vault/totals.test.ts': MEANINGS,
  'test/unit/cli/**': 'text in and text out, whatever Node it is; where it stores and signs, other tests do',
  'test/unit/main/**': ELECTRON,
  'test/unit/preload/**': ELECTRON,
  'test/unit/renderer/**': 'the built page itself runs in the current Chromium',
  'test/bench/**': SOURCES,
  'test/docs/**': SOURCES,
  'test/prose/**': SOURCES,
  'test/boundaries/**': SOURCES,
  'test/unit/repository/**': SOURCES,
  'test/peers/**': 'they hold results against the libraries of the field; vectors and parsers run here',
  'test/unit/vault/process.test.ts':
    'OpenSSL frees the DER of a key without clearing it; Electron has BoringSSL, where the test runs',
  'test/unit/scripts/**': 'set-up runs on the Node of the machine',
};
