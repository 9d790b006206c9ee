import { expect, it } from 'vitest';
import { readText } from './sources.ts';

it('registers the link scheme that the documents name', () => {
  expect(readText('resources/linux/castellan.desktop')).toMatch(/^MimeType=x-scheme-handler\/castellan;$/m);
  expect(readText('docs/platforms.md')).toContain('The Debian package registers the scheme `castellan:`.');
  expect(readText('resources/README.md')).toContain('The package registers the scheme `castellan:`.');
});
