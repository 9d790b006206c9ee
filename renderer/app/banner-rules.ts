import { OUTCOMES, outcomeOfOpen } from '../../shared/errors/index.ts';
import type { AppState } from '../../shared/ipc/index.ts';
import type { BatchRow } from '../../shared/model/index.ts';
import { worded } from '../language/worded.ts';
import { inSentence } from '../words/labels.ts';
import { counted } from '../words/number.ts';

export interface Banner {
  readonly key: 'sandbox' | 'vault' | 'service' | 'unsettled' | 'batch' | 'backup' | 'older' | 'update';
  readonly tone: 'care' | 'danger';
  readonly title: string;
  readonly message: string;
  readonly action: 'restart-vault' | 'restart-service' | 'review' | 'batch' | 'backup' | 'updates' | null;
  /** True when the banner reports a past event and can be closed. Every other banner stays until its cause is over. */
  readonly closable: boolean;
}

/** The unsettled requests of the current profile. The other profiles' requests are shown after a switch to them. */
export const ownUnsettled = ({ profile, unsettled }: Pick<AppState, 'profile' | 'unsettled'>): AppState['unsettled'] =>
  unsettled.filter((request) => request.profile === profile);

/** The batches that stopped before their last line was signed, in their order. */
export const interrupted = (batches: readonly BatchRow[]): readonly BatchRow[] =>
  batches.filter(({ counts }) => counts.left + counts.open > 0);

/**
 * Returns the banners about the program as a whole, the gravest first. `quiet` omits the ones that only the frame can
 * act on. `batches` are the current profile's that are not running.
 */
export function bannersOf(app: AppState, quiet: boolean, batches: readonly BatchRow[] = []): readonly Banner[] {
  const banners: Banner[] = [];
  if (!app.sandbox.on) {
    banners.push({
      key: 'sandbox',
      tone: 'danger',
      title: 'Sandbox is off.',
      message: app.sandbox.reason ?? 'This window runs without Chromium’s sandbox. Do not work with real keys here.',
      action: null,
      closable: false,
    });
  }
  if (quiet) return banners;
  if (app.vault.state === 'failed') {
    const problem = app.vault.problem;
    banners.push({
      key: 'vault',
      tone: 'danger',
      title: `${problem?.title ?? 'The vault stopped'}.`,
      message: problem?.message ?? 'Its keys are gone from memory, so nothing can be signed. All records are kept.',
      action: 'restart-vault',
      closable: false,
    });
  }
  if (app.vault.state === 'unlocked' && app.vault.problem !== null)
    banners.push(problemBanner('vault', app.vault.problem));
  if (app.service.state === 'failed' || (app.service.kind === 'local' && app.service.state === 'stopped')) {
    const problem = app.service.problem;
    banners.push({
      key: 'service',
      tone: 'danger',
      title: `${problem?.title ?? 'The local service stopped'}.`,
      message: problem?.message ?? 'You can look at cached accounts. Nothing can be submitted until it runs.',
      action: app.isOffline ? null : 'restart-service',
      closable: false,
    });
  }
  if (app.service.kind === 'local' && app.service.state === 'running' && app.service.problem !== null) {
    banners.push(problemBanner('service', app.service.problem));
  }
  if ((app.service.state === 'refused' || app.service.state === 'invalid') && app.service.problem !== null) {
    banners.push({
      key: 'service',
      tone: 'care',
      title: `${app.service.problem.title}.`,
      message: app.service.problem.message,
      action: null,
      closable: true,
    });
  }
  const open = ownUnsettled(app);
  const [first] = open;
  if (first !== undefined) {
    const more = open.length === 1 ? '' : `, and ${open.length - 1} more`;
    banners.push({
      key: 'unsettled',
      tone: 'care',
      title: `${counted(open.length, 'unsettled request')}.`,
      message: `${first.title}: ${inSentence(worded(OUTCOMES[outcomeOfOpen(first.state)].title))}${more}.`,
      action: 'review',
      closable: false,
    });
  }
  const stopped = interrupted(batches);
  const [newest] = stopped;
  if (newest !== undefined) {
    const { left, open: unknown } = newest.counts;
    const more = stopped.length === 1 ? '' : `, and ${counted(stopped.length - 1, 'more batch', 'more batches')}`;
    banners.push({
      key: 'batch',
      tone: 'care',
      title: 'A batch is not finished.',
      message: `“${newest.name}”: ${counted(left + unknown, 'line')} not signed${more}. Resume signs no line twice.`,
      action: 'batch',
      closable: true,
    });
  }
  if (app.backup.newKeysAt !== null && app.vault.state === 'unlocked') {
    const isFirst = app.backup.lastAt === null;
    banners.push({
      key: 'backup',
      tone: 'care',
      title: isFirst ? 'No backup yet.' : 'New keys are in no backup.',
      message: `Keys made here${isFirst ? '' : ' since the last backup'} exist on this computer only.`,
      action: 'backup',
      closable: true,
    });
  }
  const [older] = app.olderCopies;
  if (older !== undefined) {
    banners.push({
      key: 'older',
      tone: 'care',
      title: 'This version migrated the databases.',
      message: `Earlier versions no longer open them. A copy of before is in ${app.olderCopies.join(' and ')}. Back up now, then delete it.`,
      action: 'backup',
      closable: true,
    });
  }
  const { notice, isBelowMinimum } = app.update;
  if (notice !== null && isBelowMinimum) {
    banners.push({
      key: 'update',
      tone: 'care',
      title: `Version ${notice.version} should be installed.`,
      message: `The project advises against every version before ${notice.minimumVersion}.`,
      action: 'updates',
      closable: true,
    });
  }
  return banners;
}

/** Returns a banner about a problem that main corrected by itself. */
function problemBanner(
  key: Banner['key'],
  { title, message }: { readonly title: string; readonly message: string },
): Banner {
  return { key, tone: 'care', title: `${title}.`, message, action: null, closable: true };
}
