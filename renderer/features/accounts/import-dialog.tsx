import { useEffect, useState } from 'react';
import type { JobOutput } from '../../../shared/ipc/index.ts';
import { ADDRESS_FORMAT_FACTS, type AddressFormat } from '../../../shared/model/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { importStartedBy } from '../../request/continue-import.tsx';
import { isCompleted, NotCompleted } from '../../request/running.tsx';
import { createDraft } from '../../state/draft.ts';
import { accountsList, privateKeysList } from '../../state/lists.ts';
import { organizationRefresh } from '../../state/organization.ts';
import { closeDialog } from '../../state/route.ts';
import { createWork } from '../../state/work.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Segments } from '../../ui/choices.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Steps } from '../../ui/steps.tsx';
import { isRefused } from '../../words/problem.ts';
import { isFinal } from '../../words/status.ts';
import { FIRST_KIND, KINDS, USUAL } from './kinds.ts';

const importing = createWork('imports.run');

type Kind = 'wallet' | 'key' | 'secret';

/** The subject of an import without its secret, which never enters the page. */
interface Draft {
  readonly kind: Kind;
  readonly name: string;
  readonly formats: readonly AddressFormat[];
  readonly format: AddressFormat;
  readonly from: 'typed' | 'file';
}

const EMPTY: Draft = { kind: 'wallet', name: '', formats: [FIRST_KIND], format: FIRST_KIND, from: 'typed' };
const useImportDraft = createDraft<Draft>(EMPTY, 'import');
const useSecretDraft = createDraft<Draft>({ ...EMPTY, kind: 'secret' }, 'import-secret');

const TITLES = { wallet: 'Import wallet', key: 'Import private key', secret: 'Import secret' } as const;
const DONE = { wallet: 'Wallet imported', key: 'Private key imported', secret: 'Secret imported' } as const;
const NAMES = { wallet: 'Wallet name', key: 'Private key name', secret: 'Secret name' } as const;
/** The list that then holds what was imported. */
const REFRESHED = { wallet: accountsList.refresh, key: privateKeysList.refresh, secret: organizationRefresh };
const STEPS = ['Start the import', 'Type the secret in the confirmation window', 'Compare the addresses'] as const;
const STAGES = ['starting', 'typing', 'importing'] as const;

/**
 * Imports a wallet, a private key or a secret, or only a secret. It is typed in the confirmation window, or read from a
 * file by main. `started` is the completed activity that started the import, where that needed votes.
 */
export function ImportDialog({ kind, started }: { readonly kind: Kind | null; readonly started: string | null }) {
  const isSecret = kind === 'secret';
  const drafts = { whole: useImportDraft(), secret: useSecretDraft() };
  const { value, set, discard } = drafts[isSecret ? 'secret' : 'whole'];
  const [problem, setProblem] = useState<string | undefined>();
  const { running, progress, problem: failed, result } = importing.use();
  const [isAsked, setAsked] = useState(false);
  const done = isAsked && !running && failed === null ? (result?.done ?? null) : null;
  const change = (part: Partial<Draft>) => set({ ...value, ...part });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (kind !== null) change({ kind });
  }, []);
  const leave = () => {
    // An import whose start waits for votes continues with what was typed.
    if (done !== null && importStartedBy(done.activity.row.type) === null) discard();
    closeDialog();
  };
  const start = async () => {
    if (value.name.trim() === '') return setProblem('Type a name.');
    setAsked(true);
    await importing.start({ name: value.name.trim(), as: asOf(value), fromFile: value.from === 'file', started });
    void REFRESHED[value.kind].start({});
  };
  return (
    <Dialog title={TITLES[value.kind]} onClose={leave} closable={!running}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!running) void (done === null ? start() : leave());
        }}
      >
        <DialogBody>
          {running ? (
            <Steps label="Import" steps={STEPS} current={STAGES.indexOf(progress?.stage ?? 'starting')} />
          ) : done === null ? (
            <>
              {started === null ? null : (
                <Notice tone="plain" title="The start of this import was approved">
                  Continue it with the same name and accounts.
                </Notice>
              )}
              {isSecret || started !== null ? null : (
                <Segments
                  label="What to import"
                  value={value.kind}
                  onChange={(kind) => change({ kind })}
                  choices={[
                    { value: 'wallet', label: 'Wallet' },
                    { value: 'key', label: 'Private key' },
                    { value: 'secret', label: 'Secret' },
                  ]}
                />
              )}
              <TextField
                label={NAMES[value.kind]}
                value={value.name}
                maxLength={100}
                problem={problem}
                onChange={(event) => {
                  change({ name: event.target.value });
                  setProblem(undefined);
                }}
              />
              <Addresses value={value} onChange={change} />
              <Segments
                label="Where it is"
                value={value.from}
                onChange={(from) => change({ from })}
                choices={[
                  { value: 'typed', label: 'I type it' },
                  { value: 'file', label: 'In a file' },
                ]}
              />
              <p className="soft">
                {value.kind === 'secret'
                  ? 'The vault encrypts it to the service’s key, which it verifies first.'
                  : 'The vault encrypts it to the service’s key, which it verifies first, and derives the addresses. You see them before the import is sent.'}{' '}
                No secret enters this page.
              </p>
              {failed === null || !isAsked || isRefused(failed) ? null : <Problem error={failed} />}
            </>
          ) : (
            <Imported done={done} kind={value.kind} />
          )}
        </DialogBody>
        <DialogActions>
          {running ? <Button onClick={() => importing.cancel()}>Cancel</Button> : null}
          {running || done !== null ? null : <Button onClick={leave}>Cancel</Button>}
          {running ? null : done === null ? (
            <Button kind="primary" submit>
              {value.from === 'file' ? 'Choose file…' : started === null ? 'Import…' : 'Continue import…'}
            </Button>
          ) : (
            <Button kind="primary" submit>
              Done
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

type Done = NonNullable<JobOutput<'imports.run'>['done']>;

function Imported({ done, kind }: { readonly done: Done; readonly kind: Kind }) {
  const { activity, addresses, isSame } = done;
  return (
    <>
      {isCompleted({ activity }) ? (
        <Notice tone={kind === 'secret' ? 'plain' : 'proven'} title={DONE[kind]}>
          {isSame ? 'The service reports the addresses that the vault derived.' : 'The service took it.'}
        </Notice>
      ) : (
        <>
          <NotCompleted submitted={{ activity }} />
          {importStartedBy(activity.row.type) === null || isFinal(activity.row.status) ? null : (
            <p className="soft">
              This started the import. Nothing was encrypted or imported yet. When it is completed, open the activity
              and continue the import.
            </p>
          )}
        </>
      )}
      {addresses.length === 0 ? null : (
        <Facts
          label="Addresses"
          facts={addresses.map((address, index) => ({
            label: addresses.length === 1 ? 'Address' : `Address ${index + 1}`,
            value: <WholeAddress text={address} />,
          }))}
        />
      )}
    </>
  );
}

interface AddressesProps {
  readonly value: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The addresses to derive: several of a wallet, one of a private key, none of a secret. */
function Addresses({ value, onChange }: AddressesProps) {
  if (value.kind === 'secret') return null;
  if (value.kind === 'key')
    return (
      <SelectField
        label="Address"
        value={value.format}
        choices={KINDS}
        onChange={(format) => onChange({ format: format as AddressFormat })}
      />
    );
  return (
    <fieldset className="import-kinds">
      <legend>Accounts, at the usual path of each</legend>
      {USUAL.map((format) => (
        <Checkbox
          key={format}
          label={KINDS.find((kind) => kind.value === format)?.label ?? format}
          checked={value.formats.includes(format)}
          onChange={(isChosen) => {
            const formats = USUAL.filter((one) => (one === format ? isChosen : value.formats.includes(one)));
            if (formats.length > 0) onChange({ formats });
          }}
        />
      ))}
    </fieldset>
  );
}

function asOf({ kind, formats, format }: Draft) {
  switch (kind) {
    case 'wallet':
      return {
        kind,
        accounts: formats.map((addressFormat) => {
          const { curves, defaultPath } = ADDRESS_FORMAT_FACTS[addressFormat];
          return { curve: curves[0], path: defaultPath, addressFormat };
        }),
      };
    case 'key':
      return { kind, curve: null, addressFormats: [format] };
    case 'secret':
      return { kind };
  }
}
