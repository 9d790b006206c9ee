import type { ActivityDetail, ActivityResult } from '../../shared/model/index.ts';
import { openDialog } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';
import { Button } from '../ui/button.tsx';

const KINDS: Readonly<Record<string, 'wallet' | 'key' | 'secret'>> = {
  ACTIVITY_TYPE_INIT_IMPORT_WALLET: 'wallet',
  ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY: 'key',
  ACTIVITY_TYPE_INIT_IMPORT_SECRETS: 'secret',
};

/** Returns the kind of import that an activity starts. Null for every other activity. */
export const importStartedBy = (type: string): 'wallet' | 'key' | 'secret' | null => KINDS[type] ?? null;

interface ContinueImportProps {
  /** A completed activity. */
  readonly detail: ActivityDetail;
  readonly comparedWith: ActivityResult['comparedWith'];
}

/**
 * Continues an import whose start needed the votes of others, in the profile that asked for it. An import without such
 * votes continues by itself.
 */
export function ContinueImport({ detail, comparedWith }: ContinueImportProps) {
  const { type, activityId } = detail.row;
  const kind = importStartedBy(type);
  if (kind === null || comparedWith !== 'asked' || detail.votes.length < 2) return null;
  return <Continue key={activityId} kind={kind} started={activityId} />;
}

/** Offers to continue, until the import was continued. */
function Continue({ kind, started }: { readonly kind: 'wallet' | 'key' | 'secret'; readonly started: string }) {
  const { answer } = useAnswer('imports.continued', { started }, 'requests.changed', 'activities.changed');
  if (answer === null || answer.isContinued) return null;
  return (
    <Button
      kind="primary"
      data-act="true"
      aria-keyshortcuts="Control+Enter"
      onClick={() => openDialog({ name: 'import', kind, started })}
    >
      Continue import…
    </Button>
  );
}
