import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { openWords } from '../../../../electron/main/words/chosen.ts';
import { WORDS as GERMAN } from '../../../../electron/main/words/de.ts';
import type { TrayActs, TrayState } from '../../../../electron/main/words/tray.ts';
import { WORDS as ENGLISH, type Words } from '../../../../electron/main/words/words.ts';
import type { Language } from '../../../../shared/ipc/index.ts';

const NOW = new Date(2026, 10, 28, 12).getTime();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ACTS = {} as TrayActs;
const STATE: TrayState = {
  profile: 'Treasury',
  isUnlocked: true,
  waiting: [{ headline: 'Send 1 ETH', addresses: [], expiresAt: NOW + 9 * HOUR }],
  hasDetails: false,
  lastBackupAt: NOW - 12 * DAY,
  isOffline: true,
  now: NOW,
};

const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
const menu = ({ menuTemplate }: Words, platform: NodeJS.Platform) =>
  flat(menuTemplate({ platform, developerTools: true, lock: () => undefined }));
const tray = ({ trayTemplate }: Words, change: Partial<TrayState> = {}) =>
  trayTemplate({ ...STATE, ...change }, ACTS).flatMap(({ label }) => (label === undefined ? [] : [label]));

describe('the words of main', () => {
  it('are in German in the menu, with a label for each item', () => {
    for (const platform of ['linux', 'darwin'] as const) {
      for (const item of menu(GERMAN, platform))
        expect(item.type === 'separator' || item.label !== undefined || item.role === 'appMenu').toBe(true);
    }
    const labels = menu(GERMAN, 'linux').map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining(['Datei', 'Tresor sperren', 'Bearbeiten', 'Einfügen', 'Fenster', 'Fenster schließen']),
    );
    const english = menu(ENGLISH, 'darwin').flatMap(({ label }) => label ?? []);
    expect(menu(GERMAN, 'darwin').filter(({ label }) => label !== undefined && english.includes(label))).toEqual([]);
  });

  it('are in German in the menu and the tooltip of the tray', () => {
    expect(tray(GERMAN)).toEqual([
      ...['Treasury, entsperrt', '1 Anfrage wartet auf Ihre Stimme', 'Sie endet in 9 h', 'Castellan öffnen'],
      ...['Suchen …', 'Tresor sperren', 'Letzte Datensicherung vor 12 Tagen', 'Netz aus', 'Castellan beenden'],
    ]);
    expect(tray(GERMAN, { isUnlocked: false, waiting: null, lastBackupAt: null })).toEqual([
      ...['Treasury, gesperrt', 'Castellan öffnen', 'Entsperren …', 'Noch keine Datensicherung', 'Netz aus'],
      'Castellan beenden',
    ]);
    expect(GERMAN.trayTooltip(STATE)).toBe('Castellan: 1 Anfrage wartet auf Ihre Stimme');
  });

  it('are in German in notifications, with German numbers', () => {
    const { votes, lastDay, laterDay, unsaved, ended, keyOf } = GERMAN.notices;
    expect(votes('Treasury', 2, 1000)).toEqual({
      title: '2 Anfragen warten auf Ihre Stimme',
      body: 'Treasury: 1\u{a0}000 Anfragen warten im Eingang.',
    });
    expect(lastDay('Treasury', 1, NOW + HOUR, NOW).title).toBe('1 API-Schlüssel endet heute um 13:00');
    expect(laterDay('Treasury', 2, NOW + 6 * DAY, NOW, 7).body).toBe('Treasury: Der erste endet in 6 Tagen.');
    expect(unsaved('Treasury', NOW - DAY, NOW).body).toBe('Treasury: Die letzte Datensicherung ist 1 Tag alt.');
    expect(ended.ACTIVITY_STATUS_FAILED).toBe('Ihre Anfrage ist fehlgeschlagen');
    expect(keyOf('CI', 'Ada')).toBe('CI von Ada');
  });

  it('are in German in each dialog', () => {
    const said = ({ given, reference, ...dialogs }: Words['dialogs']) => [
      ...[...Object.values(given), reference('R-1')],
      ...Object.values(dialogs),
    ];
    const english = said(ENGLISH.dialogs);
    expect(said(GERMAN.dialogs).filter((text) => english.includes(text))).toEqual([]);
  });
});

describe('the chosen words', () => {
  it('change with the language, and then their listeners are called', async () => {
    let language: Language = 'en';
    const words = await openWords(() => language);
    const labels: string[] = [];
    words.onChange(() => labels.push(words.current().dialogs.choose));
    expect(words.current()).toBe(ENGLISH);
    language = 'de';
    await words.change();
    language = 'en';
    await words.change();
    expect(labels).toEqual(['Auswählen', 'Choose']);
  });

  it('are those of the last choice, when two choices follow at once', async () => {
    let language: Language = 'de';
    const words = await openWords(() => language);
    expect(words.current()).toBe(GERMAN);
    language = 'en';
    const first = words.change();
    language = 'de';
    const second = words.change();
    await Promise.all([first, second]);
    expect(words.current()).toBe(GERMAN);
  });
});
