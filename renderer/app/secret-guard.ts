import { turnsAway } from '../parts/secret.ts';

/**
 * Turns provable secrets away from every field of the page, before the page hears of them: what is pasted or dropped as a whole
 * never enters, and a field whose text has become one (typed, or put together) is emptied. 64 hexadecimal digits are asked about
 * when they are reviewed.
 */
export function guardFields(): void {
  for (const type of ['beforeinput', 'input']) document.addEventListener(type, look, true);
}

function look(event: Event): void {
  const { target: field } = event;
  if (!(event instanceof InputEvent)) return;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const text = event.type === 'beforeinput' ? (event.data ?? '') : field.value;
  if (!turnsAway(text, { pasted: event.inputType === 'insertFromPaste' })) return;
  // What has entered already cannot be prevented; the form then hears of an empty field.
  if (event.type === 'input') field.setRangeText('', 0, field.value.length);
  event.preventDefault();
}
