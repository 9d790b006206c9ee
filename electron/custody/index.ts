import { answerMessages, type ParentPort } from './messages.ts';
import { formatReport, type Report } from './report.ts';
import { createCustodyService } from './service.ts';

/** Electron puts the channel to main here; its types stay outside, because this program runs on plain Node too. */
const { parentPort } = process as unknown as { readonly parentPort: ParentPort };

const report: Report = (reference, during, error) => void process.stderr.write(formatReport(reference, during, error));

answerMessages(parentPort, createCustodyService({ now: Date.now, report }), report);
