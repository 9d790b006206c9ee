import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { backgroundColour, titleBarOverlay } from '../../../../electron/main/window/theme.ts';
import { openWindow } from '../../../../electron/main/window/window.ts';
import { menuTemplate } from '../../../../electron/main/words/menu.ts';

/** Stands for Electron's window: keeps its options, and the calls that it received. */
class FakeWindow extends EventEmitter {
  readonly given: BrowserWindowConstructorOptions;
  readonly calls: string[] = [];
  constructor(given: BrowserWindowConstructorOptions) {
    super();
    this.given = given;
  }
  show = () => void this.calls.push('show');
  setBackgroundColor = (colour: string) => void this.calls.push(colour);
  setTitleBarOverlay = ({ symbolColor }: { symbolColor?: string }) => void this.calls.push(`overlay ${symbolColor}`);
  async loadURL(url: string): Promise<void> {
    this.calls.push(url);
  }
}

const { nativeTheme } = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events');
  return { nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: true }) };
});
vi.mock('electron', () => ({
  get BrowserWindow() {
    return FakeWindow;
  },
  nativeTheme,
}));

const open = (platform: NodeJS.Platform = 'linux', developerTools = false) =>
  openWindow({
    preload: '/app/out/preload/index.cjs',
    icon: null,
    opening: { width: 1280, height: 800, isMaximised: false },
    platform,
    developerTools,
  }) as unknown as FakeWindow;

/** Names of the web preferences that are written down with this value. */
const preferences = (value: boolean, window = open()) =>
  Object.entries(window.given.webPreferences ?? {}).flatMap(([name, set]) => (set === value ? [name] : []));

describe('the window', () => {
  it('enables only protections for the page', () => {
    expect(preferences(true).sort()).toEqual(['contextIsolation', 'disableDialogs', 'sandbox', 'webSecurity']);
  });

  it('explicitly disables Node, other pages and mixed content', () => {
    expect(preferences(false)).toEqual(
      expect.arrayContaining([
        'nodeIntegration',
        'nodeIntegrationInWorker',
        'nodeIntegrationInSubFrames',
        'allowRunningInsecureContent',
        'webviewTag',
        'navigateOnDragDrop',
      ]),
    );
  });

  it('has developer tools only where they are allowed', () => {
    expect(preferences(false)).toContain('devTools');
    expect(preferences(true, open('linux', true))).toContain('devTools');
  });

  it('loads only the page, and appears when it is ready', () => {
    const window = open();
    expect([window.given.show, window.calls]).toEqual([false, [expect.stringMatching(/^castellan:/)]]);
    window.emit('ready-to-show');
    expect(window.calls.at(-1)).toBe('show');
  });

  it('follows the theme until it is closed', () => {
    const window = open();
    const before = window.calls.length;
    nativeTheme.emit('updated');
    expect(window.calls.slice(before)).toEqual([
      backgroundColour(nativeTheme),
      `overlay ${titleBarOverlay(nativeTheme).symbolColor}`,
    ]);
    window.emit('closed');
    nativeTheme.emit('updated');
    expect(window.calls).toHaveLength(before + 2);
  });

  it('has its own title bar and native controls', () => {
    expect(open('darwin').given).toMatchObject({ titleBarStyle: 'hiddenInset' });
    expect(open('linux').given).toMatchObject({ titleBarStyle: 'hidden', titleBarOverlay: { height: 47 } });
  });
});

/** A colour of OKLCH in sRGB (CSS Color 4, section 9). */
function srgb(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channel = (value: number) =>
    Math.round(255 * Math.min(1, Math.max(0, value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)));
  return `#${linear.map((value) => channel(value).toString(16).padStart(2, '0')).join('')}`;
}

describe('the colours beside the page', () => {
  const tokens = readFileSync(new URL('../../../../renderer/ui/tokens.css', import.meta.url), 'utf8');
  const token = (name: string, dark: boolean): string => {
    const found =
      new RegExp(`--${name}: light-dark\\(oklch\\(([\\d. ]+)\\), oklch\\(([\\d. ]+)\\)\\)`).exec(tokens)?.[
        dark ? 2 : 1
      ] ?? '';
    const [lightness = 0, chroma = 0, hue = 0] = found.split(' ').map(Number);
    return srgb(lightness, chroma, hue);
  };

  it.for([[false], [true]])('are those of the page (dark: %s)', ([dark]) => {
    const theme = { shouldUseDarkColors: dark as boolean };
    expect(backgroundColour(theme)).toBe(token('ground', dark as boolean));
    expect(titleBarOverlay(theme)).toMatchObject({
      color: `${token('ground', dark as boolean)}03`,
      symbolColor: token('text-soft', dark as boolean),
    });
  });

  it('leave the hairline below the title bar to the page', () => {
    expect(tokens).toContain(`--header: ${(titleBarOverlay({ shouldUseDarkColors: false }).height ?? 0) + 1}px`);
  });
});

describe('the menu', () => {
  const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
  const items = (platform: NodeJS.Platform, developerTools: boolean, lock: () => void = () => undefined) =>
    flat(menuTemplate({ platform, developerTools, lock }));

  it('offers developer tools only where they are allowed', () => {
    const offers = (developerTools: boolean) =>
      items('linux', developerTools).some(({ role }) => role === 'toggleDevTools');
    expect([offers(true), offers(false)]).toEqual([true, false]);
  });

  it.for([['linux'], ['darwin']] as const)('locks the vault and quits on %s', ([platform]) => {
    const lock = vi.fn();
    const all = items(platform, false, lock);
    const item = all.find(({ label }) => label === 'Lock vault');
    if (item?.click === undefined) throw new Error('there is no such item');
    (item.click as () => void)();
    expect([item.accelerator, lock.mock.calls.length]).toEqual(['CommandOrControl+L', 1]);
    expect(all.some(({ role }) => role === 'quit')).toBe(true);
  });

  it.for([['linux'], ['darwin'], ['win32']] as const)(
    'has on %s no role that reloads or leaves the page',
    ([platform]) => {
      const known: readonly string[] = [
        ...['about', 'hide', 'hideOthers', 'unhide', 'quit', 'toggleDevTools'],
        ...['resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen', 'minimize', 'zoom', 'front', 'close'],
        ...['undo', 'redo', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete', 'selectAll'],
      ];
      const others = items(platform, true).filter(
        ({ role, submenu }) => role !== undefined && !known.includes(role) && submenu === undefined,
      );
      expect(others).toEqual([]);
    },
  );
});
