import type { QuestionOf } from '../../shared/ipc/index.ts';
import { worded } from '../language/worded.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';
import { Refused } from './refused.tsx';

const keptInFact = (text: string): Fact => ({ label: 'Keys are kept in', value: text });

/** Warns that anyone at this computer can then use the keys. */
function Unguarded() {
  return (
    <Notice tone="care" title="Nothing is asked then" loud>
      Anybody at this computer can use the keys that are kept there.
    </Notice>
  );
}

/** Draws the question about setting, changing or removing a store's PIN or passphrase. */
export function drawProtect({
  keptIn,
  called,
  passphrase,
  securityKey,
  removes,
  isLast,
  problem,
}: QuestionOf<'protect'>) {
  const isNew = passphrase === 'new';
  const present = securityKey === 'only' ? 'Touch your security key' : `Type the ${worded(called)} you have`;
  return {
    headline: isNew ? `Choose a new ${worded(called)}` : removes ? `Remove the ${worded(called)}` : present,
    body: (
      <>
        <Facts label="Lock" facts={[keptInFact(keptIn)]} />
        {removes && isLast ? <Unguarded /> : null}
        {removes && !isLast ? <OnlyKeys /> : null}
        {isNew && securityKey === 'none' ? (
          <p className="soft">It cannot be recovered: without it the keys are lost.</p>
        ) : null}
        <Refused title="Nothing was changed" problem={problem} />
      </>
    ),
    no: 'Change nothing',
    yes: isNew ? `Set ${worded(called)}` : removes ? `Remove ${worded(called)}` : 'Go on',
    danger: removes,
  };
}

/** A security key is to open a store too, or no more. */
export function drawSecurityKey({ act, keptIn, label, isFirst, isLast, problem }: QuestionOf<'securityKey'>) {
  const adds = act === 'add';
  return {
    headline: adds ? 'Add a security key or passkey' : 'Remove a security key or passkey',
    body: (
      <>
        <Facts label="Lock" facts={[{ label: 'Name', value: <Visible text={label} /> }, keptInFact(keptIn)]} />
        {adds ? (
          <p className="soft">
            It will open the vault and confirm each reveal. The next window asks you to touch it twice.
          </p>
        ) : null}
        {isFirst ? <OnlyKeys /> : null}
        {isLast ? <Unguarded /> : null}
        <Refused title="Nothing was changed" problem={problem} />
      </>
    ),
    no: 'Change nothing',
    yes: adds ? 'Add security key' : 'Remove security key',
    danger: !adds,
  };
}

function OnlyKeys() {
  return (
    <Notice tone="care" title="Keep a second one or a PIN" loud>
      Without a PIN only security keys open the vault. When the last of them is lost, the keys in the vault are lost.
    </Notice>
  );
}
