import {
  type Leaving,
  REMOVALS,
  stepsOf as stepsOrNull,
} from '../../../../renderer/features/organization/leaving/leaving-rules.ts';
import type { OpenRequest } from '../../../../renderer/features/organization/leaving/open-requests.ts';
import { namesIn } from '../../../../renderer/features/organization/names.ts';
import type { OrganizationContent } from '../../../../shared/model/index.ts';
import { activity } from '../fixture-data.ts';
import { organization } from '../fixture-organization.ts';

export const NOW = Date.UTC(2026, 10, 26, 14, 32);
export const ALL = new Set(REMOVALS);

export function leaving(
  name: string,
  change: (content: OrganizationContent) => Partial<OrganizationContent> = () => ({}),
  open: readonly OpenRequest[] = [],
): Leaving {
  const content = organization(NOW);
  const changed = { ...content, ...change(content) };
  const user = changed.users.find((one) => one.name === name);
  if (user === undefined) throw new Error(`no user ${name}`);
  return { user, content: changed, names: namesIn(changed), open, isOpenWhole: true };
}

export const idOf = (name: string) => leaving(name).user.id;

/** A request of a user that waits, with the values of its intent. */
export const openRequest = (
  activityId: string,
  {
    asker,
    type = 'ACTIVITY_TYPE_CREATE_WALLET',
    values = [],
    approvers = [],
    from = [],
    canVote = true,
  }: {
    readonly asker: string;
    readonly type?: string;
    /** Pairs of a member and its value. */
    readonly values?: readonly (readonly [string, string])[];
    readonly approvers?: readonly string[];
    readonly from?: readonly string[];
    readonly canVote?: boolean;
  },
): OpenRequest => ({
  row: {
    ...activity(1, NOW),
    activityId,
    type,
    fingerprint: `sha256:${activityId}`,
    canVote,
    askedBy: { userId: asker, name: null },
    missing: { needed: 2, from: from.map((userId) => ({ userId, name: null })) },
  },
  intent: values.map(([path, value]) => ({ path, label: 'Member', value, kind: 'text' })),
  votes: approvers.map((userId) => ({
    userId,
    name: null,
    selection: 'VOTE_SELECTION_APPROVED',
    publicKey: '',
    createdAt: null,
  })),
});

export function stepsOf(of: Leaving, chosen: Parameters<typeof stepsOrNull>[1]) {
  const steps = stepsOrNull(of, chosen);
  if (steps === null) throw new Error('nothing can be removed');
  return steps;
}

export const titles = (of: Leaving, chosen = ALL) => stepsOf(of, chosen).map(({ title }) => title);
