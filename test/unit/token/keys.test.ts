import { expect, it } from 'vitest';
import { findKeys } from '../../../electron/token/keys.ts';
import { handMadeLibrary } from './hand-made-library.ts';

it('a module with endless keys is read only up to a limit', () => {
  const { library, called } = handMadeLibrary({
    C_GetSessionInfo: () => ({ slotID: Buffer.alloc(8) }),
    C_GetMechanismList: () => [],
    C_FindObjectsInit: () => undefined,
    C_FindObjects: (_session, count: number) => Array.from({ length: count }, () => Buffer.alloc(8)),
    C_FindObjectsFinal: () => undefined,
  });
  expect(() => findKeys(library, Buffer.alloc(8), 'stamp')).toThrowError(
    expect.objectContaining({ code: 'TOKEN_REFUSED', message: expect.stringContaining('more than 1024 keys') }),
  );
  expect(called.length).toBeLessThan(24);
  expect(called.at(-1)).toBe('C_FindObjectsFinal');
});
