import { RELEASE_KEYS, type ReleaseKey } from '../../engine/index.ts';
import { command } from '../define.ts';
import { EXIT } from '../exit-codes.ts';
import { verifyDownload } from '../release.ts';

/** Returns the command that verifies downloads by these keys. */
export const verifyDownloadBy = (keys: readonly ReleaseKey[]) =>
  command({
    name: 'verify-download',
    summary: 'verifies a downloaded file of a release by the keys of this program',
    arguments: [{ name: 'FILE', summary: 'the downloaded package or archive', required: true }],
    notes: [
      'SHA256SUMS, SHA256SUMS.minisig and the bill of materials (.cdx.json) of the release must be beside FILE.',
      'Prints {"ok":true,"file","version","keyId"}, or {"ok":false,"reason","message"} and exits with 1.',
    ],
    examples: ['castellan verify-download castellan_0.2.0_amd64.deb'],
    async run({ arguments: [file = ''] }, context) {
      const { version: running, now } = context.host;
      const verdict = await verifyDownload({ file, keys, running, now: now() });
      await context.print(verdict);
      return verdict.ok ? undefined : EXIT.failed;
    },
  });

export const verifyDownloadCommand = verifyDownloadBy(RELEASE_KEYS);
