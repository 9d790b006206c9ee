/** Memos that people cannot read, or that the recipient of a payment takes as an instruction. */
import type { Finding } from '../../../../shared/model/index.ts';
import { utf8Decode } from '../../../../shared/wire/index.ts';
import { danger } from '../../meaning.ts';
import { isUtf8 } from '../../native.ts';
import { printableText } from '../../transactions/reading.ts';
import { routeFindings } from '../../transactions/routes.ts';

/** Returns findings about the bytes of a memo, each with a mark. Empty for a text that people can read, and for no bytes. */
export function memoFindings(memo: Uint8Array, field: string, mark: string): Finding[] {
  if (memo.length === 0) return [];
  const isReadable = printableText(memo) !== null;
  return [
    ...(isReadable
      ? []
      : [
          danger(
            'The memo is not text, or has characters that no screen shows: its meaning for the recipient is unknown.',
            { field, mark },
          ),
        ]),
    ...(isUtf8(memo) ? routeFindings(utf8Decode(memo), field, mark) : []),
  ];
}
