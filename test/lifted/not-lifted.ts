/**
 * Words of README.md and SECURITY.md behind which nothing is lifted, each with its reason: a limit, or the test that shows it where a
 * lift would need a build and a window of its own.
 */
export const NOT_LIFTED: Readonly<Record<string, string>> = {
  'Two edges are text and cannot be': 'a limit',
  'What none of this defends against': 'a limit',
  'A window that was taken over can show you lies': 'a limit',
  'Not noticed:': 'a limit, with a test: test/unit/engine/audit.test.ts',
  'on Linux a main, a vault and a local service': 'of main: test/e2e/processes.spec.ts',
  'nor main, through which keys pass': 'test/e2e/processes.spec.ts',
  'Passphrases are typed and keys revealed there only': 'test/e2e/trusted.spec.ts',
  'passphrases and revealed keys never enter the page': 'test/e2e/trusted.spec.ts',
  'nor can it read the clipboard': 'test/e2e/hostile-reach.spec.ts',
  'name look-ups and file dialogs among them': 'look-ups are shut by a switch of Chromium: test/e2e/ways-out.spec.ts',
  'and cannot be reached from the page': 'test/e2e/passkeys.spec.ts',
  'only the layout that tests drive opens one, and says so': 'test/e2e/release.spec.ts',
  'of a key in the passphrase file no process but the unlocked vault holds a copy':
    'root looks into the memory of them all: test/e2e/memory.spec.ts',
  'of the local service’s master key none but that service':
    'root looks into the memory of them all: test/e2e/memory.spec.ts',
  'from its first instruction to its last the vault starts nothing':
    'what the kernel was asked for: test/e2e/traced.spec.ts',
  'what is opened offline needs no network': 'there is no mechanism to take away: test/unit/engine/engine.test.ts',
};
