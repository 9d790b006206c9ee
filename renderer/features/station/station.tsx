import { Problem } from '../../parts/problem.tsx';
import { useClock } from '../../state/clock.ts';
import { useGivenFile } from '../../state/given.ts';
import { useSession } from '../../state/session.ts';
import { openFile, STATION_WORK, selectFile, useStation } from '../../state/station.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Empty, Place } from '../../ui/place.tsx';
import { Visible } from '../../ui/visible.tsx';
import { NETWORK_OFF } from '../../words/service.ts';
import { STATION_TITLES, stationState } from '../../words/station.ts';
import { FileView } from './file-view.tsx';
import { CodesProgress, ReadCodesButton } from './read-codes.tsx';
import './station.css';
import { takeDropped } from './take-files.ts';

/** Carries exports and requests between this machine and another one, as files. */
export function Station({ title }: { readonly title: string }) {
  const { files, selected, refused } = useStation();
  const isOffline = useSession((session) => session.app?.isOffline === true);
  const { running } = STATION_WORK.open.use();
  const now = useClock((clock) => clock.now);
  useGivenFile('pictures', (picture) => takeDropped([picture]));
  useGivenFile('container', (container) => takeDropped([container]));
  const file = files.find(({ id }) => id === selected);
  return (
    <Place
      title={title}
      menu={isOffline ? <Badge tone={NETWORK_OFF.tone}>{NETWORK_OFF.label}</Badge> : null}
      actions={
        <>
          <ReadCodesButton />
          <Button
            kind={file === undefined ? 'primary' : 'plain'}
            data-act="true"
            icon="folder"
            onClick={() => void openFile()}
            disabled={running}
          >
            Open file…
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons read the same files */}
      <div
        className="station"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          takeDropped(event.dataTransfer.files);
        }}
      >
        <CodesProgress />
        {refused.map(({ name, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files can have one name
          <div key={index} className="station-problem">
            {name === null ? null : (
              <p className="strong">
                <Visible text={`${name} was not opened`} />
              </p>
            )}
            <Problem error={problem} />
          </div>
        ))}
        {file === undefined ? (
          <Empty
            title="Open a container from another machine, or a list of exports. Or drop the file, or pictures of its QR codes."
            action={<Button onClick={() => void openFile()}>Open file…</Button>}
          />
        ) : (
          <div className="station-columns">
            <ul className="station-files" aria-label="Open files">
              {files.map((each) => {
                const { tone, text } = stationState(each, now);
                return (
                  <li key={each.id}>
                    <button
                      type="button"
                      className="station-file"
                      aria-current={each.id === file.id}
                      onClick={() => selectFile(each.id)}
                    >
                      <span className="cut">
                        <Visible text={each.name} />
                      </span>
                      <span className="caption soft">{STATION_TITLES[each.kind]}</span>
                      <span className="caption station-state" data-tone={tone}>
                        {text}
                      </span>
                    </button>
                  </li>
                );
              })}
            </ul>
            <FileView key={file.id} file={file} />
          </div>
        )}
      </div>
    </Place>
  );
}
