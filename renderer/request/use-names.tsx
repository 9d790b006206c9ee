import { useEffect, useMemo } from 'react';
import type { Field } from '../form/fields.ts';
import type { FormValues } from '../form/values.ts';
import { organizationRefresh } from '../state/organization.ts';
import { useAnswer } from '../state/use-answer.ts';
import { webhooksRefresh } from '../state/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { namesProblem } from './names-problem.ts';
import { NAMED } from './picker-kinds.ts';
import { namersIn, pickersFor } from './pickers.tsx';

/** The pickers of a form by path, and a note while they cannot name things. `values` is null while no form is shown. */
export function useNames(fields: readonly Field[], values: FormValues | null) {
  const { answer: content, ...organization } = useAnswer('organization.get', {}, 'organization.changed');
  const { answer: hooks, ...webhooks } = useAnswer('webhooks.get', {}, 'webhooks.changed');
  const organizationId = values?.organizationId;
  const isElsewhere = organizationId !== undefined && organizationId !== '' && organizationId !== content?.id;
  const endpoints = hooks?.endpoints ?? null;
  const pickers = useMemo(
    () => pickersFor(fields, content, { endpoints, isElsewhere, values }),
    [fields, content, endpoints, isElsewhere, values],
  );
  const members = namersIn(fields)
    .filter(({ path }) => pickers[path] !== undefined)
    .map(({ member }) => member);
  const ofWebhooks = members.some((name) => isOfWebhooks(name));
  const ofOrganization = members.some((name) => Object.hasOwn(NAMED, name) && !isOfWebhooks(name));
  const readAt = content?.parts.users.readAt;
  const problems = [
    useRead(ofOrganization, { ...organization, answer: readAt === undefined ? null : { readAt } }, organizationRefresh),
    useRead(ofWebhooks, { ...webhooks, answer: hooks }, webhooksRefresh),
  ];
  const [problem] = problems.filter((each) => each !== null);
  const note = isElsewhere ? (
    <p className="soft">The names are those of this organization. Type the ids of another organization.</p>
  ) : problem === undefined ? null : problem.isBusy ? (
    <p className="soft" role="status">
      {problem.text}
    </p>
  ) : (
    <Notice tone="plain" title={problem.text} action={<Button onClick={problem.again}>Read names</Button>} />
  );
  return { pickers, note };
}

interface KnownCopy {
  readonly answer: { readonly readAt: number | null } | null;
  readonly busy: boolean;
  readonly again: () => void;
}

/** Has the service read for the first time when a form is about these things. Returns the problem, or null for none. */
function useRead(isAbout: boolean, copy: KnownCopy, refresh: typeof organizationRefresh | typeof webhooksRefresh) {
  const service = refresh.use() as Parameters<typeof namesProblem>[1];
  const isUnread = isAbout && copy.answer?.readAt === null;
  useEffect(() => {
    if (isUnread) void refresh.start({});
  }, [isUnread, refresh]);
  const problem = isAbout ? namesProblem(copy, service) : null;
  return problem === null
    ? null
    : { ...problem, again: () => (copy.answer === null ? copy.again() : void refresh.start({})) };
}

const isOfWebhooks = (name: string) => ['endpoints', 'deliveries'].includes(NAMED[name]?.[0] ?? '');
