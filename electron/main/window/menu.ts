import type { MenuItemConstructorOptions } from 'electron';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly developerTools: boolean;
  lock(): void;
}

/**
 * The menu in the system's own words. Off macOS it is never drawn. It exists for its keys (copy, paste, zoom, quit),
 * which Electron handles only for a menu that has them.
 */
export function menuTemplate({ platform, developerTools, lock }: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const lockItem: MenuItemConstructorOptions = {
    label: 'Lock vault',
    accelerator: 'CommandOrControl+L',
    click: () => lock(),
  };
  const tools: MenuItemConstructorOptions[] = developerTools ? [{ type: 'separator' }, { role: 'toggleDevTools' }] : [];
  return [
    isMac
      ? {
          role: 'appMenu',
          submenu: [
            { role: 'about' },
            { type: 'separator' },
            lockItem,
            { type: 'separator' },
            { role: 'hide' },
            { role: 'hideOthers' },
            { role: 'unhide' },
            { type: 'separator' },
            { role: 'quit' },
          ],
        }
      : { role: 'fileMenu', submenu: [lockItem, { type: 'separator' }, { role: 'quit' }] },
    { role: 'editMenu' },
    {
      role: 'viewMenu',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...tools,
      ],
    },
    { role: 'windowMenu' },
  ];
}
