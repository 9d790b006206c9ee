import type { SecurityRule } from './rule.ts';

/** Refuses camera, microphone, screen, location, devices, notifications, the clipboard and whatever a later Chromium invents. */
export const permissions: SecurityRule = {
  name: 'permissions',
  reason: 'Electron grants permissions that nobody handles. A page that was taken over could look and listen.',
  item: 5,
  session(session) {
    session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
    session.setPermissionCheckHandler(() => false);
    session.setDevicePermissionHandler(() => false);
    session.setDisplayMediaRequestHandler(null);
  },
};
