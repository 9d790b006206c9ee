/**
 * Returns Castellan's own arguments: all after the first `--`, or, in a packaged program started by hand, all after the
 * executable. Chromium's own switches come before the `--` and are not ours.
 */
export function ownArguments(argv: readonly string[], packaged: boolean): readonly string[] {
  const separator = argv.indexOf('--');
  if (separator !== -1) return argv.slice(separator + 1);
  return packaged ? argv.slice(1).filter((argument, index) => index > 0 || !argument.startsWith('-')) : [];
}

const OFFLINE = '--offline';

/** Returns the options before the first other word, behind `cli` if it stands there. */
function leadingOptions(argv: readonly string[]): readonly string[] {
  const separator = argv.indexOf('--');
  const words = argv.slice(separator === -1 ? 1 : separator + 1);
  const given = words[0] === 'cli' ? words.slice(1) : words;
  const end = given.findIndex((word) => !word.startsWith('-'));
  return end === -1 ? given : given.slice(0, end);
}

/** Returns true when the run must make no connection: `--offline` stands before the command, or is given to the window. */
export const asksForOffline = (argv: readonly string[]): boolean => leadingOptions(argv).includes(OFFLINE);

/** Returns the arguments of the command line (`cli …`) without a leading `--offline`, or null to open the window. */
export function commandLineArguments(argv: readonly string[], packaged: boolean): readonly string[] | null {
  const own = ownArguments(argv, packaged);
  if (own[0] !== 'cli') return null;
  const leading = leadingOptions(argv).length;
  return own.slice(1).filter((word, index) => index >= leading || word !== OFFLINE);
}

/** Returns true when the launcher found no sandbox for a window, and wants that explained instead of a window. */
export const asksToExplainSandbox = (argv: readonly string[], packaged: boolean): boolean =>
  ownArguments(argv, packaged)[0] === 'explain-sandbox';

/** Returns true when the program was started without Chromium's sandbox. Electron's own switches no longer show it later. */
export const startedWithoutSandbox = (argv: readonly string[]): boolean =>
  argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes('--no-sandbox');
