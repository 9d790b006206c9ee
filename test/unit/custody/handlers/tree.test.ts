import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { camelCase, type Operation } from '../../../../shared/operations/index.ts';

const DECLARATIONS = new URL('../../../../shared/operations/', import.meta.url);
const HANDLERS = new URL('../../../../electron/custody/handlers/', import.meta.url);

/** Files of resources. Earlier versions stand apart: the file of the newest version handles them. */
const files = readdirSync(DECLARATIONS, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts') && !name.startsWith('earlier/'));

const isHandled = (value: unknown): value is Operation =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  // The service carries out votes itself.
  !('governed' in value && (value as { governed: { by: string } }).governed.by === 'the other activity');

describe('an operation', () => {
  it('is handled in the file that has the path of its declaration', async () => {
    const misplaced: string[] = [];
    for (const file of files) {
      const operations = Object.values(await import(new URL(file, DECLARATIONS).href)).filter(isHandled);
      if (operations.length === 0) continue;
      const handlers = existsSync(new URL(file, HANDLERS)) ? await import(new URL(file, HANDLERS).href) : {};
      for (const { name } of operations) if (!(camelCase(name) in handlers)) misplaced.push(`${file}: ${name}`);
    }
    expect(misplaced).toEqual([]);
  });
});
