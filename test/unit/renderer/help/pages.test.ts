import { describe, expect, it } from 'vitest';
import { PLACES } from '../../../../renderer/app/places.tsx';
import { blocksOf } from '../../../../renderer/features/help/markdown.tsx';
import { changelog, guidePage, newsIn } from '../../../../renderer/features/help/pages.ts';

describe('the pages of the guide', () => {
  it('are in the program for every place', () => {
    for (const { help } of Object.values(PLACES)) {
      expect(guidePage(help.page), help.page).toContain('# ');
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
      { kind: 'code', text: '| a | b |\n|---|---|' },
      { kind: 'code', text: '# code' },
    ]);
    expect(blocksOf('```\nopen')).toEqual([{ kind: 'code', text: 'open' }]);
  });
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
