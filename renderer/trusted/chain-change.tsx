import type { Finding } from '../../shared/model/index.ts';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';

/** The changes on the chain since the last answer, which signed nothing. */
export function ChainChange({ changed }: { readonly changed: readonly string[] }) {
  if (changed.length === 0) return null;
  return (
    <Notice tone="care" title="The chain changed after you answered" loud>
      <Sentences texts={changed} />
      <p>Nothing was signed. Decide again.</p>
    </Notice>
  );
}

/** The problems of several lines with their chain, as it is now. */
export function ChainFindings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <Notice tone="care" title="Problems with the chain" loud>
      <Sentences texts={findings.map(({ text }) => text)} />
    </Notice>
  );
}

const Sentences = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text}>
      <Visible text={text} />
    </p>
  ));
