import { useEffect, useRef } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import { call } from '../bridge.ts';
import { sayProblem } from '../parts/problem.tsx';
import { go, openDialog, type Place, useRoute } from '../state/route.ts';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/kbd.tsx';
import { Badge } from '../ui/notice.tsx';
import { count } from '../words/number.ts';
import { NETWORK_OFF, serviceWords } from '../words/service.ts';
import { visibleString } from '../words/visible.ts';
import { keysOf } from './keyboard/shortcuts.ts';
import { GROUPS, PLACE_NAMES, PLACES } from './places.tsx';
import { ProfileSwitcher } from './profile-switcher.tsx';
import './rail.css';
import { useWaiting } from './waiting.ts';

/** Locks the vault, and reports a failure. */
export function lockVault(): void {
  call('vault.lock', {}).catch(sayProblem);
}

/** The left column: the profile, the places, and the state of vault and service at its foot. */
export function Rail({ app }: { readonly app: AppState }) {
  const { isMore, ...numbers } = useWaiting();
  const waiting: Partial<Record<Place, number>> = numbers;
  const listOf = (group: (typeof GROUPS)[number]) => (
    <ul key={group} aria-label={group ?? 'This program'}>
      {group === null ? null : (
        <li className="rail-heading" aria-hidden="true">
          {group}
        </li>
      )}
      {PLACE_NAMES.filter((name) => PLACES[name].group === group).map((name) => (
        <li key={name}>
          <RailPlace name={name} waiting={waiting[name] ?? 0} isMore={isMore && name === 'inbox'} />
        </li>
      ))}
    </ul>
  );
  return (
    <aside className="rail" aria-label="Sidebar">
      <div className="rail-top">
        <ProfileSwitcher />
        <button
          type="button"
          className="rail-search"
          title="Search or run a command"
          aria-keyshortcuts="Control+K"
          onClick={() => openDialog({ name: 'palette' })}
        >
          <Icon name="search" />
          <span className="cut">
            Search<span className="visually-hidden"> or run a command</span>
          </span>
          <Keys keys={keysOf('palette', app.platform)} />
        </button>
      </div>
      <nav aria-label="Places">
        <div className="rail-places">{GROUPS.filter((group) => group !== null).map(listOf)}</div>
        {listOf(null)}
      </nav>
      <div className="rail-foot">
        {app.version.endsWith('-test') ? (
          <div className="rail-service" title={`A package for tests. ${app.runtime.reason}`}>
            <Badge tone="care">Test package</Badge>
          </div>
        ) : app.runtime.supported ? null : (
          <div className="rail-service" title={app.runtime.reason}>
            <Badge tone="care">Outdated runtime</Badge>
          </div>
        )}
        <RailService app={app} />
        <RailHelp />
        <button type="button" className="rail-place" title="Lock vault" onClick={lockVault}>
          <Icon name="lock" />
          <span className="cut">Lock vault</span>
          <Keys keys={keysOf('lock', app.platform)} />
        </button>
      </div>
    </aside>
  );
}

/** The state of the service, or of the network that this run does not have. */
function RailService({ app }: { readonly app: AppState }) {
  const { label, tone } = app.isOffline ? NETWORK_OFF : serviceWords(app.service);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and this only shows text
    <div
      role="group"
      aria-label="Service"
      className="rail-service"
      title={
        app.isOffline
          ? NETWORK_OFF.text
          : visibleString([label, app.service.baseUrl, app.service.problem?.message].join(' '))
      }
    >
      <Badge tone={tone}>{label}</Badge>
    </div>
  );
}

/** Opens the help for the place. Its tooltip is the place in one sentence. */
function RailHelp() {
  const place = useRoute((route) => route.place);
  const sentence = place === 'connect' ? '' : PLACES[place].help.sentence;
  return (
    <button
      type="button"
      className="rail-place"
      title={`Help. ${sentence}`}
      aria-keyshortcuts="F1"
      onClick={() => openDialog({ name: 'help' })}
    >
      <Icon name="info" />
      <span className="cut">Help</span>
      <Keys keys={['F1']} />
    </button>
  );
}

/** A higher number is too long for the narrow rail. The place has it. */
const MOST_COUNTED = 99;

interface RailPlaceProps {
  readonly name: Place;
  readonly waiting: number;
  /** There are more waiting items than those that were counted. */
  readonly isMore: boolean;
}

/** The link to a place, with the number of waiting items there. */
function RailPlace({ name, waiting, isMore }: RailPlaceProps) {
  const isHere = useRoute((route) => route.place === name);
  const entry = PLACES[name];
  const button = useRef<HTMLButtonElement>(null);
  // In a low or zoomed window the list of places scrolls.
  useEffect(() => {
    if (isHere) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <button
      ref={button}
      type="button"
      className="rail-place"
      title={entry.label}
      aria-description={
        waiting === 0 ? undefined : isMore ? `more than ${count(waiting)} waiting` : `${count(waiting)} waiting`
      }
      aria-current={isHere ? 'page' : undefined}
      onClick={() => {
        if (isHere) void entry.refresh?.start({});
        go(name);
      }}
    >
      <Icon name={entry.icon} />
      <span className="cut">{entry.label}</span>
      {waiting === 0 ? null : (
        <span className="rail-count tone-care" aria-hidden="true">
          {waiting > MOST_COUNTED ? `${MOST_COUNTED}+` : waiting}
        </span>
      )}
    </button>
  );
}
