import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, repositoryFiles, root } from '../unit/repository/sources.ts';
import {
  commentsOf,
  FAULT_NAMES,
  type Fault,
  faultySentences,
  isSentence,
  paragraphsOf,
  sentencesIn,
  tellingNamesIn,
  testNamesIn,
} from './sentences.ts';

/**
 * The sentences that break the rules of CONTRIBUTING.md, by where they stand. The numbers may only fall. Lower a number
 * when you mend a sentence. Names of tests are no sentences, so three rules do not apply to them.
 */
const COUNTS: Readonly<Record<string, Readonly<Partial<Record<Fault, number>>>>> = {
  comments: { openers: 0, tells: 2, fronted: 0, semicolons: 8, long: 26 },
  documents: { openers: 0, tells: 1, fronted: 0, semicolons: 0, long: 11 },
  texts: { openers: 0, tells: 0, fronted: 0, semicolons: 9, long: 2 },
  'names of tests': { tells: 0, semicolons: 0 },
};
/** Identifiers such as `told` and `tellAll`. The number may only fall. */
const TELLING_NAMES = 0;
/** Commit subjects over 72 characters. All of them are older than the rule. */
const LONG_SUBJECTS = 252;

const FOLDERS = ['electron', 'renderer', 'shared', 'scripts', 'test'];
/** Licences of others, a list of changes, and pages whose text stands elsewhere. */
const NOT_OURS = /LICENSE|vectors\/README|CHANGELOG|^docs\/(?:reference|commands|meaning|performance)\.md/;

const sources = FOLDERS.flatMap((folder) => repositoryFiles(folder)).filter((path) => !path.startsWith('test/prose/'));
const read = (paths: readonly string[], textsOf: (source: string) => string[]) =>
  paths.flatMap((path) => textsOf(readText(path)).map((text) => ({ path, text })));
const ending = (pattern: RegExp) => sources.filter((path) => pattern.test(path));

const TEXTS: Readonly<Record<string, readonly { readonly path: string; readonly text: string }[]>> = {
  comments: read(ending(/\.(?:ts|tsx|mjs|cjs|css)$/), commentsOf),
  documents: read(
    [...sources, ...repositoryFiles('docs'), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].filter(
      (path) => path.endsWith('.md') && !NOT_OURS.test(path),
    ),
    paragraphsOf,
  ),
  texts: [
    ...read(ending(/^(?:electron|shared)\/.*\.ts$/), sentencesIn),
    // Every English text of the window is a name in the catalogue.
    ...Object.keys(JSON.parse(readText('renderer/language/de.json')))
      .filter(isSentence)
      .map((text) => ({ path: 'the window', text })),
  ],
  'names of tests': read(ending(/^test\/.*\.(?:test|spec)\.ts$/), testNamesIn),
};

describe.each(Object.entries(COUNTS))('the %s', (kind, counts) => {
  it.each(Object.entries(counts) as [Fault, number][])('have no new sentence with this fault: %s', (fault, count) => {
    const found = (TEXTS[kind] ?? []).flatMap(({ path, text }) =>
      faultySentences(text, fault).map((sentence) => `${path}: ${sentence}`),
    );
    expect(found.length, `${fault}: the number in this test is ${count}\n${found.join('\n')}`).toBe(count);
  });

  it('are found', () => expect(TEXTS[kind]?.length).toBeGreaterThan(500));
});

it('no identifier says that a program tells something', () => {
  const found = read(ending(/\.(?:ts|tsx|mjs|cjs)$/), tellingNamesIn).map(({ path, text }) => `${path}: ${text}`);
  expect(found.length, `the number in this test is ${TELLING_NAMES}\n${found.join('\n')}`).toBe(TELLING_NAMES);
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

  it('paragraphs and items of a document, without its code, headings and tables', () => {
    const document =
      '# A title\n\nOne line\nand two.\n\n- an item\n1. another\n\n    code\n\n| a | table |\n\n```sh\nmore\n```\n';
    expect(paragraphsOf(document).filter((text) => text !== '')).toEqual(['One line and two.', 'an item', 'another']);
  });

  it('texts that are sentences, and names of tests', () => {
    const source = "it('stops', () => fail('It has stopped.'));\nit.each([1])(`counts %s`, run);\nconst word = 'Stop';";
    expect(sentencesIn(source)).toEqual(['It has stopped.']);
    expect(testNamesIn(source)).toEqual(['stops', 'counts %s']);
  });

  it('identifiers that tell, outside of comments and texts', () => {
    const source =
      "// told\nconst isTold = tell('told', `told`); /* untold */\nconst MAXIMUM_TOLD = set.told_at; const teller = castellan;";
    expect(tellingNamesIn(source)).toEqual(['isTold', 'tell', 'MAXIMUM_TOLD', 'told_at']);
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
