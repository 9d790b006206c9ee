import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LEFT_OUT } from '../../current/left-out.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = readdirSync(`${root}/test`, { recursive: true, encoding: 'utf8' }).map((path) => `test/${path}`);

it.for(Object.entries(LEFT_OUT))('%s is left out on the current Node for a reason', ([pattern, reason]) => {
  const [start = ''] = pattern.split('*');
  expect(files.filter((path) => path.startsWith(start) && path.endsWith('.test.ts'))).not.toEqual([]);
  expect(reason.length).toBeGreaterThan(20);
});
