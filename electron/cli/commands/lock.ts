import { command } from '../define.ts';

export const lock = command({
  name: 'lock',
  summary: 'locks the window of this state folder',
  notes: [
    'Prints {"locked":true} when it told a window to lock, and {"locked":false} when no window runs.',
    'Whoever may start programs as you may lock; unlocking is asked in the window.',
  ],
  examples: ['castellan lock'],
  async run(_input, context) {
    const locked = await context.host.lockWindow();
    await context.print({ locked }, locked ? 'The window was told to lock.' : 'No window runs with this state folder.');
    return undefined;
  },
});
