import type { QuestionOf } from '../../shared/ipc/index.ts';
import { Bytes } from '../meaning/value.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { counted } from '../words/number.ts';

/** Draws a list of target keys of an offline machine. The operator compares its check code with that machine’s screen. */
export const drawGather = ({
  file,
  organizationId,
  exports,
  checkCode,
}: Pick<QuestionOf<'gatherExports'>, 'file' | 'organizationId' | 'exports' | 'checkCode'>) => ({
  headline: `Ask the service for ${counted(exports, 'export')}`,
  body: (
    <>
      <Notice tone="danger" title="Compare the check code with the offline machine" loud>
        If its screen shows another code, somebody changed the file, and the keys would go to them.
      </Notice>
      <Facts
        label="List"
        facts={[
          { label: 'Check code', value: <Bytes text={checkCode} /> },
          { label: 'File', value: <Bytes text={file} /> },
          { label: 'Organization', value: <Bytes text={organizationId} /> },
          { label: 'Exports', value: String(exports) },
        ]}
      />
      <p className="soft">Afterwards you confirm each export.</p>
    </>
  ),
  no: 'Don’t ask',
  yes: 'The codes are the same',
  danger: true,
});
