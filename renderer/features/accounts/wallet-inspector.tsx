import { useEffect } from 'react';
import { AppError } from '../../../shared/errors/index.ts';
import { formatLabel, type WalletDetail, type WalletListRow } from '../../../shared/model/index.ts';
import { idFact } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { go, openDialog, selectWallet } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ActMenu } from '../../ui/act-menu.tsx';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { Mono } from '../../ui/visible.tsx';
import { backupWords } from '../../words/backup.ts';
import { counted } from '../../words/number.ts';
import { personWords } from '../../words/person.ts';
import { activityStatus } from '../../words/status.ts';
import { moment } from '../../words/time.ts';
import { actsOf } from './wallet-acts.ts';

/** The details and the actions of the selected wallet. Main's details replace the row of the list. */
export function WalletInspector({ wallet }: { readonly wallet: WalletListRow }) {
  const { answer, problem } = useAnswer('wallets.get', { walletId: wallet.walletId }, 'wallets.changed');
  const isGone = problem instanceof AppError && problem.code === 'NOT_FOUND';
  useEffect(() => {
    if (isGone) selectWallet(null);
  }, [isGone]);
  const row = answer?.row ?? wallet;
  const [, exportWallet, ...more] = actsOf(row);
  return (
    <Inspector
      label="Wallet details"
      title={row.walletName}
      under={counted(row.accounts, 'account')}
      onClose={() => selectWallet(null)}
      actions={
        <>
          <Button kind="primary" onClick={() => openDialog({ name: 'add-accounts', walletId: row.walletId })}>
            Add accounts
          </Button>
          {exportWallet === undefined ? null : <Button onClick={exportWallet.run}>{exportWallet.label}</Button>}
          <ActMenu label="More actions" acts={more} />
        </>
      }
    >
      {problem === null || isGone ? null : <Problem error={problem} />}
      {row.exported ? (
        <Notice tone="care" title="This wallet or one of its accounts was exported">
          Somebody outside the service may hold its keys.
        </Notice>
      ) : null}
      <Facts label="Seed" titled facts={seedFacts(row, answer?.words ?? null)} />
      {answer === null || answer.next.length === 0 ? null : (
        <Facts
          label="Next path"
          titled
          facts={answer.next.map(({ addressFormat, path }) => ({
            label: formatLabel(addressFormat),
            value: <Mono text={path} />,
          }))}
        />
      )}
      {answer === null ? null : <Exports detail={answer} />}
      <Facts
        label="Wallet"
        titled
        facts={[
          ...(row.chains.length === 0 ? [] : [{ label: 'Chains', value: row.chains.join(', ') }]),
          { label: 'Created', value: row.createdAt === 0 ? 'not known' : moment(row.createdAt) },
          idFact('Wallet id', row.walletId),
        ]}
      />
    </Inspector>
  );
}

/** The known facts about the seed. A fact that nobody here knows is left out. */
function seedFacts(row: WalletListRow, words: number | null): readonly Fact[] {
  const backup = backupWords(row.backup);
  return [
    {
      label: 'Origin',
      value: row.imported ? 'Imported: it existed before it came to the service' : 'Made by the service',
    },
    ...(words === null ? [] : [{ label: 'Words', value: String(words) }]),
    { label: 'Exported', value: row.exported ? 'Yes' : 'No' },
    ...(backup === null ? [] : [{ label: 'Backup', value: backup.sentence }]),
  ];
}

/** The requests to export the wallet or one of its accounts, newest first. */
function Exports({ detail: { exports, hasAllExports, row } }: { readonly detail: WalletDetail }) {
  if (exports.length === 0)
    return row.exported ? <p className="soft">No export of it is among the activities here.</p> : null;
  return (
    <section className="wallet-exports" aria-label="Exports">
      <Facts
        label="Exports"
        titled
        facts={exports.flatMap(({ activityId, address, status, askedBy, createdAt }) => {
          const group = `${moment(createdAt)}, by ${personWords(askedBy)}`;
          return [
            {
              group,
              label: address === null ? 'Whole wallet' : 'Account',
              value: (
                <>
                  {address === null ? null : <WholeAddress text={address} />}
                  <Button kind="quiet" onClick={() => go('activities', { activityId })}>
                    {activityStatus(status).label}
                  </Button>
                </>
              ),
            },
          ];
        })}
      />
      {hasAllExports ? null : <p className="soft">Earlier exports are not listed.</p>}
    </section>
  );
}
