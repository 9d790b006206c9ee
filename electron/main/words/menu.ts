import type { MenuItemConstructorOptions } from 'electron';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly developerTools: boolean;
  lock(): void;
}

/**
 * The menu. Off macOS it is never drawn. It exists for its keys (copy, paste, zoom, quit), which Electron handles only for
 * a menu that has them. Electron's own labels are English in every language, so each item has one of ours.
 */
export function menuTemplate({ platform, developerTools, lock }: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const lockItem: MenuItemConstructorOptions = {
    label: 'Lock vault',
    accelerator: 'CommandOrControl+L',
    click: () => lock(),
  };
  const quit: MenuItemConstructorOptions = { role: 'quit', label: 'Quit Castellan' };
  const tools: MenuItemConstructorOptions[] = developerTools
    ? [line, { role: 'toggleDevTools', label: 'Developer tools' }]
    : [];
  return [
    isMac
      ? {
          role: 'appMenu',
          submenu: [
            { role: 'about', label: 'About Castellan' },
            line,
            lockItem,
            line,
            { role: 'hide', label: 'Hide Castellan' },
            { role: 'hideOthers', label: 'Hide others' },
            { role: 'unhide', label: 'Show all' },
            line,
            quit,
          ],
        }
      : { role: 'fileMenu', label: 'File', submenu: [lockItem, line, quit] },
    {
      role: 'editMenu',
      label: 'Edit',
      submenu: [
        { role: 'undo', label: 'Undo' },
        { role: 'redo', label: 'Redo' },
        line,
        { role: 'cut', label: 'Cut' },
        { role: 'copy', label: 'Copy' },
        { role: 'paste', label: 'Paste' },
        ...(isMac ? [{ role: 'pasteAndMatchStyle', label: 'Paste and match style' } as const] : []),
        { role: 'delete', label: 'Delete' },
        line,
        { role: 'selectAll', label: 'Select all' },
      ],
    },
    {
      role: 'viewMenu',
      label: 'View',
      submenu: [
        { role: 'resetZoom', label: 'Actual size' },
        { role: 'zoomIn', label: 'Zoom in' },
        { role: 'zoomOut', label: 'Zoom out' },
        line,
        { role: 'togglefullscreen', label: 'Full screen' },
        ...tools,
      ],
    },
    {
      role: 'windowMenu',
      label: 'Window',
      submenu: [
        { role: 'minimize', label: 'Minimize' },
        ...(isMac
          ? [{ role: 'zoom', label: 'Zoom' } as const, line, { role: 'front', label: 'Bring all to front' } as const]
          : [{ role: 'close', label: 'Close window' } as const]),
      ],
    },
  ];
}
