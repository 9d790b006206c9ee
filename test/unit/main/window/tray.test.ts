import { expect, it } from 'vitest';
import { trayTemplate, trayTooltip } from '../../../../electron/main/window/tray.ts';

const told: string[] = [];
const acts = {
  openWindow: () => void told.push('window'),
  openInbox: () => void told.push('inbox'),
  lock: () => void told.push('lock'),
  quit: () => void told.push('quit'),
};
const labels = (state: Parameters<typeof trayTemplate>[0]) =>
  trayTemplate(state, acts).map(({ label }) => label ?? '-');

it('the tray of an unlocked profile shows the waiting votes, and locks', () => {
  const state = { profile: 'production', isUnlocked: true, waiting: 2 };
  expect(labels(state)).toEqual([
    ...['production, unlocked', '2 requests wait for your vote', '-', 'Open Castellan', 'Lock vault', '-'],
    'Quit Castellan',
  ]);
  expect(trayTooltip(state)).toBe('Castellan: 2 requests wait for your vote');
  for (const item of trayTemplate(state, acts)) (item.click as (() => void) | undefined)?.();
  expect(told).toEqual(['inbox', 'window', 'lock', 'quit']);
});

it('the tray of a locked profile shows no requests', () => {
  const state = { profile: 'production', isUnlocked: false, waiting: null };
  expect(labels(state)).toEqual(['production, locked', '-', 'Open Castellan', 'Unlock…', '-', 'Quit Castellan']);
  expect(trayTooltip(state)).toBe('Castellan: production, locked');
  expect(labels({ profile: null, isUnlocked: false, waiting: null })[0]).toBe('Castellan');
});
