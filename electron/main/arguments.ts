/**
 * Returns Castellan's own arguments: all after the first `--`, or, in a packaged program started by hand, all after the
 * executable. Chromium's own switches come before the `--` and are not ours.
 */
export function ownArguments(argv: readonly string[], packaged: boolean): readonly string[] {
  const separator = argv.indexOf('--');
  if (separator !== -1) return argv.slice(separator + 1);
  return packaged ? argv.slice(1).filter((argument, index) => index > 0 || !argument.startsWith('-')) : [];
}

/** Returns the arguments of the command line (`cli …`), or null to open the window. */
export function commandLineArguments(argv: readonly string[], packaged: boolean): readonly string[] | null {
  const own = ownArguments(argv, packaged);
  return own[0] === 'cli' ? own.slice(1) : null;
}

/** Returns true when the launcher found no sandbox for a window, and wants that explained instead of a window. */
export const asksToExplainSandbox = (argv: readonly string[], packaged: boolean): boolean =>
  ownArguments(argv, packaged)[0] === 'explain-sandbox';

/** Returns true when the program was started without Chromium's sandbox. Electron's own switches no longer show it later. */
export const startedWithoutSandbox = (argv: readonly string[]): boolean =>
  argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes('--no-sandbox');
