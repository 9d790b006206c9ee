import type { QuestionOf } from '../../shared/ipc/index.ts';
import { formatLabel } from '../../shared/model/index.ts';
import { livenessOf, minutesLeft } from '../../shared/words/index.ts';
import { headlineOf } from '../meaning/headline.ts';
import { MeaningView } from '../meaning/meaning.tsx';
import { Bytes } from '../meaning/value.tsx';
import { WholeAddress } from '../ui/address.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { counted } from '../words/number.ts';
import { serviceOf } from './formats.ts';
import { NamedText } from './named-text.tsx';
import { Refused } from './refused.tsx';

/** Draws the writing of a list of exports. Its format and passphrase follow below. */
const drawWriting = ({ file, keys, wallets, missing, addressFormats, problem }: QuestionOf<'writeExports'>) => ({
  headline: `Write ${counted(keys + wallets, 'export')} to files`,
  body: (
    <>
      <Refused title="Nothing was written" problem={problem} />
      <p className="soft">
        The vault opens each bundle again and compares its address. Then you choose a name for the new folder of the
        files.
      </p>
      {missing === 0 ? null : (
        <Notice tone="care" title={`${counted(missing, 'export is', 'exports are')} not proven`} loud>
          They are left out, and the report names them.
        </Notice>
      )}
      <Facts
        label="Exports"
        facts={[
          { label: 'File', value: <Bytes text={file} /> },
          ...(keys === 0 ? [] : [{ label: 'Private keys', value: counted(keys, 'key') }]),
          ...(addressFormats.length === 0
            ? []
            : [{ label: 'Addresses', value: addressFormats.map((format) => formatLabel(format)).join(', ') }]),
          ...(wallets === 0 ? [] : [{ label: 'Wallets', value: `${counted(wallets, 'wallet')}, written as words` }]),
        ]}
      />
    </>
  ),
  no: 'Don’t write',
  yes: `Write ${counted(keys + wallets, 'file')}…`,
  danger: true,
});

/** Draws the report of written exports, as its exact bytes. */
const drawReport = ({ key, exports, missing, body, problem }: QuestionOf<'stampReport'>) => ({
  headline: `Sign the report of ${counted(exports, 'export')}`,
  body: (
    <>
      <Refused title="Nothing was signed" problem={problem} />
      <p className="soft">
        The report lists what was opened, and holds no secret. No service takes it for a request, because it names
        itself a report.
      </p>
      <Facts
        label="Report"
        facts={[
          { label: 'Exports', value: counted(exports, 'export') },
          ...(missing === 0 ? [] : [{ label: 'Not opened', value: counted(missing, 'export') }]),
          {
            label: 'Signed with',
            value: <NamedText name={key.name} text={key.publicKey} />,
          },
          { label: 'Exact bytes', value: <Bytes text={body} /> },
        ]}
      />
    </>
  ),
  no: 'Don’t sign',
  yes: 'Sign report',
});

/** Draws a request that was stamped elsewhere, with the key of its stamp and the time that is left. */
const drawSending = ({ profile, meaning, naming, body, stampedBy, madeAt }: QuestionOf<'sendCarried'>) => {
  const now = Date.now();
  const left = minutesLeft(madeAt, now);
  return {
    headline: headlineOf(meaning, naming),
    body: (
      <>
        {stampedBy === null ? (
          <Notice tone="care" title="A passkey stamped it" loud>
            Only the service can verify this stamp.
          </Notice>
        ) : stampedBy.name === null ? (
          <Notice tone="care" title="A key that is not on this machine stamped it">
            The stamp fits these bytes. Only the service knows whether its key may do this.
          </Notice>
        ) : null}
        {left !== null && left > 0 ? null : (
          <Notice tone="care" title={left === null ? 'Its time is in the future' : 'It is too old'} loud>
            {livenessOf(madeAt, now)}
          </Notice>
        )}
        <MeaningView
          meaning={meaning}
          naming={naming}
          cannot="Do not send this"
          name={null}
          afterLead={
            <Facts
              label="Stamp"
              titled
              facts={[
                { label: 'Stamped with', value: <StampedBy by={stampedBy} /> },
                { label: 'Time', value: livenessOf(madeAt, now) },
                { label: 'Sent to', value: serviceOf(profile) },
              ]}
            />
          }
          facts={[{ label: 'Fingerprint', value: <WholeAddress text={meaning.fingerprint.replace(/^sha256:/, '')} /> }]}
          bytes={{
            label: 'Exact bytes',
            text: body,
            note: `${counted(meaning.bodyLength, 'byte')}, sent as they are`,
          }}
        />
      </>
    ),
    no: 'Don’t send',
    yes: 'Send request',
    danger: meaning.judged !== 'whole',
  };
};

/** The key of a stamp by its name here, and its public half. */
function StampedBy({ by }: { readonly by: QuestionOf<'sendCarried'>['stampedBy'] }) {
  if (by === null) return 'a passkey';
  return <NamedText name={by.name} text={by.publicKey} />;
}

export const CARRIED_DRAWINGS = { writeExports: drawWriting, stampReport: drawReport, sendCarried: drawSending };
