/** Formats a meaning for people. A question and a report show the same lines. */
import {
  type DecodedField,
  type FindingLevel,
  type Meaning,
  type Naming,
  RELATION_WORDS,
} from '../../shared/model/index.ts';
import { visibleText } from '../../shared/wire/index.ts';
import { type Contents, shownOf } from './contents.ts';

const LEVELS: Readonly<Record<FindingLevel, string>> = { danger: 'Danger', care: 'Care', information: 'Note' };

/**
 * Returns the findings, the headline, the summary, then every field of the contents. `naming` adds its knowledge of
 * each address. Invisible characters of other parties' text are spelled out. With `contents`, undecoded bytes are shown
 * as text if they are text, else in hexadecimal.
 */
export function meaningLines(
  meaning: Pick<Meaning, 'findings' | 'headline' | 'decoded' | 'judged'>,
  naming: Naming | null = null,
  contents: Contents | null = null,
): string[] {
  const { decoded } = meaning;
  const findings = [...(naming?.findings ?? []), ...meaning.findings];
  const headline = naming?.headline ?? meaning.headline;
  const fieldLine = ({ name, value }: DecodedField) =>
    `  ${visibleText(name)}: ${value.replaceAll('\n', '\n    ')}${knownAs(value, naming)}`;
  const lines = [...findings.map(({ level, text }) => `${LEVELS[level]}: ${visibleText(text)}`), visibleText(headline)];
  if (decoded === null)
    return contents === null || meaning.judged === 'whole'
      ? lines
      : [...lines, `  all of it: ${visibleText(shownOf(contents), true)}`];
  const { title, summary, fields, unexplained } = decoded;
  return [
    ...lines,
    ...summary.map(fieldLine),
    visibleText(title),
    ...fields.map(fieldLine),
    ...unexplained.map(
      ({ start, end }) =>
        `  not explained: bytes ${start} to ${end}${contents === null ? '' : `: ${visibleText(shownOf(contents, start, end), true)}`}`,
    ),
  ];
}

/** Returns the label and the relation of an address, in brackets. */
export function knownAs(value: string, naming: Naming | null): string {
  const known = naming?.addresses.find(({ address }) => address === value);
  if (known === undefined) return '';
  const parts = [known.label === null ? '' : `“${visibleText(known.label)}”`, RELATION_WORDS[known.relation]];
  const words = parts.filter((text) => text !== '').join(', ');
  return words === '' ? '' : ` (${words})`;
}
