import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../electron/cli/commands/index.ts';
import { cli } from './support.ts';

const ROOT = 'electron/cli';
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
/** The text literals of a source with a sentence about what was not done. */
const messagesIn = (text: string) =>
  [...text.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)].map(([literal]) => literal.slice(1, -1));
const UNDONE = /(?:^|[.!?…}] )Nothing was [a-z ]+\. ?/;
/** Texts that are no errors: the end of an activity, the end of a run, and a sentence that is given to another function. */
const NO_ERRORS = [/^\}\. It changed nothing/, /^Cancelled/, /already has a vault/, /^Nothing was [a-z]+\.$/];

describe('an error of the command line', () => {
  const messages = sources
    .flatMap((name) => messagesIn(readFileSync(join(ROOT, name), 'utf8')).map((text) => [name, text] as const))
    .filter(([, text]) => UNDONE.test(text) && NO_ERRORS.every((pattern) => !pattern.test(text)));

  it('is found in the sources', () => expect(messages.length).toBeGreaterThan(50));

  it.each(messages)('of %s says what happened, what was not done, and what to do: %s', (_name, text) => {
    const [before = '', after = ''] = text.split(UNDONE);
    expect([before.trim() !== '', after.trim() !== '']).toEqual([true, true]);
  });

  it.each(COMMANDS.map(({ name }) => name))('of `%s` for a wrong option has three sentences', async (name) => {
    const { stderr } = await cli([...name.split(' '), '--zzzzzzzzzz']);
    const [message = ''] = stderr.replace(/^castellan: /, '').split(' (USAGE)');
    expect(message.split(/[.?](?: |$)/).filter((sentence) => sentence !== '')).toHaveLength(3);
  });
});
