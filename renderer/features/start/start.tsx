import { useEffect, useState } from 'react';
import type { AppState } from '../../../shared/ipc/index.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { later } from '../../ui/later.tsx';
import { NETWORK_OFF } from '../../words/service.ts';
import { FirstBackup } from './first-backup.tsx';
import { LocalForm } from './local-form.tsx';
import { StartPage } from './page.tsx';

const ConnectForm = later(async () => (await import('./connect-form.tsx')).ConnectForm);

interface StartProps {
  readonly app: AppState;
  readonly onOpen: () => void;
  /** Called when there is a profile to work with. */
  readonly onDone: () => void;
}

/** The first start asks one question. */
export function Start({ app, onOpen, onDone }: StartProps) {
  const [choice, setChoice] = useState<'local' | 'backup' | 'service' | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the page appears
  useEffect(onOpen, []);
  const back = () => setChoice(null);
  return (
    <StartPage version={app.version}>
      {choice === null ? (
        <>
          <div className="start-title">
            <h1>Where should your keys work?</h1>
            <p className="soft">{app.isOffline ? NETWORK_OFF.text : 'You can add the other at any time.'}</p>
          </div>
          <div className="start-choices">
            <StartChoice
              icon="lock"
              title="Use the vault on this machine"
              text={
                app.isOffline
                  ? 'Not with --offline: programs reach the service by a connection inside this machine, which the kernel refuses too.'
                  : 'A complete custody service inside this program. It needs no account and no network, and your first signature is a minute away.'
              }
              disabled={app.isOffline}
              onChoose={() => setChoice('local')}
            />
            <StartChoice
              icon="service"
              title="Connect to a service"
              text="A custody service elsewhere. Castellan makes a key for it here, and its administrator registers the public half."
              onChoose={() => setChoice('service')}
            />
          </div>
        </>
      ) : null}
      {choice === 'local' ? <LocalForm app={app} onBack={back} onDone={() => setChoice('backup')} /> : null}
      {choice === 'backup' ? <FirstBackup onDone={onDone} /> : null}
      {choice === 'service' ? <ConnectForm app={app} onBack={back} onDone={onDone} /> : null}
    </StartPage>
  );
}

interface StartChoiceProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

function StartChoice({ icon, title, text, disabled = false, onChoose }: StartChoiceProps) {
  return (
    <button type="button" className="start-choice" aria-description={text} disabled={disabled} onClick={onChoose}>
      <Icon name={icon} />
      <span className="start-choice-text">
        <strong>{title}</strong>
        <span className="soft" aria-hidden="true">
          {text}
        </span>
      </span>
      <Icon name="right" />
    </button>
  );
}
