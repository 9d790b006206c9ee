import { refusesSecret } from '../parts/secret.ts';

/**
 * Keeps provable secrets out of every field of the page, before the page sees them. A secret that is pasted or dropped
 * whole is refused. A field whose text has become a secret (typed, or assembled) is emptied. Review asks about 64
 * hexadecimal digits.
 */
export function guardFields(): void {
  for (const type of ['beforeinput', 'input']) document.addEventListener(type, look, true);
}

function look(event: Event): void {
  const { target: field } = event;
  if (!(event instanceof InputEvent)) return;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const text = event.type === 'beforeinput' ? (event.data ?? '') : field.value;
  if (!refusesSecret(text, { pasted: event.inputType === 'insertFromPaste' })) return;
  // An `input` event cannot be prevented, so the field is emptied and the form sees an empty field.
  if (event.type === 'input') field.setRangeText('', 0, field.value.length);
  event.preventDefault();
}
