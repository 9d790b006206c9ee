import { inQuotes, type LimitUse, type OverTimeLimit } from '../../../../shared/model/index.ts';
import { windowText } from '../../../../shared/words/index.ts';
import { worded } from '../../../language/worded.ts';
import { idFact } from '../../../parts/copy.tsx';
import { askedWhole } from '../../../state/asked.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { day } from '../../../words/ends.ts';
import { sentenceCase } from '../../../words/labels.ts';
import { moment, signedAt } from '../../../words/time.ts';
import '../limit/limit.css';
import {
  type Binding,
  bindingsOf,
  limitSentence,
  NAMING_WORDS,
  type Naming,
  namingOf,
  ownerWords,
  resetText,
  SCOPES,
  usedShare,
  usedText,
} from '../limit/limit-words.ts';
import { section } from '../section.ts';

interface LimitRow extends OverTimeLimit {
  /** The most used part. Null for a service that does not report it. */
  readonly most: LimitUse | null;
  readonly resets: string;
  readonly naming: readonly Naming[];
  /** The requests that the limit binds. */
  readonly bindings: readonly Binding[];
}

interface UsedProps {
  readonly limit: OverTimeLimit;
  readonly use: LimitUse;
}

/** The used amount as text with a bar. */
function Used({ limit, use }: UsedProps) {
  const share = usedShare(limit, use);
  return (
    <span className="limit-used">
      {share === null ? null : <progress value={share} max={1} aria-hidden="true" />}
      <span className={share === 1 ? 'cut tone-care-text' : 'cut'}>
        <Visible text={usedText(limit, use)} />
      </span>
    </span>
  );
}

/** The same below each other, with the next amount that leaves the window. */
function WholeUse({ limit, use, now }: UsedProps & { readonly now: number }) {
  const share = usedShare(limit, use);
  const resets = resetText(limit, use, now);
  return (
    <span className="limit-whole-use">
      <span className={share === 1 ? 'tone-care-text' : undefined}>
        <Visible text={usedText(limit, use)} />
      </span>
      {share === null ? null : <progress value={share} max={1} aria-hidden="true" />}
      {resets === '' ? null : (
        <span className="soft caption">
          {resets === worded('never') ? 'never leaves the limit' : `leaves: ${resets}`}
        </span>
      )}
    </span>
  );
}

const isEach = ({ scope }: OverTimeLimit) => scope !== 'organization';

/** The bound requests, and whether some are not bound. */
function Binds({ bindings }: Pick<LimitRow, 'bindings'>) {
  const isCare = bindings.length === 0 || bindings.every((one) => one.isCare);
  return <span className={isCare ? 'tone-care-text' : undefined}>{bindsWords(bindings)}</span>;
}

const bindsWords = (bindings: readonly Binding[]): string =>
  bindings.length === 0 ? worded('nobody') : sentenceCase(bindings.map(({ text }) => text).join('; '));

export const limits = section<LimitRow>({
  name: 'limits',
  part: 'limits',
  one: 'limit',
  many: 'limits',
  columns: [
    { key: 'name', title: 'Name', width: 'minmax(0, 0.9fr)', cell: ({ name }) => name },
    {
      key: 'limit',
      title: 'Limit',
      soft: true,
      width: 'minmax(0, 1.1fr)',
      from: 641,
      cell: (limit) => limitSentence(limit),
    },
    {
      key: 'used',
      title: 'Used',
      width: 'minmax(0, 1fr)',
      cell: (limit) =>
        limit.most === null ? <span className="faint">not reported</span> : <Used limit={limit} use={limit.most} />,
    },
    { key: 'resets', title: 'Resets', soft: true, width: 'minmax(0, 0.9fr)', from: 761, cell: ({ resets }) => resets },
    {
      key: 'binds',
      title: 'Binds',
      soft: true,
      width: 'minmax(0, 0.8fr)',
      from: 421,
      cell: ({ bindings }) => <Binds bindings={bindings} />,
    },
  ],
  texts: {
    used: (limit) => (limit.most === null ? 'not reported' : usedText(limit, limit.most)),
    binds: ({ bindings }) => bindsWords(bindings),
  },
  rows: (look) =>
    look.content.limits.map((limit) => {
      const most = limit.uses?.[0] ?? null;
      const naming = namingOf(look.content, limit.identifier);
      const resets = most === null ? '' : resetText(limit, most, look.now);
      const bindings = bindingsOf(look.content, { identifier: limit.identifier, naming }, look.names.of);
      return { ...limit, most, naming, resets, bindings };
    }),
  textOf: (limit) =>
    [limit.name, limit.id, limit.identifier, limitSentence(limit), limit.assets, bindsWords(limit.bindings)].join(' '),
  orders: {
    name: ({ name }) => name,
    used: (limit) => (limit.most === null ? null : usedShare(limit, limit.most)),
    resets: ({ most }) => most?.nextAt ?? null,
  },
  filters: { asset: ({ assets }, value) => assets.toLowerCase().includes(value) },
  inspect: (limit, { now }) => ({
    title: limit.name,
    under: `${limitSentence(limit)}.`,
    notices: <Notices limit={limit} now={now} />,
    tables: [
      {
        title: limit.hasUnlisted ? 'Used, the most first' : 'Used',
        facts: (limit.uses ?? []).map((use) => ({
          label: isEach(limit) ? ownerWords(use) : 'Together',
          value: <WholeUse limit={limit} use={use} now={now} />,
          ...(use.scopeId === null ? {} : { from: use.scopeId }),
        })),
      },
      {
        title: 'Limit',
        facts: [
          ...(limit.assets === '' ? [] : [{ label: 'Counts', value: limit.assets }]),
          ...(limit.types.length === 0
            ? []
            : [{ label: 'Requests', value: limit.types.map((type) => typeWords(type)).join(', ') }]),
          {
            label: 'Window',
            value: limit.seconds === null ? 'without an end' : `${windowText(limit.seconds)}, sliding`,
          },
          { label: 'Counted', value: SCOPES[limit.scope] },
          { label: 'Binds', value: <Binds bindings={limit.bindings} /> },
          ...(limit.createdAt === null ? [] : [{ label: 'Counts since', value: day(limit.createdAt) }]),
        ],
      },
      {
        title: 'Named by',
        facts: limit.naming.map(({ kind, id, name }) => ({
          label: sentenceCase(NAMING_WORDS[kind]),
          value: name,
          from: id,
        })),
      },
      {
        title: 'Names',
        facts: [{ label: 'In policies', value: `controls.${limit.identifier}` }, idFact('Limit id', limit.id)],
      },
    ],
  }),
  primary: () => ({ label: 'Create limit', page: { name: 'limit', id: null, isBinding: false } }),
  acts: (limit) => [
    ...(limit.naming.length === 0
      ? [{ label: 'Bind limit…', page: { name: 'limit', id: limit.id, isBinding: true } } as const]
      : []),
    { label: 'Change limit…', page: { name: 'limit', id: limit.id, isBinding: false } },
    {
      label: 'Delete limit…',
      asked: askedWhole(
        `Delete ${limit.name}`,
        'delete_velocity_control',
        { velocityControlId: limit.id },
        deletionWords(limit),
      ),
    },
  ],
  empty: 'No limits over time.',
});

const typeWords = (type: string) =>
  type
    .replace(/^ACTIVITY_TYPE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

function deletionWords(limit: LimitRow): string {
  const [first] = limit.naming;
  const used = limit.most === null ? '' : ` The used amount, ${usedText(limit, limit.most)}, is deleted with it.`;
  return first === undefined
    ? `Deletes the limit ${inQuotes(limit.name)}${limit.bindings.length === 0 ? ', which binds nobody' : ''}.${used}`
    : `The ${NAMING_WORDS[first.kind]} ${inQuotes(first.name)} names the limit ${inQuotes(limit.name)}, so the service refuses this. Change or delete the ${NAMING_WORDS[first.kind]} first.`;
}

function Notices({ limit, now }: { readonly limit: LimitRow; readonly now: number }) {
  return (
    <>
      <State limit={limit} now={now} />
      {limit.hasUnlisted ? <p className="soft">Others have used less. The service lists the most used ones.</p> : null}
    </>
  );
}

function State({ limit, now }: { readonly limit: LimitRow; readonly now: number }) {
  const { most, bindings } = limit;
  if (bindings.length === 0)
    return (
      <Notice tone="care" title="It binds nobody">
        No policy names it, so it limits nothing. Bind it with a policy.
      </Notice>
    );
  if (most?.remaining !== '0') return null;
  return (
    <Notice tone="care" title="Nothing is left">
      {most.nextAt === null
        ? 'No use leaves this limit. Change it to allow more.'
        : `There is room again from ${signedAt(most.nextAt, now)} (${moment(most.nextAt)}).`}
    </Notice>
  );
}
