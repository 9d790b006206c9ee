import type { ProfileRow } from '../../../shared/model/index.ts';
import { CopyButton } from '../../parts/copy.tsx';
import type { SigningAccount } from '../../state/route.ts';
import { useProfile } from '../../state/session.ts';
import { WholeAddress } from '../../ui/address.tsx';
import { Icon } from '../../ui/icon.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { receiveWords } from '../../words/receive.ts';

/** The origin of the addresses in a profile's list of accounts. */
const ORIGIN: Readonly<Record<ProfileRow['kind'], string>> = {
  local: 'Derived on this machine, by the local service',
  remote: 'Reported by the service',
};

/** The whole address of an account with its QR code, and the facts that a sender must know. */
export function Receive({
  account,
}: {
  readonly account: Pick<SigningAccount, 'address' | 'addressFormat' | 'caip2Prefix'>;
}) {
  const kind = useProfile()?.kind ?? 'remote';
  return (
    <section className="receive" aria-label="Receive">
      <QrCode text={account.address} label="QR code of the address" />
      <p className="receive-address">
        <WholeAddress text={account.address} />
      </p>
      <p className="receive-origin soft">
        <Icon name="info" />
        {ORIGIN[kind]}
      </p>
      <CopyButton what="Address" text={account.address} />
      <ul className="receive-words">
        {receiveWords(account).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
