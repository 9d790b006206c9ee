import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Visible } from '../../../../renderer/ui/visible.tsx';

test.each(['\u202eAda', 'Ada مستخدم', 'a\u0007b\u2028c'])(
  '%j is one element, so that it is one cell of a grid',
  (text) => {
    const drawn = renderToStaticMarkup(createElement(Visible, { text }));
    expect(drawn).toMatch(/^<span>(?:<span.*<\/span>|[^<]+)+<\/span>$/);
  },
);

test('text without such characters has no element around it', () => {
  expect(renderToStaticMarkup(createElement(Visible, { text: 'Ada' }))).toBe('Ada');
});
