import { describe, expect, it } from 'vitest';
import {
  checkCode,
  digestOf,
  isCheckCode,
  isContainer,
  MAXIMUM_CONTAINER,
  readContainer,
  writeContainer,
} from '../../../../electron/engine/containers/container.ts';
import type { ContentOf } from '../../../../electron/engine/containers/kinds.ts';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const LIST: ContentOf<'export-targets'> = {
  organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
  targets: [
    {
      export: { kind: 'account', of: ADDRESS, address: ADDRESS, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
      targetPublicKey: `04${'ab'.repeat(64)}`,
    },
  ],
};
const TEXT = writeContainer('export-targets', LIST);
const REQUEST = { method: 'POST', url: 'https://a.example', headers: {}, body: '{}' } as const;

/** The members of the container, changed, with a digest that fits. */
const changed = (members: object, content: unknown = LIST) =>
  `${JSON.stringify({ ...JSON.parse(TEXT), sha256: digestOf('export-targets', content), content, ...members })}\n`;
const reading = (text: string) => () => readContainer(text, 'export-targets');

describe('a container', () => {
  it('is read as it was written, always in the same bytes', () => {
    expect(readContainer(TEXT, 'gathered-exports', 'export-targets')).toEqual({
      kind: 'export-targets',
      content: LIST,
      digest: digestOf('export-targets', LIST),
    });
    expect(writeContainer('export-targets', structuredClone(LIST))).toBe(TEXT);
    expect(TEXT).toMatch(
      /^\{"format":"castellan-container","version":1,"kind":"export-targets","sha256":"[0-9a-f]{64}"/,
    );
    expect([isContainer(TEXT), isContainer('{"method":"POST"}')]).toEqual([true, false]);
  });

  it('has another digest for the same content of another kind', () => {
    expect(digestOf('request-to-stamp', REQUEST)).not.toBe(digestOf('stamped-request', REQUEST));
  });

  it('has a check code for people, in any spelling', () => {
    const digest = digestOf('export-targets', LIST);
    const code = checkCode(digest);
    expect(code).toMatch(/^([0-9a-f]{4} ){4}[0-9a-f]{4}$/);
    for (const typed of [code, code.toUpperCase(), code.replaceAll(' ', ''), code.replaceAll(' ', '-')])
      expect(isCheckCode(typed, digest)).toBe(true);
    for (const typed of ['', code.slice(0, -1), `${code}0`, code.replace(/^./, 'x')])
      expect(isCheckCode(typed, digest)).toBe(false);
  });

  it('is not written when it would be too long to be read', () => {
    const body = 'x'.repeat(MAXIMUM_CONTAINER);
    expect(() => writeContainer('request-to-stamp', { ...REQUEST, body })).toThrowError(
      expect.objectContaining({ code: 'TOO_LARGE' }),
    );
  });
});

describe('a hostile container is refused by name:', () => {
  it.each<[string, string, string]>([
    ['of another format', changed({ format: 'castellan-backup' }), 'it is not marked as a castellan-container'],
    ['of a newer version', changed({ version: 2 }), 'A newer Castellan wrote this container (version 2'],
    ['of no version', changed({ version: '1' }), 'it has no version'],
    ['of an unknown kind', changed({ kind: 'constructor' }), 'its kind is unknown'],
    ['of another kind', writeContainer('stamped-request', REQUEST), 'The file holds a stamped request'],
    ['with an edited content', TEXT.replace(ADDRESS, ADDRESS.replace('d8', 'd9')), 'its digest does not fit'],
    ['with an edited digest', changed({ sha256: '0'.repeat(64) }), 'its digest does not fit'],
    ['cut off', TEXT.slice(0, -10), 'it is not JSON'],
    ['empty', '', 'it is not JSON'],
    [
      'with a member twice',
      TEXT.replace('{"format"', '{"kind":"stamped-request","format"'),
      'it has the member kind twice',
    ],
    [
      'with a content that is too deep',
      changed({ content: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }),
      'nested',
    ],
    ['with another member in its content', changed({}, { ...LIST, more: 1 }), 'of its content has a wrong form'],
    ['with no targets', changed({}, { ...LIST, targets: [] }), 'targets of its content has a wrong form'],
    ['with another member beside it', changed({ more: 1 }), 'written anew by another program'],
    ['written on several lines', JSON.stringify(JSON.parse(TEXT), null, 2), 'written anew by another program'],
    ['of enormous length', ' '.repeat(MAXIMUM_CONTAINER + 1), 'it is longer than'],
  ])('%s', (_what, text, why) => {
    expect(reading(text)).toThrowError(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(why) }),
    );
  });
});
