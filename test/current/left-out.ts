/** The test files (vitest's patterns) that do not run on the current Node, each with its reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'test/contract/cli/**': 'they start the whole program, which is Electron whatever Node runs the test',
  'test/fault/cli-*.test.ts': 'they start the whole program, which is Electron whatever Node runs the test',
  'test/unit/cli/**': 'text in and text out, whatever Node it is; where it stores and signs, other tests do',
  'test/unit/main/**': 'they are about Electron, which is not there',
  'test/unit/preload/**': 'they are about Electron, which is not there',
  'test/unit/renderer/**': 'the built page itself runs in the current Chromium',
  'test/bench/**': 'nothing of the product runs',
  'test/docs/**': 'nothing of the product runs',
  'test/boundaries/**': 'they read the import rules and the sources; nothing of the product runs',
  'test/unit/repository/**': 'they read the sources and the documents; nothing of the product runs',
  'test/peers/**': 'they hold results against the libraries of the field; vectors and parsers run here',
  'test/unit/vault/process.test.ts':
    'OpenSSL frees the DER of a key without clearing it; Electron has BoringSSL, where the test runs',
  'test/unit/scripts/**': 'set-up runs on the Node of the machine',
};
