import { DIALOGS } from './dialogs.ts';
import { menuTemplate } from './menu.ts';
import { NOTICES } from './notices.ts';
import { trayTemplate, trayTooltip } from './tray.ts';

/** Everything that main itself shows, in the language of this file. The build writes another one in each other language. */
export const WORDS = { menuTemplate, trayTemplate, trayTooltip, notices: NOTICES, dialogs: DIALOGS } as const;
export type Words = typeof WORDS;
