import type { App, Session } from 'electron';
import { devtools } from './devtools.ts';
import { downloads } from './downloads.ts';
import { navigation } from './navigation.ts';
import { noRoute } from './no-route.ts';
import { pageProtocol } from './page-protocol.ts';
import { permissions } from './permissions.ts';
import { requests } from './requests.ts';
import type { SecurityRule } from './rule.ts';
import { spelling } from './spelling.ts';
import { webviews } from './webviews.ts';
import { windows } from './windows.ts';

export { refuseRemoteDebugging } from './devtools.ts';
export { PAGE_URL } from './page-address.ts';
export { PAGE_SCHEME_REGISTRATION } from './page-protocol.ts';
export { isOwnSender, type SenderEvent } from './sender.ts';

export interface SecurityOptions {
  /** Folder of the built renderer. */
  readonly page: string;
  /** False in a packaged program. */
  readonly developerTools: boolean;
}

/** Every rule about the window that can be switched on, in one list. The sender check is in the one door of `ipc/bind.ts`. */
export const securityRules = ({ page, developerTools }: SecurityOptions): readonly SecurityRule[] => [
  pageProtocol(page),
  requests(developerTools),
  noRoute,
  permissions,
  downloads,
  spelling,
  navigation,
  windows,
  webviews,
  devtools(developerTools),
];

/** Applies the rules to the page's session and to every web contents from now on. Called once, before the first window. */
export async function applySecurityRules(
  rules: readonly SecurityRule[],
  app: Pick<App, 'on'>,
  session: Session,
): Promise<void> {
  app.on('web-contents-created', (_event, contents) => {
    for (const rule of rules) rule.contents?.(contents);
  });
  for (const rule of rules) await rule.session?.(session);
}
