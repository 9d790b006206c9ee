/** Explained and tried policies as text for a terminal. */
import type { PolicyTrial, UntriedRequest } from '../../shared/model/index.ts';
import type { ExplainedPolicy, PolicyAdvice } from '../../shared/policy-language/index.ts';
import { paragraph } from './layout.ts';
import type { CheckedFile } from './policy-file.ts';

/** A policy in words, with advice about it. */
export interface Explanation extends ExplainedPolicy {
  /** Its place in the file. Empty for the whole file, and for a policy of the service. */
  readonly member: string;
  readonly policyName: string | null;
  readonly effect: string;
  readonly advice: readonly PolicyAdvice[];
}

const PART_TITLES = { condition: 'Condition', consensus: 'Consensus', time: 'Active times' } as const;

/** Returns the explanations of policies as text of `width` columns. */
export function explanationText(policies: readonly Explanation[], width: number): string {
  return policies.map((policy) => oneText(policy, width)).join('\n');
}

function oneText({ policyName, effect, headline, clauses, faults, advice }: Explanation, width: number): string {
  const lines = [
    `${policyName ?? 'Policy'} (${effect === 'EFFECT_DENY' ? 'denies' : 'allows'})\n`,
    paragraph(headline, '', width),
  ];
  for (const part of ['condition', 'consensus', 'time'] as const) {
    const own = clauses.filter((clause) => clause.part === part);
    if (own.length > 0) lines.push(`\n${PART_TITLES[part]}\n`);
    for (const { number, text, words } of own)
      lines.push(paragraph(`${number}. ${words}`, '  ', width), paragraph(text.replace(/\s+/g, ' '), '     ', width));
  }
  if (faults.length > 0) lines.push('\nFaults\n');
  for (const { part, place, message } of faults) lines.push(paragraph(`${part}, ${place}: ${message}`, '  ', width));
  if (advice.length > 0) lines.push('\nFindings\n');
  for (const { level, message } of advice)
    lines.push(paragraph(`${level === 'care' ? 'Care: ' : ''}${message}`, '  ', width));
  return lines.join('');
}

/** The trials of a policy. `changed` counts the requests whose outcome differs with the policy. */
export interface TriedPolicy {
  readonly policyName: string;
  readonly tried: number;
  readonly changed: number;
  readonly trials: readonly (PolicyTrial & { readonly changes: boolean })[];
  readonly untried: readonly UntriedRequest[];
}

/** The trials that a terminal shows at most. JSON has all of them. */
const MAXIMUM_SHOWN = 50;

const OUTCOMES = { allow: 'allowed', consensus: 'waiting for votes', deny: 'refused' } as const;
const VALUES: Readonly<Record<PolicyTrial['clauses'][number]['value'], string>> = {
  true: 'true',
  false: 'false',
  'absent request content': 'no such content',
  'absent member': 'no such member',
  hidden: 'hidden in a digest',
  failed: 'failed',
};

/** Returns the trials as text of `width` columns, those that change first. */
export function trialText({ tried, changed, trials, untried }: TriedPolicy, width: number): string {
  if (tried === 0 && untried.length === 0) return 'No past activities. Give a request with --request FILE.\n';
  const head = `${changed} of ${tried} ${tried === 1 ? 'request' : 'requests'} would be decided differently.\n`;
  const ordered = [...trials.filter(({ changes }) => changes), ...trials.filter(({ changes }) => !changes)];
  const shown = ordered.slice(0, MAXIMUM_SHOWN).map((one) => `\n${oneTrial(one, width)}`);
  const more = ordered.length - shown.length;
  return [
    head,
    ...shown,
    ...(more > 0 ? [`\n${more} more requests are in the JSON: use --json.\n`] : []),
    ...(untried.length > 0 ? ['\n'] : []),
    ...untried.map(({ activityId, problem }) =>
      paragraph(`Not tried: ${activityId ?? 'the request'}. ${problem}`, '', width),
    ),
    `\n${paragraph('Decided on this computer with today’s people, tags and usage. Nothing was sent or stored.', '', width)}`,
  ].join('');
}

function oneTrial(
  { type, at, approvers, before, after, alone, clauses, changes }: PolicyTrial & { readonly changes: boolean },
  width: number,
): string {
  const what = type
    .replace(/^ACTIVITY_TYPE_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  const by = approvers.map(({ name }) => name).join(', ');
  const time = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;
  const decisionText = (decision: PolicyTrial['before']) => `${OUTCOMES[decision.outcome]} (${decision.by.join(', ')})`;
  const outcome = changes
    ? `${decisionText(before)}, with the policy ${decisionText(after)}`
    : `${decisionText(after)}, as without the policy`;
  return [
    `${what}, ${time}${by === '' ? '' : `, ${by}`}\n`,
    paragraph(
      `${outcome}. Alone: ${alone.outcome.replace('OUTCOME_', '').toLowerCase().replaceAll('_', ' ')}${
        alone.refuses && alone.outcome === 'OUTCOME_ERROR' ? ', which refuses the request' : ''
      }.`,
      '  ',
      width,
    ),
    ...clauses.map(({ part, number, text, value }) =>
      paragraph(`${part} ${number}: ${VALUES[value]}. ${text.replace(/\s+/g, ' ')}`, '    ', width),
    ),
  ].join('');
}

/** Returns checked expressions as text of `width` columns: each finding with its line, a mark under it and the correction. */
export function checkText({ findings, warnings, texts }: CheckedFile, width: number): string {
  const all = [...findings, ...warnings.map((one) => ({ ...one, message: `Warning: ${one.message}` }))];
  if (all.length === 0) return 'No faults.\n';
  return all
    .map(({ member, place, start, end, message }) => {
      const text = texts.get(member);
      const marked = text === undefined || end === 0 ? '' : markedLine(text, start, end, width - INDENT.length);
      return `${member}, ${place}\n${marked}${paragraph(message, INDENT, width)}`;
    })
    .join('\n');
}

const INDENT = '  ';
/** Characters before the mark that stay where a line is cut. */
const BEFORE_MARK = 20;

/** Returns the line of a fault and the mark under it, cut to `width` columns around the mark. */
function markedLine(text: string, start: number, end: number, width: number): string {
  const begin = text.lastIndexOf('\n', start - 1) + 1;
  const [line = ''] = text.slice(begin).split('\n', 1);
  const from = line.length <= width ? 0 : Math.max(0, start - begin - BEFORE_MARK);
  const shown = line.slice(from, from + width).replace(/\s/g, ' ');
  const at = start - begin - from;
  const mark = '^'.repeat(Math.max(1, Math.min(end - start, shown.length - at)));
  return `${INDENT}${shown}\n${INDENT}${' '.repeat(at)}${mark}\n`;
}
