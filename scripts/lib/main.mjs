import { explain } from './problem.mjs';

/**
 * Runs a script and ends the process with its code; what could not be done goes to standard error, with code 1.
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
