import { useState } from 'react';
import type { SignedDelivery } from '../../../shared/model/index.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../../shared/operations/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { call } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { createDraft } from '../../state/draft.ts';
import { closeDialog } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { BytesPane } from '../../ui/bytes-pane.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { eventLabel } from '../../words/webhooks.ts';

interface Typed {
  readonly eventType: WebhookEventType;
  readonly url: string;
  readonly body: string;
}
const useSignDraft = createDraft<Typed>({
  eventType: 'ACTIVITY_UPDATES',
  url: 'http://127.0.0.1:3000/webhooks',
  body: '{"id":"test","type":"ACTIVITY_TYPE_CREATE_WALLET","status":"ACTIVITY_STATUS_COMPLETED"}',
});

/** A word for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curlOf({ url, body }: Typed, { headers }: SignedDelivery): string {
  const given = headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`);
  return ['curl -i -X POST', ...given, `--data-binary ${quoted(body)}`, quoted(url)].join(' \\\n  ');
}

/** Signs a delivery by the vault's test key, so that a developer can test a receiver. Nothing is sent from here. */
export function SignDialog() {
  const { value: typed, set } = useSignDraft();
  const [signed, setSigned] = useState<SignedDelivery | null>(null);
  const change = (next: Partial<Typed>) => set({ ...typed, ...next });
  const signing = useAction(async () => {
    setSigned(await call('deliveries.sign', { eventType: typed.eventType, body: utf8Encode(typed.body) }));
  });
  if (signed !== null) {
    const lines = signed.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
    const curl = curlOf(typed, signed);
    return (
      <Dialog title="Test delivery signed" onClose={closeDialog} step="signed" wide>
        <DialogBody>
          <p>Give the key set to your receiver, then run the command within five minutes.</p>
          <BytesPane label="Key set" text={signed.keySet} note="until the vault is locked" />
          <BytesPane label="Command" text={curl} />
          <BytesPane label="Headers" text={lines} />
          <div className="webhooks-chosen">
            <CopyButton what="Key set" text={signed.keySet} />
            <CopyButton what="Command" text={curl} />
            <CopyButton what="Headers" text={lines} />
          </div>
        </DialogBody>
        <DialogActions>
          <Button onClick={() => setSigned(null)}>Sign another</Button>
          <Button kind="primary" large onClick={closeDialog}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title="Sign test delivery" onClose={closeDialog} closable={!signing.busy} step="form" wide>
      <ActionForm action={signing} submit="Sign test delivery" ready={typed.body !== ''} onCancel={closeDialog}>
        <p className="soft">The vault signs by a test key that no service publishes. Nothing is sent.</p>
        <SelectField
          label="Event"
          value={typed.eventType}
          choices={WEBHOOK_EVENT_TYPES.map((value) => ({ value, label: eventLabel(value) }))}
          onChange={(eventType) => change({ eventType })}
        />
        <TextField
          label="Address of your receiver"
          mono
          value={typed.url}
          onChange={(event) => change({ url: event.target.value })}
        />
        <TextArea label="Body" rows={5} value={typed.body} onChange={(event) => change({ body: event.target.value })} />
      </ActionForm>
    </Dialog>
  );
}
