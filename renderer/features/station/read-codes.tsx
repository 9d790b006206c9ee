import { GIVEN_LIMITS } from '../../../shared/model/index.ts';
import { rangesText } from '../../../shared/words/index.ts';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { isPicture } from '../../parts/given-file.ts';
import { Problem } from '../../parts/problem.tsx';
import { tooLarge } from '../../parts/too-large.ts';
import { forgetCodes, readCodes, useCodes } from '../../state/station-codes.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/steps.tsx';
import { Visible } from '../../ui/visible.tsx';

async function readOne(picture: File): Promise<Uint8Array | string> {
  if (!isPicture(picture)) return 'It is not a picture, so it was not read.';
  if (picture.size > GIVEN_LIMITS.pictures) return tooLarge(GIVEN_LIMITS.pictures);
  const { readPicture } = await import('../../parts/picture.ts');
  return readPicture(picture);
}

/** Reads the QR codes of the given pictures, in the order of their names. */
export const readPictures = (pictures: Iterable<File>): Promise<void> =>
  readCodes(
    [...pictures].toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true })),
    readOne,
  );

/** Chooses pictures of the QR codes of a container. */
export function ReadCodesButton() {
  const { running } = useCodes();
  return (
    <ChooseFile
      use="pictures"
      label="Read QR codes…"
      disabled={running}
      onFiles={(pictures) => void readPictures(pictures)}
    />
  );
}

/** The progress of reading QR codes, and its problems. Nothing before the first picture. */
export function CodesProgress() {
  const { done, total, missing, running, leftOut, problem } = useCodes();
  if (total === null && leftOut.length === 0 && problem === null && !running) return null;
  return (
    <div className="station-codes" role="status">
      {total === null ? null : (
        <div className="station-working">
          <Progress label="QR codes" done={done} total={total} text={`${done} of ${total} QR codes`} />
          <Button kind="quiet" onClick={() => void forgetCodes()} disabled={running}>
            Start again
          </Button>
        </div>
      )}
      {total === null || missing.length === 0 ? null : (
        <p className="soft">
          Missing: {rangesText(missing)}. Add pictures of these codes, or of any later ones. Castellan never uses the
          camera: take the pictures with another device.
        </p>
      )}
      {problem === null ? null : <Problem error={problem} />}
      {leftOut.length === 0 ? null : (
        <Notice tone="care" title="Pictures were left out">
          {leftOut.map(({ name, why }) => (
            <p key={name}>
              <Visible text={name} />: {why}
            </p>
          ))}
        </Notice>
      )}
    </div>
  );
}
