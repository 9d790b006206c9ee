import { type ReactNode, useState } from 'react';
import type { CredentialRow } from '../../../shared/model/index.ts';
import { useProfile, useSession } from '../../state/session.ts';
import { RadioRows } from '../../ui/choices.tsx';
import { visibleString } from '../../words/visible.ts';

const VAULT = 'vault';

interface TargetPlace {
  /** The holder of the key, in words that follow "that". */
  readonly where: string;
  /** Members that are sent beside the request. */
  readonly beside: { readonly targetBeside?: string };
  /** Null without a choice. */
  readonly chooser: ReactNode;
}

/** Chooses the holder of the key that opens an export: the vault, or a token that has a key of the profile. */
export function useTargetPlace(): TargetPlace {
  const [chosen, setChosen] = useState(VAULT);
  const profile = useProfile();
  const credentials = useSession((session) => session.credentials);
  const tokens = onTokens(credentials.filter((key) => key.profile === profile?.name));
  if (tokens.length === 0) return { where: 'only this machine’s vault', beside: {}, chooser: null };
  return {
    where: chosen === VAULT ? 'only this machine’s vault' : 'only your token',
    beside: chosen === VAULT ? {} : { targetBeside: chosen },
    chooser: (
      <RadioRows
        label="The key that opens it"
        value={chosen}
        choices={[
          { value: VAULT, label: 'In the vault on this machine', text: 'Destroyed when you close the revealed key.' },
          ...tokens.map(({ credentialId, token }) => ({
            value: credentialId,
            label: `On the token “${visibleString(token.label)}”`,
            text: 'Works only with the token plugged in and its PIN. The token needs ECDH.',
          })),
        ]}
        onChange={setChosen}
      />
    ),
  };
}

type OnToken = CredentialRow & { readonly token: NonNullable<CredentialRow['token']> };

/** Returns one key of each token, to identify the token. */
function onTokens(keys: readonly CredentialRow[]): OnToken[] {
  const tokens = keys.filter((key): key is OnToken => key.token !== null && !key.retired);
  const place = ({ token: { module, label, serial } }: OnToken) => JSON.stringify([module, label, serial]);
  return tokens.filter((key) => tokens.findIndex((other) => place(other) === place(key)) === tokens.indexOf(key));
}
