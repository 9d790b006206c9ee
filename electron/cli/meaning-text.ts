/** A meaning as people read it: the same lines before a question, and where a command only tells it. */
import type { DecodedField, FindingLevel, Meaning } from '../../shared/model/index.ts';
import { visibleText } from '../../shared/wire/index.ts';

const LEVELS: Readonly<Record<FindingLevel, string>> = { danger: 'Danger', care: 'Care', information: 'Note' };

/** Findings, the headline, what it comes to, then every field of the contents. What others wrote has no characters that do not show. */
export function meaningLines({
  findings,
  headline,
  decoded,
}: Pick<Meaning, 'findings' | 'headline' | 'decoded'>): string[] {
  const lines = [...findings.map(({ level, text }) => `${LEVELS[level]}: ${visibleText(text)}`), visibleText(headline)];
  if (decoded === null) return lines;
  const { title, summary, fields, unexplained } = decoded;
  return [
    ...lines,
    ...summary.map(fieldLine),
    visibleText(title),
    ...fields.map(fieldLine),
    ...unexplained.map(({ start, end }) => `  not explained: bytes ${start} to ${end}`),
  ];
}

function fieldLine({ name, value }: DecodedField): string {
  return `  ${visibleText(name)}: ${value.replaceAll('\n', '\n    ')}`;
}
