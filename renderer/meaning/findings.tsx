import { type ReactNode, useContext } from 'react';
import {
  FINDING_LEVELS,
  type Finding,
  type FindingLevel,
  type Meaning,
  type Naming,
} from '../../shared/model/index.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Reading } from '../ui/pages.tsx';
import { addressesOf } from './headline.ts';
import { Sentence } from './value.tsx';

interface Level {
  readonly level: FindingLevel;
  readonly tone: 'danger' | 'care' | 'plain';
  readonly title: string;
}

export const URGENT: readonly Level[] = [
  { level: 'danger', tone: 'danger', title: 'Read this before you sign' },
  { level: 'care', tone: 'care', title: 'Out of the usual' },
];
/** Of a vote only: the meaning before it says the rest. */
export const GRAVE = URGENT.filter(({ level }) => level === 'danger');
export const GOOD_TO_KNOW: readonly Level[] = [{ level: 'information', tone: 'plain', title: 'Good to know' }];

const ICONS = { danger: 'danger', care: 'care', plain: 'info' } as const;

interface FindingsProps {
  readonly meaning: Meaning;
  readonly naming: Naming | null;
  /** The consequence when the content is not what it claims to be: `This cannot be signed`. */
  readonly cannot: string;
  readonly levels: readonly Level[];
}

/**
 * The vault's findings about a body and main's findings about its addresses. Only the most serious level has a box.
 * Every finding of a lower level is a line.
 */
export function Findings({ meaning, naming, cannot, levels }: FindingsProps): ReactNode {
  const resembled = naming?.addresses.flatMap(({ resembles }) => (resembles === null ? [] : [resembles.address])) ?? [];
  const addresses = new Set([...addressesOf(meaning), ...resembled]);
  const findings = [...(naming?.findings ?? []), ...meaning.findings];
  const highest = FINDING_LEVELS.find((level) => findings.some((finding) => finding.level === level));
  const isRead = useContext(Reading) !== null;
  return levels.map(({ level, tone, title }) => {
    const found = findings.filter((finding) => finding.level === level);
    if (found.length === 0) return null;
    const list = <List found={found} addresses={addresses} />;
    if (level !== highest || tone === 'plain')
      return (
        <section key={level} className={`meaning-line tone-${tone}`} aria-label={title}>
          <Icon name={ICONS[tone]} />
          {list}
        </section>
      );
    const isDanger = level === 'danger';
    const usual = isDanger && !isRead ? 'Read this' : title;
    return (
      <Notice
        key={level}
        tone={tone}
        title={isDanger && meaning.judged === 'unreadable' ? `${cannot}: it is not what it says it is` : usual}
        loud={isDanger && isRead}
      >
        {list}
      </Notice>
    );
  });
}

function List({ found, addresses }: { readonly found: readonly Finding[]; readonly addresses: ReadonlySet<string> }) {
  return (
    <ul className="meaning-findings" lang="en">
      {found.map(({ text, basis }) => (
        <li key={text} title={basis ?? undefined}>
          <Sentence text={text} addresses={addresses} />
        </li>
      ))}
    </ul>
  );
}
