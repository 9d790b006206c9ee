import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { filtersOf, organizationsOf } from '../../../../renderer/features/webhooks/endpoint-filters.ts';
import { NamedIds } from '../../../../renderer/form/pick-by-name.tsx';
import { organization } from '../fixture-organization.ts';

const content = organization(Date.UTC(2026, 10, 27, 12));
const [below] = content.subOrganizations;
if (below === undefined) throw new Error('no sub-organizations');
const typed = { name: '', url: '', events: [], types: [], statuses: [], organizations: [] };

test('the organizations of an endpoint are chosen by name, and further ids are typed', () => {
  const choices = organizationsOf({ ...content, subOrganizations: [below, { id: 'below-2', name: below.name }] });
  expect(choices.map(({ label }) => label)).toEqual([
    ...[content.name, `${below.name} (${below.id})`, `${below.name} (below-2)`],
  ]);
  const form = renderToStaticMarkup(
    createElement(NamedIds, {
      title: 'Only these organizations (optional)',
      noun: 'organization',
      one: 'Organization',
      choices,
      ids: ['below-2', 'not-listed'],
      onChange: () => undefined,
    }),
  );
  expect(form).toContain('aria-label="Take out “Customer one (below-2)”"');
  expect(form).toContain('value="not-listed"');
  expect(form).toContain('Choose an organization for “Only these organizations (optional)”');
  expect(form).toContain('Type an id');
});

test('an event gets the chosen organizations, and ids of a pasted list', () => {
  expect(filtersOf('ACTIVITY_UPDATES', typed)).toBe('');
  expect(filtersOf('ACTIVITY_UPDATES', { ...typed, organizations: [''] })).toBe('');
  const organizations = ['one', 'two, three', ''];
  expect(JSON.parse(filtersOf('BALANCE_FINALIZED_UPDATES', { ...typed, organizations }))).toEqual({
    organizationIds: ['one', 'two', 'three'],
  });
});
