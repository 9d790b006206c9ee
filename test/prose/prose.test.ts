import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, repositoryFiles, root } from '../unit/repository/sources.ts';
import { commentsOf, FAULT_NAMES, type Fault, faultySentences } from './comments.ts';

/**
 * The sentences of all comments that break the rules of CONTRIBUTING.md. The numbers may only fall. Lower a number when you mend a
 * sentence.
 */
const COUNTS: Readonly<Record<Fault, number>> = { openers: 0, tells: 6, fronted: 0, semicolons: 8, long: 26 };
/** Commit subjects over 72 characters. All of them are older than the rule. */
const LONG_SUBJECTS = 252;

const FOLDERS = ['electron', 'renderer', 'shared', 'scripts', 'test'];

describe('the comments', () => {
  const comments = FOLDERS.flatMap((folder) => repositoryFiles(folder))
    .filter((path) => /\.(?:ts|tsx|mjs|css)$/.test(path) && !path.startsWith('test/prose/'))
    .flatMap((path) => commentsOf(readText(path)).map((comment) => ({ path, comment })));

  it.each(FAULT_NAMES)('have no new sentence with this fault: %s', (fault) => {
    const found = comments.flatMap(({ path, comment }) =>
      faultySentences(comment, fault).map((sentence) => `${path}: ${sentence}`),
    );
    expect(found.length, `${fault}: the number in this test is ${COUNTS[fault]}\n${found.join('\n')}`).toBe(
      COUNTS[fault],
    );
  });
});

describe('the rules find', () => {
  it.each([
    ['openers', '/** What came back is kept. Read once. */', 'What came back is kept.'],
    ['tells', '// Tells nothing.\n// It tells the size.', 'It tells the size.'],
    ['fronted', '/* By it the key is found. */', 'By it the key is found.'],
    ['semicolons', '/** One; two. */', 'One; two.'],
    ['long', `/** ${'word '.repeat(26)} */`, 'word '.repeat(26).trim()],
  ] as const)('%s in %j', (fault, source, sentence) => {
    expect(commentsOf(source).flatMap((comment) => faultySentences(comment, fault))).toEqual([sentence]);
  });

  it('nothing in an example, but a fault behind the next tag', () => {
    const source = '/**\n * Halves.\n * @example\n * half(4);\n * // What;\n * @param even In units; whole.\n */\n';
    const found = FAULT_NAMES.flatMap((fault) => commentsOf(source).flatMap((text) => faultySentences(text, fault)));
    expect(found).toEqual(['In units; whole.']);
  });

  it('nothing in plain sentences, questions and code', () => {
    const source = '/** Returns the size. Is it whole? */\nconst text = "What";\n// @param size In bytes.\n';
    for (const fault of FAULT_NAMES)
      expect(commentsOf(source).flatMap((comment) => faultySentences(comment, fault))).toEqual([]);
  });
});

it.skipIf(!existsSync(join(root, '.git')))(
  'commit subjects have at most 72 characters, but for those older than the rule',
  () => {
    const log = execFileSync('git', ['-C', root, 'log', '--format=%s'], { encoding: 'utf8' });
    expect(log.split('\n').filter((subject) => subject.length > 72).length).toBeLessThanOrEqual(LONG_SUBJECTS);
  },
);
