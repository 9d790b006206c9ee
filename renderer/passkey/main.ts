import '../ui/tokens.css';
import '../ui/fonts.css';
import '../ui/base.css';
import '../ui/button.css';
import './passkey.css';
import { PASSKEY_BRIDGE_NAME, type PasskeyBridge, type SentAsk } from '../../shared/ipc/index.ts';
import { assertPasskey, createPasskey, enrollKey, touchKey } from './authenticator.ts';
import { problemOf, wordsOf } from './words.ts';

declare global {
  interface Window {
    readonly [PASSKEY_BRIDGE_NAME]: PasskeyBridge;
  }
}

const bridge = window[PASSKEY_BRIDGE_NAME];
const element = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const [again, problem] = [element('again'), element('problem')];

window.addEventListener('message', ({ source, data }: MessageEvent<Partial<Record<string, SentAsk>>>) => {
  const ask = data[PASSKEY_BRIDGE_NAME];
  if (source !== window || ask === undefined) return;
  for (const [id, text] of Object.entries(wordsOf(ask))) {
    element(id).textContent = text;
    const row = element(id).closest('dl > div');
    if (row instanceof HTMLElement) row.hidden = text === '';
  }
  element('cancel').onclick = () => bridge.refuse(ask.id);
  again.onclick = () => void put(ask);
  window.onkeydown = ({ key }) => {
    if (key === 'Escape') bridge.refuse(ask.id);
  };
  element('cancel').focus();
  void put(ask);
});

/** The preload gets a copy of the answer. */
function handOver<Given extends { readonly answer?: Uint8Array }>(given: Given, give: (given: Given) => void): void {
  give(given);
  given.answer?.fill(0);
}

/** Asks the authenticator, and again at the operator's request. */
async function put(ask: SentAsk): Promise<void> {
  again.hidden = true;
  problem.hidden = true;
  try {
    if (ask.kind === 'create') bridge.created(ask.id, await createPasskey(ask));
    else if (ask.kind === 'use') bridge.used(ask.id, await assertPasskey(ask));
    else if (ask.kind === 'enroll') handOver(await enrollKey(ask), (given) => bridge.created(ask.id, given));
    else handOver(await touchKey(ask), (given) => bridge.used(ask.id, given));
  } catch (error) {
    problem.textContent = problemOf(ask, error);
    problem.hidden = false;
    again.hidden = false;
  }
}
