import { command } from '../define.ts';

export const lock = command({
  name: 'lock',
  summary: 'locks the window of this state folder',
  notes: [
    'Prints {"locked":true} when it locks a window, and {"locked":false} when no window runs.',
    'Any program that runs as you can lock the window. You unlock it in the window.',
  ],
  examples: ['castellan lock'],
  async run(_input, context) {
    const locked = await context.host.lockWindow();
    await context.print({ locked }, locked ? 'The window locks.' : 'No window runs with this state folder.');
    return undefined;
  },
});
