import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../../../renderer/app/places.tsx';
import { blocksOf, Markdown } from '../../../../renderer/features/help/markdown.tsx';
import { changelog, guidePage, newsIn } from '../../../../renderer/features/help/pages.ts';

describe('the pages of the guide', () => {
  it('are in the program for every place, and the page of a place names it', () => {
    for (const { help, label } of Object.values(PLACES)) {
      expect(guidePage(help.page), help.page).toContain(`*${label}*`);
      expect(help.sentence).toMatch(/\.$/);
    }
    expect(guidePage('nothing')).toBeNull();
  });

  it('are read as headings, text, lists, tables and code', () => {
    const page = '# Title\n\nTwo\nlines.\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n\n```sh\n# code\n```\n';
    expect(blocksOf(page)).toEqual([
      { kind: 'heading', level: 2, text: 'Title' },
      { kind: 'text', text: 'Two lines.' },
      { kind: 'list', items: ['one more', 'two'] },
      { kind: 'table', head: ['a', 'b'], rows: [] },
      { kind: 'code', text: '# code' },
    ]);
    const steps = '1. one\n   more\n2. two\n\n    code\n\n3. three\n\n1. again\n';
    expect(blocksOf(steps)).toEqual([
      { kind: 'steps', first: 1, items: ['one more', 'two'] },
      { kind: 'code', text: '    code' },
      { kind: 'steps', first: 3, items: ['three'] },
      { kind: 'steps', first: 1, items: ['again'] },
    ]);
    expect(blocksOf('```\nopen')).toEqual([{ kind: 'code', text: 'open' }]);
  });
});

it('a page shows names, code, steps and links without the signs of Markdown', () => {
  const page = '1. *Address book* and **all** of `a * b`, 2 * 3 [Lists](lists.md)';
  const shown = renderToStaticMarkup(createElement(Markdown, { page, onPage: () => undefined }));
  expect(shown).toContain('<ol start="1"><li><em>Address book</em> and <strong>all</strong> of ');
  expect(shown).toContain('>a * b</code>, 2 * 3 <button type="button" class="help-link">Lists</button></li></ol>');
});

it('a table has a head, and no page shows the signs of one', () => {
  const page = 'Before\n| section | content |\n| --- | :-: |\n| `[a]` | x \\| y |\n| short |\n\nAfter';
  const shown = renderToStaticMarkup(createElement(Markdown, { page, onPage: () => undefined }));
  expect(shown).toContain('<thead><tr><th scope="col">section</th><th scope="col">content</th></tr></thead>');
  expect(shown).toContain('[a]</code></td><td>x | y</td></tr><tr><td>short</td><td></td></tr></tbody></table>');
  for (const { help } of Object.values(PLACES)) {
    const text = renderToStaticMarkup(
      createElement(Markdown, { page: guidePage(help.page) ?? '', onPage: () => undefined }),
    );
    expect(text, help.page).not.toMatch(/>\s*\|/);
  }
});

describe('the news', () => {
  const text =
    '# Changelog\n\n## [Unreleased]\n\n## [0.3.0] - x\n\n- c\n\n## [0.2.0] - x\n\n- b\n\n## [0.1.0] - x\n\n- a\n';

  it('are the versions after the earlier one, or the newest', () => {
    expect(newsIn(text, '0.1.0')).toMatch(/^## \[0\.3\.0\][\s\S]*## \[0\.2\.0\][^#]*$/);
    expect(newsIn(text, null)).toMatch(/^## \[0\.3\.0\][^#]*$/);
    expect(newsIn(text, '9.9.9')).toMatch(/^## \[0\.3\.0\][^#]*$/);
  });

  it('are in the program', () => {
    expect(newsIn(changelog(), null)).toMatch(/^## \[/);
  });
});
