import { expect, it } from 'vitest';
import { isIn, PRODUCT, readText, repositoryFiles } from './sources.ts';

/** A choice is labelled in the code where it is made, and listed on the one page. Neither may be without the other. */
const PAGE = 'docs/choices.md';

const labelled = (text: string): string[] =>
  [...text.matchAll(/\bChoice\s*(?:\*\s*)?\(([a-z0-9-]+)\)/g)].map(([, slug]) => slug ?? '');
const listed = (page: string): string[] => [...page.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, slug]) => slug ?? '');

it('labels every listed choice in the code, and lists every labelled one', () => {
  const labels = repositoryFiles()
    .filter((path) => isIn(path, ...PRODUCT) && /\.tsx?$/.test(path))
    .flatMap((path) => labelled(readText(path)));
  const slugs = listed(readText(PAGE));
  expect(slugs.length).toBeGreaterThan(20);
  expect([...new Set(labels)].toSorted()).toEqual(slugs.toSorted());
});

it('reads labels and rows as they are written', () => {
  expect(labelled('/** Choice (ton-form): the one. */ // Choice (path-once): why')).toEqual(['ton-form', 'path-once']);
  expect(labelled('Choice of form, a choice (no)')).toEqual([]);
  expect(listed('| choice | what |\n|---|---|\n| `a-b` | what | why |\n')).toEqual(['a-b']);
});
