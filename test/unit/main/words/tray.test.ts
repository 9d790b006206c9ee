import { expect, it } from 'vitest';
import { type TrayState, trayTemplate, trayTooltip } from '../../../../electron/main/words/tray.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clicked: string[] = [];
const acts = {
  openWindow: () => void clicked.push('window'),
  openInbox: () => void clicked.push('inbox'),
  openSearch: () => void clicked.push('search'),
  openBackup: () => void clicked.push('backup'),
  lock: () => void clicked.push('lock'),
  quit: () => void clicked.push('quit'),
};
const labels = (state: TrayState) => trayTemplate(state, acts).map(({ label }) => label ?? '-');
const unlocked: TrayState = {
  profile: 'production',
  isUnlocked: true,
  waiting: [],
  hasDetails: false,
  lastBackupAt: NOW - 12 * DAY - HOUR,
  isOffline: false,
  now: NOW,
};
const waiting = [
  { headline: 'Export wallet', addresses: [], expiresAt: null },
  { headline: 'Send 1 ETH to Bob', addresses: [], expiresAt: NOW + 10 * HOUR },
  { headline: 'Send 40000 USDC to Fish & Co', addresses: [], expiresAt: NOW + 9 * HOUR + 1 },
];

it('the tray of an unlocked profile shows the waiting votes, searches and locks', () => {
  const state = { ...unlocked, waiting };
  expect(labels(state)).toEqual([
    ...['production, unlocked', '3 requests wait for your vote', 'The first ends in 9 h', '-'],
    ...['Open Castellan', 'Search…', 'Lock vault', '-', 'Last backup 12 days ago', '-', 'Quit Castellan'],
  ]);
  expect(trayTooltip(state)).toBe('Castellan: 3 requests wait for your vote');
  for (const item of trayTemplate(state, acts)) (item.click as (() => void) | undefined)?.();
  expect(clicked).toEqual(['inbox', 'inbox', 'window', 'search', 'lock', 'backup', 'quit']);
});

it('the tray names the request that ends first only by choice, and never one that ended', () => {
  expect(labels({ ...unlocked, waiting, hasDetails: true })[2]).toBe('Send 40,000 USDC to Fish && Co, ends in 9 h');
  const long = [{ headline: 'a'.repeat(100), addresses: [], expiresAt: NOW + 90_000 }];
  expect(labels({ ...unlocked, waiting: long, hasDetails: true })[2]).toBe(`${'a'.repeat(72)}…, ends in 1 min`);
  expect(labels({ ...unlocked, waiting: long })[2]).toBe('It ends in 1 min');
  expect(labels({ ...unlocked, waiting: [{ headline: 'a', addresses: [], expiresAt: NOW }] })[2]).toBe('-');
});

it('the tray of a locked profile shows no requests, and no search', () => {
  const state = { ...unlocked, isUnlocked: false, waiting: null, lastBackupAt: null };
  expect(labels(state)).toEqual([
    ...['production, locked', '-', 'Open Castellan', 'Unlock…', '-', 'No backup yet', '-', 'Quit Castellan'],
  ]);
  expect(trayTooltip(state)).toBe('Castellan: production, locked');
});

it('the tray shows a network that is off, and nothing of files that cannot be read', () => {
  const unread = { ...unlocked, profile: null, isUnlocked: false, waiting: null, lastBackupAt: undefined };
  expect(labels(unread)).toEqual(['Castellan', '-', 'Open Castellan', 'Unlock…', '-', 'Quit Castellan']);
  expect(labels({ ...unread, isOffline: true })).toContain('Network off');
  expect(labels({ ...unlocked, lastBackupAt: NOW - HOUR })).toContain('Last backup today');
  expect(labels({ ...unlocked, lastBackupAt: NOW - DAY })).toContain('Last backup 1 day ago');
});
