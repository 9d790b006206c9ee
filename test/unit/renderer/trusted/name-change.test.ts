import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NameChange } from '../../../../renderer/trusted/name-change.tsx';
import type { AskedProfile } from '../../../../shared/ipc/index.ts';

const PROFILE: AskedProfile = {
  name: 'desk',
  kind: 'remote' as const,
  baseUrl: 'https://service.example',
  organizationId: 'id',
  hue: 200,
  organizationName: 'Treasury Ltd',
  blindSigning: false,
};

it('a question says that the name of the organization changed, and nothing while it is the pinned one', () => {
  const drawn = renderToStaticMarkup(
    createElement(NameChange, { profile: { ...PROFILE, claimedName: 'Treasury\u202eGmbH' } }),
  );
  expect(drawn).toContain('The organization’s name changed');
  expect(drawn).toContain('GmbH');
  expect(drawn).not.toContain('\u202e');
  expect(renderToStaticMarkup(createElement(NameChange, { profile: PROFILE }))).toBe('');
});
