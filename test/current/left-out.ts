/** The test files (vitest's patterns) that do not run on the current Node, each with its reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'test/contract/cli-*.test.ts': 'they start the whole program, which is Electron whatever Node runs the test',
  'test/fault/cli-*.test.ts': 'they start the whole program, which is Electron whatever Node runs the test',
  'test/boundaries/**': 'they read the import rules and the sources; nothing of the product runs',
  'test/unit/repository/**': 'they read the sources and the documents; nothing of the product runs',
  'test/unit/scripts/**': 'set-up runs on the Node of the machine',
};
