import type { SecurityRule } from './rule.ts';

/**
 * No page opens a file dialog. Chromium has no switch for `<input type=file>`, but a debugger can choose the file in
 * place of the dialog. Ours is inside main, listens on no port and chooses nothing.
 */
export const fileDialogs: SecurityRule = {
  name: 'file-dialogs',
  reason: 'A page that was taken over could ask for a file of secrets in the system’s own dialog, and read it.',
  item: null,
  contents({ debugger: inside }) {
    inside.attach();
    const sent = [
      inside.sendCommand('Page.enable'),
      inside.sendCommand('Page.setInterceptFileChooserDialog', { enabled: true }),
    ];
    // Commands fail only for contents that are gone already.
    for (const command of sent) command.catch(() => undefined);
  },
};
