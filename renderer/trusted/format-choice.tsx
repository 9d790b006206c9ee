import type { RefObject } from 'react';
import type { ShownQuestion } from '../../shared/ipc/index.ts';
import { SEALED_FORMATS } from '../../shared/model/index.ts';
import { RadioRows } from '../ui/choices.tsx';
import { Notice } from '../ui/notice.tsx';
import { formatsFor, formatsForAll, type OfferedFormat, type RevealFormat } from './formats.ts';
import { ReaderFields, type Readers } from './reader-fields.tsx';

/** Returns the formats that a question offers, the usual one first. */
export function formatsOf(question: ShownQuestion): readonly OfferedFormat[] {
  if (question.kind === 'reveal') return formatsFor(question.proof);
  return question.kind === 'writeExports' ? formatsForAll(question) : [];
}

interface FormatChoiceProps {
  readonly formats: readonly OfferedFormat[];
  readonly format: RevealFormat;
  readonly onFormat: (format: RevealFormat) => void;
  /** Set to a function that takes the readers of an encrypted file. Null for other formats. */
  readonly readers: RefObject<(() => Readers | null) | null>;
  /** Every export of a list is written. */
  readonly many: boolean;
  readonly onSubmit: () => void;
}

/** Asks for the format of an export, and for the readers of an encrypted file. */
export function FormatChoice({ formats, format, onFormat, readers, many, onSubmit }: FormatChoiceProps) {
  const isSealed = SEALED_FORMATS.includes(format);
  return (
    <>
      {formats.length > 1 ? (
        <RadioRows label="Export format" value={format} choices={formats} onChange={onFormat} />
      ) : null}
      {isSealed ? <ReaderFields key={format} format={format} take={readers} onSubmit={onSubmit} /> : null}
      {!isSealed && (many || format === 'sheet') ? (
        <Notice tone="care" title={many ? 'These files are not encrypted' : 'A recovery sheet is not encrypted'} loud>
          Anybody who reads {many ? 'one of them' : 'it'} can spend everything that its address has.
        </Notice>
      ) : null}
    </>
  );
}
