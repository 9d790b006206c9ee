/** A meaning as people read it: the same lines before a question, and where a command only tells it. */
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
 * Findings, the headline, what it comes to, then every field of the contents, each address with what `naming` knows of it. What others
 * wrote has no characters that do not show. With `contents`, what is not explained is shown: as text where it is one, else in hexadecimal.
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

/** What an address is called and is here, in brackets. */
export function knownAs(value: string, naming: Naming | null): string {
  const known = naming?.addresses.find(({ address }) => address === value);
  if (known === undefined) return '';
  const told = [known.label === null ? '' : `“${visibleText(known.label)}”`, RELATION_WORDS[known.relation]];
  const words = told.filter((text) => text !== '').join(', ');
  return words === '' ? '' : ` (${words})`;
}
