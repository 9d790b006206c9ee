import { command } from '../define.ts';

export const lock = command({
  name: 'lock',
  summary: 'locks the window of this state folder',
  notes: [
    'Prints {"locked":true} when a window runs, which has then been told, and {"locked":false} when there is none.',
    'Whoever may start programs as you may lock; unlocking is asked in the window.',
  ],
  examples: ['castellan lock'],
  async run(_input, context) {
    const locked = await context.host.lockWindow();
    await context.print({ locked }, locked ? 'The window was told to lock.' : 'No window runs with this state folder.');
    return undefined;
  },
});
