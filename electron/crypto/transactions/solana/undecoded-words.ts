/** The reason why an instruction is not decoded, and what would explain it. */
import { hexEncode } from '../../../../shared/wire/index.ts';
import { MEMO_PROGRAMS, type ProgramRule, SIGNATURE_PROGRAMS } from './programs/index.ts';

const DISCRIMINATOR_BYTES = 8;

/** Returns the end of a sentence that begins with the name of the instruction, and the sentences after it. */
export function undecodedWords(rule: ProgramRule | null, program: string, data: Uint8Array): string {
  return `cannot be decoded: its effect is unknown. ${causeOf(rule, program, data)}`;
}

function causeOf(rule: ProgramRule | null, program: string, data: Uint8Array): string {
  if (MEMO_PROGRAMS.has(program)) return 'The memo is not text, or has characters that no screen shows.';
  if (SIGNATURE_PROGRAMS.has(program))
    return 'It checks signatures over a message in the data. Ask its author for the signed message.';
  const begin =
    data.length === 0
      ? 'It has no data.'
      : `Its data begins with 0x${hexEncode(data.subarray(0, DISCRIMINATOR_BYTES))}.`;
  if (rule === null)
    return `${begin} No rule explains this program. Compare accounts and data with the program’s interface (IDL), which Castellan does not read.`;
  const group = rule.groups?.[data[0] ?? -1];
  const extension = group === undefined ? '' : `It is of the extension “${group.name}”. `;
  return `${extension}${begin} No rule explains this instruction of the program, or its accounts and data do not fit the rule. Compare them with the program’s documentation.`;
}
