import { expect, it } from 'vitest';
import { compareVersions } from '../../../../electron/engine/releases/versions.ts';

it('compares versions', () => {
  const sorted = ['0.9.9', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.0.1', '1.10.0'];
  for (const [index, version] of sorted.entries())
    for (const [other, second] of sorted.entries())
      expect(Math.sign(compareVersions(version, second))).toBe(Math.sign(index - other));
});
