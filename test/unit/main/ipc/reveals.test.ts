import { describe, expect, it, vi } from 'vitest';
import { createReveals } from '../../../../electron/main/ipc/reveals.ts';

const make = (wipe: (revealId: string) => Promise<void> = async () => undefined) => {
  const wiped = vi.fn(wipe);
  const protectContent = vi.fn();
  return { wiped, protectContent, reveals: createReveals({ wipe: wiped, protectContent }) };
};

describe('opened bundles', () => {
  it('keep the window out of recordings from the first reveal to the last close', async () => {
    const { reveals, protectContent } = make();
    reveals.opened('a');
    expect(protectContent).not.toHaveBeenCalled();
    reveals.shown('a');
    reveals.opened('b');
    reveals.shown('b');
    await reveals.close('a');
    expect(protectContent.mock.calls).toEqual([[true], [true]]);
    await reveals.close('b');
    expect(protectContent).toHaveBeenLastCalledWith(false);
  });

  it('are all wiped when the page goes away', async () => {
    const { reveals, wiped, protectContent } = make();
    reveals.opened('a');
    reveals.opened('b');
    reveals.shown('b');
    await reveals.closeAll();
    expect(wiped.mock.calls.map(([id]) => id).sort()).toEqual(['a', 'b']);
    expect(protectContent).toHaveBeenLastCalledWith(false);
    await reveals.closeAll();
    expect(wiped).toHaveBeenCalledTimes(2);
  });

  it('end the protection even when the vault that held them is gone', async () => {
    const { reveals, protectContent } = make(() => Promise.reject(new Error('gone')));
    reveals.shown('a');
    await reveals.closeAll();
    expect(protectContent).toHaveBeenLastCalledWith(false);
  });
});
