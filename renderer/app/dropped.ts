import { useEffect } from 'react';
import { isPicture } from '../parts/given-file.ts';
import { refusesSecret, refusesSecretUtf16 } from '../parts/secret.ts';
import { type GivenField, giveFile } from '../state/given.ts';
import { go, openDialog, sendMany, showWebhooks, useRoute } from '../state/route.ts';
import { offer, say } from '../ui/toasts.tsx';

/** Bytes of a file that decide its kind. */
const START_BYTES = 64 * 1024;

/** A place that can take a dropped file. */
interface Taker {
  readonly label: string;
  /** The field that gets the file. Null where the operator chooses it again in main's dialog. */
  readonly field: GivenField | null;
  readonly show: () => void;
}

/** The places, by the kind of the file. */
export const TAKERS = {
  sign: { label: 'Open in Sign', field: 'payload', show: () => go('sign') },
  many: {
    label: 'Send many',
    field: 'table',
    show() {
      sendMany(true);
      go('send');
    },
  },
  bench: {
    label: 'Webhooks bench',
    field: 'delivery',
    show() {
      showWebhooks('bench');
      go('webhooks');
    },
  },
  addresses: {
    label: 'Import addresses',
    field: 'addresses',
    show() {
      go('addresses');
      openDialog({ name: 'take-addresses' });
    },
  },
  pictures: { label: 'Read QR codes', field: 'pictures', show: () => go('station') },
  container: { label: 'Open in Offline station', field: 'container', show: () => go('station') },
  backup: { label: 'Go to Backup', field: null, show: () => go('settings', { section: 'backup' }) },
  keystore: { label: 'Import private key', field: null, show: () => openDialog({ name: 'import', kind: 'key' }) },
} as const satisfies Readonly<Record<string, Taker>>;
export type TakerName = keyof typeof TAKERS;

/** The most characters of a first line that are compared with the names of columns. */
const LONGEST_LINE = 1024;
const PAID = /^(?:to|address|recipient|destination|wallet)$/;
const AMOUNT = /^(?:amount|value|quantity|sum)$/;
const NAMED = /^(?:label|name|note|tags|chain)$/;

/**
 * Returns the places that can take a file, the likeliest first. `start` is the beginning of its text, and empty for a
 * picture.
 */
export function takersOf({ name, isPixels }: { name: string; isPixels: boolean }, start: string): TakerName[] {
  if (isPixels) return ['sign', 'pictures'];
  const text = start.trimStart();
  if (/"format"\s*:\s*"castellan-container"/.test(text)) return ['container'];
  if (name.endsWith('.backup')) return ['backup'];
  if (text.startsWith('{') && /"crypto"\s*:/i.test(text) && /"kdf"\s*:/.test(text)) return ['keystore'];
  const columns = columnsOf(text);
  const has = (form: RegExp) => columns.some((column) => form.test(column));
  if (has(PAID) && has(AMOUNT)) return ['many'];
  if (has(PAID) && has(NAMED)) return ['addresses', 'many'];
  if (/^(?:POST \/|[\w-]+: )/m.test(text.slice(0, LONGEST_LINE))) return ['bench', 'sign'];
  if (text.startsWith('{')) return /"(?:types|primaryType)"\s*:/.test(text) ? ['sign'] : ['bench', 'sign'];
  if (text.startsWith('[')) return ['many', 'addresses'];
  return has(AMOUNT) || name.endsWith('.csv') ? ['many', 'addresses', 'sign'] : ['sign', 'many'];
}

/** The names of the columns of a CSV, or of the members of the first item of a JSON list, in lower case. */
function columnsOf(text: string): string[] {
  const first = text.startsWith('[')
    ? [...text.slice(0, LONGEST_LINE).matchAll(/"([^"]{1,64})"\s*:/g)].map(([, member = '']) => member)
    : (text.slice(0, LONGEST_LINE).split(/[\r\n]/, 1)[0] ?? '').split(/[,;\t]/);
  return first.map((column) => column.trim().replace(/^"|"$/g, '').toLowerCase());
}

/** Says what can be done with a file that no field took. Takes nothing before the operator chooses. */
async function offerFor(file: File): Promise<void> {
  const isPixels = isPicture(file);
  let start = '';
  if (!isPixels) {
    const bytes = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
    start = new TextDecoder().decode(bytes);
    if (refusesSecretUtf16(bytes, { pasted: false }) || refusesSecret(start, { pasted: false })) return;
  }
  const takers: readonly Taker[] = takersOf({ name: file.name, isPixels }, start).map((name) => TAKERS[name]);
  const isChosenAgain = takers.every(({ field }) => field === null);
  offer(
    isChosenAgain
      ? `“${file.name}” was not taken. Open it there with the button of that place.`
      : `“${file.name}” was not taken. Choose what to do with it.`,
    takers.map(({ label, field, show }) => ({
      label,
      run() {
        if (field !== null) giveFile(field, file);
        show();
      },
    })),
  );
}

/** Answers drops of files that no field takes. Without it, they would do nothing. */
export function useDroppedFiles(): void {
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const [file, ...more] = event.dataTransfer?.files ?? [];
      if (event.defaultPrevented || file === undefined) return;
      event.preventDefault();
      if (useRoute.getState().dialog !== null)
        say('Nothing was taken. Drop the file on a field of this dialog, or close the dialog first.');
      else if (more.length > 0) say('Nothing was taken. Drop one file at a time.');
      else offerFor(file).catch(() => say('The file could not be read. Nothing was taken.', 'danger'));
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
}
