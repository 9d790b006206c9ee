import { call } from '../bridge.ts';
import { problemWords } from '../words/problem.ts';
import { say } from './toasts.ts';

/** Copies public text through main, which clears the clipboard after a minute. `what` is said back: "Address". */
export async function copyText(what: string, text: string): Promise<void> {
  try {
    await call('app.copy', { text });
    say(`${what} copied. The clipboard is cleared in one minute.`);
  } catch (error) {
    say(`${what} was not copied. ${problemWords(error).message}`, 'danger');
  }
}
