/**
 * A claim whose mechanism cannot be taken out in a test of its own, and the test that shows it on the whole program.
 */
export interface ShownClaim {
  readonly id: string;
  readonly sentence: string;
  readonly test: string;
  /** The reason why nothing is taken out. */
  readonly reason: string;
}

const WINDOW = 'only a built program with real windows shows it';
const MEMORY = 'root searches the memory of all processes for it';
const KERNEL = 'the kernel reports each system call';

export const SHOWN: readonly ShownClaim[] = [
  {
    id: 'PAGE-17',
    sentence: 'Passphrases are typed, and revealed keys are shown, only in the trusted window.',
    test: 'test/e2e/trusted.spec.ts',
    reason: WINDOW,
  },
  {
    id: 'PAGE-18',
    sentence: 'The page cannot read the clipboard.',
    test: 'test/e2e/hostile-reach.spec.ts',
    reason: WINDOW,
  },
  {
    id: 'PAGE-19',
    sentence: 'The page makes no DNS lookup.',
    test: 'test/e2e/ways-out.spec.ts',
    reason: 'a switch of Chromium closes this way',
  },
  {
    id: 'PAGE-20',
    sentence: 'The page cannot reach the window for passkeys.',
    test: 'test/e2e/passkeys.spec.ts',
    reason: WINDOW,
  },
  {
    id: 'PROGRAM-09',
    sentence: 'On Linux no other program of the user can read the memory of main, through which keys pass.',
    test: 'test/e2e/processes.spec.ts',
    reason: WINDOW,
  },
  {
    id: 'PROGRAM-10',
    sentence: 'Only the test layout opens an inspector, and it says so.',
    test: 'test/e2e/release.spec.ts',
    reason: WINDOW,
  },
  {
    id: 'PROGRAM-11',
    sentence: 'Only the unlocked vault holds a copy of a key from the passphrase file.',
    test: 'test/e2e/memory.spec.ts',
    reason: MEMORY,
  },
  {
    id: 'PROGRAM-12',
    sentence: 'Only the local service holds a copy of its master key.',
    test: 'test/e2e/memory.spec.ts',
    reason: MEMORY,
  },
  {
    id: 'VAULT-05',
    sentence: 'The vault starts no program, connects nowhere, and opens files only to read them.',
    test: 'test/e2e/traced.spec.ts',
    reason: KERNEL,
  },
  {
    id: 'NET-03',
    sentence: 'Exports are opened without a network.',
    test: 'test/unit/engine/engine.test.ts',
    reason: 'there is no mechanism: the vault has no network',
  },
];
