import type { NativeTheme, TitleBarOverlayOptions } from 'electron';

/** The used part of the native theme. */
export type ThemeSource = Pick<NativeTheme, 'shouldUseDarkColors'>;

/** `--ground` and `--text-soft` of renderer/ui/tokens.css in sRGB, for drawing before and beside the page. */
const COLOURS = {
  light: { ground: '#fbfcfe', symbol: '#4b5058' },
  dark: { ground: '#15171b', symbol: '#aeb3ba' },
} as const;

/** `--header` less its hairline. */
const TITLE_BAR_HEIGHT = 47;

const colours = ({ shouldUseDarkColors }: ThemeSource) => COLOURS[shouldUseDarkColors ? 'dark' : 'light'];

/** The colour of the window before its page is drawn, so that a dark room sees no white flash. */
export const backgroundColour = (theme: ThemeSource): string => colours(theme).ground;

/** The native window controls in the corner of our own title bar (Windows and Linux). */
export const titleBarOverlay = (theme: ThemeSource): TitleBarOverlayOptions => ({
  // Almost transparent, so that banners and backdrops of the page show through. A wholly transparent colour is ignored.
  color: `${colours(theme).ground}03`,
  symbolColor: colours(theme).symbol,
  height: TITLE_BAR_HEIGHT,
});
