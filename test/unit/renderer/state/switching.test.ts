import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showWanted, switchAndShow } from '../../../../renderer/state/switching.ts';

let answer: () => Promise<unknown> = async () => ({});
vi.mock('../../../../renderer/bridge.ts', () => ({ call: () => answer() }));

const shown: string[] = [];
beforeEach(() => {
  shown.length = 0;
  answer = async () => ({});
});
const show = () => void shown.push('activity');

describe('a switch to another profile', () => {
  it('shows what was wanted once that profile is the current one', async () => {
    await switchAndShow('staging', show);
    expect(shown).toEqual([]);
    showWanted('staging');
    expect(shown).toEqual(['activity']);
    showWanted('staging');
    expect(shown).toEqual(['activity']);
  });

  it('shows nothing in any other profile', async () => {
    await switchAndShow('staging', show);
    showWanted('production');
    showWanted('staging');
    expect(shown).toEqual([]);
  });

  it('shows nothing when it fails', async () => {
    answer = async () => {
      throw new Error('no such profile');
    };
    await expect(switchAndShow('staging', show)).rejects.toThrow('no such profile');
    showWanted('staging');
    expect(shown).toEqual([]);
  });
});
