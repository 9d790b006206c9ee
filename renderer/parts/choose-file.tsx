import type { GivenUse } from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import { useAction } from '../state/use-action.ts';
import { Button } from '../ui/button.tsx';
import { sayProblem } from './problem.tsx';

interface ChooseFileProps {
  readonly use: GivenUse;
  /** Several files are chosen as pictures, one otherwise. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly label?: string;
  readonly disabled?: boolean;
}

/** Asks for a file in main's dialog, and takes it as if it had been dropped. */
export function ChooseFile({ use, onFiles, label = 'Choose file…', disabled = false }: ChooseFileProps) {
  const choosing = useAction(async () => {
    const { files } = await call('files.choose', { use }).catch((error: unknown) => {
      sayProblem(error);
      return { files: [] };
    });
    if (files.length > 0) onFiles(files.map(({ name, bytes }) => new File([bytes], name, { type: typeOf(bytes) })));
  });
  return (
    <Button icon="folder" disabled={disabled || choosing.busy} onClick={() => void choosing.run()}>
      {label}
    </Button>
  );
}

/** The types of pictures by their first bytes. Main has compared them too. */
const TYPES = [
  ['\u0089PNG', 'image/png'],
  ['\u00ff\u00d8\u00ff', 'image/jpeg'],
  ['RIFF', 'image/webp'],
] as const;

/** Returns the type of a picture. Empty for any other contents. */
function typeOf(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  const [, type] = TYPES.find(([first]) => start.startsWith(first)) ?? [];
  return type === undefined || (type === 'image/webp' && start.slice(8) !== 'WEBP') ? '' : type;
}
