import type { App, Session } from 'electron';
import type { Language } from '../../../shared/ipc/index.ts';
import { devtools } from './devtools.ts';
import { downloads } from './downloads.ts';
import { fileDialogs } from './file-dialogs.ts';
import { navigation } from './navigation.ts';
import { noRoute } from './no-route.ts';
import type { PageHost } from './page-address.ts';
import { pageProtocol } from './page-protocol.ts';
import { permissions } from './permissions.ts';
import { requests } from './requests.ts';
import type { SecurityRule } from './rule.ts';
import { spelling } from './spelling.ts';
import { webviews } from './webviews.ts';
import { windows } from './windows.ts';

export { refuseSwitches } from './devtools.ts';
export { PAGE_URLS, type PasskeyUrl } from './page-address.ts';
export { PAGE_SCHEME_REGISTRATION } from './page-protocol.ts';
export { DISABLED_FEATURES, limitScripts } from './routes.ts';
export { isOwnSender, type SenderEvent } from './sender.ts';

export interface SecurityOptions {
  /** Folder of the built renderer. */
  readonly folder: string;
  /** The page whose session gets the rules. */
  readonly page: PageHost;
  /** Returns the language in which the page is served next. */
  readonly language: () => Language;
  /** False in a packaged program. */
  readonly developerTools: boolean;
}

/** All rules about our windows. The sender check is at the IPC entry. */
export const securityRules = ({ folder, page, language, developerTools }: SecurityOptions): readonly SecurityRule[] => [
  // First, because a session fetches dictionaries at the first `await`.
  spelling,
  pageProtocol(folder, page, language),
  requests(page, developerTools),
  noRoute,
  permissions,
  downloads,
  fileDialogs,
  navigation,
  windows,
  webviews,
  devtools(developerTools),
];

/** Applies the rules to every web contents from now on. Called once, before the first window. */
export function guardContents(rules: readonly SecurityRule[], app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents) => {
    for (const rule of rules) rule.contents?.(contents);
  });
}

/** Applies the rules of a page to its session, before its window is made. */
export async function guardSession(rules: readonly SecurityRule[], session: Session): Promise<void> {
  for (const rule of rules) await rule.session?.(session);
}
