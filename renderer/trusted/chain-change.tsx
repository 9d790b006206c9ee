import type { Finding } from '../../shared/model/index.ts';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';
import { counted } from '../words/number.ts';

/** The changes on the chain since the last answer. `sent` lines went to the service before. */
export function ChainChange({ changed, sent = 0 }: { readonly changed: readonly string[]; readonly sent?: number }) {
  if (changed.length === 0) return null;
  return (
    <Notice tone="care" title="The chain changed after you answered" loud>
      <Sentences texts={changed} />
      <p>
        {sent === 0
          ? 'Nothing was sent. Decide again.'
          : `${counted(sent, 'line was', 'lines were')} sent before. Decide again about the rest.`}
      </p>
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
