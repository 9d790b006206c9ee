import type { KnownRecipient } from '../../shared/model/index.ts';
import { Visible } from '../ui/visible.tsx';
import { counted } from '../words/number.ts';

/** The properties of a `Combobox` that offers known recipients by name. The typed text is the address. */
export const RECIPIENT_CHOICES = {
  keyOf: ({ address }: KnownRecipient) => address,
  title: ({ address }: KnownRecipient) => address,
  none: 'No name matches.',
  option: ({ address, label, own }: KnownRecipient) => (
    <>
      <span>
        <Visible text={label ?? 'Signed for before'} />
      </span>
      {own ? <span className="caption faint">your account</span> : null}
      <span className="mono soft option-address">
        <Visible text={address} />
      </span>
    </>
  ),
} as const;

/** Returns the number of offered recipients in words. Empty for none. */
export const recipientsFound = (recipients: readonly KnownRecipient[]): string =>
  recipients.length === 0 ? '' : `${counted(recipients.length, 'recipient')} found`;
