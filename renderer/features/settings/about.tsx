import { useState } from 'react';
import { openDialog } from '../../state/route.ts';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from './section.tsx';

/** The version of Castellan, and the licences of the work of others in it. */
export function About() {
  const app = useSession((session) => session.app);
  const [licences, setLicences] = useState<string | null>(null);
  const { busy, problem, run } = useAction(async () => {
    const { LICENCES } = await import('./licences.ts');
    if (LICENCES === null) throw new Error('the licences were not collected');
    setLicences(LICENCES);
  });
  return (
    <Section
      title="About"
      text="Castellan is free software under the Apache License 2.0."
      action={
        <>
          <Button onClick={() => openDialog({ name: 'news' })}>What’s new</Button>
          <Button onClick={() => void run()} disabled={busy}>
            Show licences
          </Button>
        </>
      }
    >
      <Facts
        label="About"
        facts={[
          { label: 'Version', value: app?.version ?? '' },
          { label: 'Runtime', value: `Electron ${app?.runtime.electron ?? ''}` },
        ]}
      />
      {problem === null ? null : (
        <Notice tone="plain" title="The licences are not here" loud>
          The build collects the licences. This build has none.
        </Notice>
      )}
      {licences === null ? null : (
        <Dialog title="Licences" onClose={() => setLicences(null)} wide>
          <DialogBody reading>
            <pre className="mono selectable settings-licences">{licences}</pre>
          </DialogBody>
        </Dialog>
      )}
    </Section>
  );
}
