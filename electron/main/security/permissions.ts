import { isPageUrl } from './page-address.ts';
import type { SecurityRule } from './rule.ts';

/** Copying text is all that the page may ask of the operating system, and the trusted window nothing. */
const ALLOWED: readonly string[] = ['clipboard-sanitized-write'];

/** Refuses camera, microphone, screen, location, devices, notifications and whatever a later Chromium invents. */
export const permissions: SecurityRule = {
  name: 'permissions',
  reason: 'Electron grants permissions that nobody handles; a page that was taken over could look and listen.',
  item: 5,
  session(session) {
    session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
      answer(ALLOWED.includes(permission) && isPageUrl(requestingUrl, 'app')),
    );
    session.setPermissionCheckHandler(
      (_contents, permission, requestingOrigin) => ALLOWED.includes(permission) && isPageUrl(requestingOrigin, 'app'),
    );
    session.setDevicePermissionHandler(() => false);
    session.setDisplayMediaRequestHandler(null);
  },
};
