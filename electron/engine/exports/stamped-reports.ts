import type { ProfileRow } from '../../../shared/model/index.ts';
import { askedProfile } from '../consent/consents.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { AskToStamp } from '../requests/ask-to-stamp.ts';
import type { Credentials } from '../stamping/credentials.ts';
import type { Sender } from '../stamping/sender.ts';
import { type ExportReport, reportBytes, stampedReport } from './report.ts';

/**
 * Asks for a stamp of a report with the profile's key, and returns the text of the stamped report. Throws what
 * `AskToStamp` throws.
 */
export type StampReport = (report: ExportReport, profile: ProfileRow, signal?: AbortSignal) => Promise<string>;

interface StampReportParts {
  readonly profiles: Pick<Profiles, 'requireConfirmed'>;
  readonly credentials: Pick<Credentials, 'stamping'>;
  readonly askToStamp: AskToStamp;
  readonly sender: Pick<Sender, 'stamp'>;
}

export function createStampReport({ profiles, credentials, askToStamp, sender }: StampReportParts): StampReport {
  return async (report, profile, signal) => {
    await profiles.requireConfirmed(profile);
    const key = credentials.stamping(profile);
    const body = reportBytes(report);
    const question = {
      kind: 'stampReport',
      profile: askedProfile(profile),
      key: { name: key.name, publicKey: key.publicKey },
      exports: report.exports.length,
      missing: report.missing.length,
      body: new TextDecoder().decode(body),
    } as const;
    const consent = await askToStamp({ profile, key, body }, (ask) => ask(question), signal);
    const stamp = await sender.stamp(key, { profile, operation: 'stamp', url: '', body, consent });
    return stampedReport(report, stamp);
  };
}
