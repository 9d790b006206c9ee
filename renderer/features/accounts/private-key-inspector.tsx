import { useEffect, useState } from 'react';
import { formatLabel, type PrivateKeyRow } from '../../../shared/model/index.ts';
import { copiedFact, idFact } from '../../parts/copy.tsx';
import { go, selectPrivateKey, toggleReceiving, useRoute } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ActMenu } from '../../ui/act-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/field.tsx';
import { later } from '../../ui/later.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Inspector } from '../../ui/place.tsx';
import { canSend } from '../../words/account.ts';
import { canReceive } from '../../words/receive.ts';
import { moment } from '../../words/time.ts';
import { valueLabel } from '../../words/values.ts';
import { actsOf } from './private-key-acts.ts';
import { signersOf } from './signers-of.ts';

const Receive = later(async () => (await import('./receive.tsx')).Receive);

/** The details and the actions of the selected private key. Main's newest row replaces the selected one. */
export function PrivateKeyInspector({ selected }: { readonly selected: PrivateKeyRow }) {
  const { answer } = useAnswer(
    'privateKeys.list',
    { search: selected.privateKeyId, offset: 0, limit: 1 },
    'privateKeys.changed',
  );
  const isGone = answer?.rows.every((row) => row.privateKeyId !== selected.privateKeyId) ?? false;
  useEffect(() => {
    if (isGone) selectPrivateKey(null);
  }, [isGone]);
  const key = answer?.rows.find((row) => row.privateKeyId === selected.privateKeyId) ?? selected;
  const [chosen, setChosen] = useState(0);
  const signers = signersOf(key);
  const signer = signers[chosen] ?? signers[0];
  const canPay = signer !== undefined && canSend(signer);
  const isReceivable = signer !== undefined && canReceive(signer);
  const isReceiving = useRoute((route) => route.isReceiving) && isReceivable;
  const [exportKey, ...more] = actsOf(key);
  return (
    <Inspector
      label="Private key details"
      title={key.name}
      under={valueLabel(key.curve)}
      onClose={() => selectPrivateKey(null)}
      actions={
        <>
          {canPay ? (
            <Button
              kind="primary"
              icon="send"
              aria-label="Send from this private key"
              onClick={() => go('send', { signingKey: signer })}
            >
              Send
            </Button>
          ) : null}
          {signer === undefined ? null : (
            <Button
              kind={canPay ? 'plain' : 'primary'}
              aria-label="Sign with this private key"
              onClick={() => go('sign', { signingKey: signer })}
            >
              Sign…
            </Button>
          )}
          {isReceivable ? (
            <Button aria-expanded={isReceiving} onClick={toggleReceiving}>
              Receive
            </Button>
          ) : null}
          {exportKey === undefined ? null : (
            <Button icon="export" onClick={exportKey.run}>
              {exportKey.label}
            </Button>
          )}
          <ActMenu label="More actions" acts={more} />
        </>
      }
    >
      {signers.length < 2 ? null : (
        <SelectField
          label="Address to send from, sign with or receive at"
          value={String(Math.min(chosen, signers.length - 1))}
          choices={signers.map(({ addressFormat }, index) => ({
            value: String(index),
            label: formatLabel(addressFormat),
          }))}
          onChange={(index) => setChosen(Number(index))}
        />
      )}
      {isReceiving && signer !== undefined ? <Receive account={signer} /> : null}
      {key.exported ? (
        <Notice tone="care" title="This private key was exported">
          Somebody outside the service may hold it.
        </Notice>
      ) : null}
      {key.imported ? (
        <Notice tone="plain" title="This private key was imported">
          It existed before it came to the service.
        </Notice>
      ) : null}
      <Facts
        label="Addresses"
        titled
        facts={
          key.addresses.length === 0
            ? [{ label: 'None', value: 'The key signs by its id, with the command line.' }]
            : key.addresses.map(({ address, addressFormat }) =>
                copiedFact(addressFormat === null ? 'Address' : formatLabel(addressFormat), address),
              )
        }
      />
      <Facts
        label="Private key"
        titled
        facts={[
          {
            label: 'Tags',
            value: key.tags.length === 0 ? 'None' : key.tags.map(({ id, name }) => name ?? id).join(', '),
          },
          { label: 'Exported', value: key.exported ? 'Yes' : 'No' },
          { label: 'Created', value: moment(key.createdAt) },
          copiedFact('Public key', key.publicKey),
          idFact('Private key id', key.privateKeyId),
        ]}
      />
    </Inspector>
  );
}
