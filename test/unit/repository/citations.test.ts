import { describe, expect, it } from 'vitest';
import { readText, repositoryFiles } from './sources.ts';

const READ = /\.(?:ts|tsx|mjs|cjs|css|md)$/;
const texts = repositoryFiles()
  .filter((path) => READ.test(path))
  .map((path) => ({ path, text: readText(path) }));

/** A section of a document by its number only. A reader cannot find the document. */
const NUMBERED = /\b(?:PROTOCOL|SPEC|OPERATIONS)(?:\.md)?(?: section)?[ \n*]+§?\d/g;
const PAGE = /\bdocs\/(?:[\w-]+\/)*[\w-]+\.md(?:#([\w-]+))?/g;

/** The anchor that a heading of Markdown gets. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
  [...readText(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The citations of a text that lead nowhere: sections by number, missing pages, missing sections. */
function brokenCitations(text: string): string[] {
  const pages = [...text.matchAll(PAGE)].filter(([cited, anchor]) => {
    const page = cited.replace(/#.*$/, '');
    return !files.has(page) || (anchor !== undefined && !anchorsOf(page).includes(anchor));
  });
  return [...(text.match(NUMBERED) ?? []), ...pages.map(([cited]) => cited)];
}

const files = new Set(repositoryFiles());

describe('comments and pages cite only', () => {
  it('pages and sections of this repository', () => {
    const broken = texts
      .filter(({ path }) => path !== 'test/unit/repository/citations.test.ts')
      .flatMap(({ path, text }) => brokenCitations(text).map((cited) => `${path}: ${cited}`));
    expect(broken).toEqual([]);
  });

  it('what the test recognises', () => {
    expect(brokenCitations('/** Stamps (PROTOCOL 1.2), pages (SPEC\n * 2.3). */')).toEqual([
      'PROTOCOL 1',
      'SPEC\n * 2',
    ]);
    expect(brokenCitations('docs/protocol.md#nothing, docs/nothing.md')).toEqual([
      'docs/protocol.md#nothing',
      'docs/nothing.md',
    ]);
    expect(brokenCitations('docs/protocol.md#stamps, docs/protocol.md and OPERATIONS of 3 kinds')).toEqual([]);
  });

  it('each section of the page about the protocol', () => {
    const cited = new Set(texts.flatMap(({ text }) => [...text.matchAll(PAGE)].map(([whole]) => whole)));
    const sections = anchorsOf('docs/protocol.md').filter((anchor) => anchor !== 'protocol');
    expect(sections.filter((anchor) => !cited.has(`docs/protocol.md#${anchor}`))).toEqual([]);
  });
});
