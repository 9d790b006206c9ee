import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runtimeInfo } from '../../../electron/main/runtime.ts';

describe('the report about the runtime', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'castellan-runtime-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const record = (value: unknown): string => {
    const file = join(folder, 'runtime.json');
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  };

  it('is the record of set-up about this version', () => {
    const file = record({ kind: 'floor', electron: '33.2.1', wanted: '45.4.1', reason: 'no download' });
    expect(runtimeInfo({ packaged: false, electron: '33.2.1', record: file })).toEqual({
      kind: 'floor',
      electron: '33.2.1',
      supported: false,
      reason: 'no download',
    });
  });

  it('does not repeat a record of another version', () => {
    const file = record({ kind: 'shipping', electron: '45.4.1', reason: 'downloaded' });
    expect(runtimeInfo({ packaged: false, electron: '45.5.0', record: file }).reason).not.toBe('downloaded');
  });

  it.for([['not json'], ['{"kind":"other","electron":"45.4.1","reason":"x"}'], ['null']])(
    'survives the record %s',
    ([text]) => {
      expect(runtimeInfo({ packaged: false, electron: '45.4.1', record: record(text) })).toMatchObject({
        kind: 'shipping',
        supported: true,
      });
    },
  );

  it('warns of a packaged runtime that is out of support', () => {
    const file = record({ kind: 'floor', electron: '33.2.1', reason: 'gets no security fixes' });
    expect(runtimeInfo({ packaged: true, electron: '33.2.1', record: file })).toMatchObject({
      kind: 'packaged',
      supported: false,
      reason: 'It came with this installation. It no longer gets security fixes.',
    });
  });
});
