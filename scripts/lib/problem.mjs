/** Something set-up could not do: shown as a sentence and the steps to do it by hand, never as a stack. */
export class SetupProblem extends Error {
  /**
   * @param {string} what what could not be done, and why
   * @param {string[]} [byHand] lines that say what to do about it
   */
  constructor(what, byHand = []) {
    super(what);
    this.name = 'SetupProblem';
    this.byHand = byHand;
  }
}

/** A place on the network that cannot be reached from here, or does not offer the file. Its text fits after "because". */
export class Unreachable extends SetupProblem {}

/** The message of any thrown value. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Returns the text for an error that ends a script: the words of a SetupProblem, or an explanation of a file system error.
 * Any other error is a defect, so its stack is printed.
 * @param {unknown} error
 * @returns {string}
 */
export function explain(error) {
  if (error instanceof SetupProblem) return [error.message, ...error.byHand.map((line) => `  ${line}`)].join('\n');
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error instanceof Error ? error : {});
  if (code === 'ENOSPC') {
    return 'The disk is full. Set-up needs about 2 GB for the packages and the runtime. Free some space and run this again.';
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `This user may not write ${path ?? 'a file that set-up needs'}. Correct its owner or mode and run this again.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Returns the options of a script's command line. Any other argument ends the script with its usage and code 2.
 * @param {string} usage
 * @param {string[]} known
 * @returns {Set<string>} those that were given
 */
export function optionsOf(usage, known) {
  const given = new Set(process.argv.slice(2));
  if ([...given].every((option) => known.includes(option))) return given;
  process.stderr.write(`usage: ${usage}\n`);
  process.exit(2);
}

/**
 * Runs a script and ends the process with its code. Prints an error to standard error, with code 1.
 * @param {() => Promise<number>} script gives the exit code
 */
export async function main(script) {
  try {
    process.exitCode = await script();
  } catch (error) {
    process.stderr.write(`castellan: ${explain(error)}\n`);
    process.exitCode = 1;
  }
}
