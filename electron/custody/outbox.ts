import { toRfc3339 } from '../../shared/model/index.ts';
import type { OutboxMessage } from '../../shared/processes/index.ts';
import { randomUuid } from '../crypto/index.ts';
import type { OrganizationRow } from './store/index.ts';

/** A mail as the log shows it, without its text. Times are milliseconds since the epoch. */
export interface SentEmail {
  readonly id: string;
  readonly messageId: string;
  readonly organizationId: string;
  readonly from: string;
  readonly to: string;
  readonly sentAt: number;
}

/** The outbox of codes and mails. */
export interface Outbox {
  /**
   * Posts a message. `isKnown` is true when its contact belongs to a user. Messages to strangers cannot crowd out the
   * others.
   */
  send(
    organization: Pick<OrganizationRow, 'organizationId' | 'parentOrganizationId'>,
    at: number,
    message: Omit<OutboxMessage, 'sentAt'>,
    about: { readonly isKnown: boolean; readonly from?: string | undefined },
  ): void;
  /** Returns the messages of an organization without a parent, newest first. */
  list(organizationId: string): readonly OutboxMessage[];
  /** The mails of an organization, newest first. */
  emails(organizationId: string): readonly SentEmail[];
}

/**
 * A code is valid for minutes, so the outbox is kept in memory. This is its limit, once for known contacts and once for
 * others.
 */
const MAXIMUM_MESSAGES = 100;
/** The most mails that the log keeps of all organizations below another together, because strangers can make such organizations. */
const MAXIMUM_BELOW = 1000;
/** The sender of a mail whose request names none. No address can exist in this domain (RFC 2606). */
const NO_SENDER = 'no-reply@castellan.invalid';

interface Kept {
  readonly organizationId: string;
  readonly isBelow: boolean;
  readonly isKnown: boolean;
  readonly message: OutboxMessage | null;
  readonly email: SentEmail | null;
}

/**
 * Choice (outbox): the public service's mails and text messages go to the operator, who can reach the recipient. Nobody
 * may read the messages of an organization below another, so they are posted and not kept. The log keeps their mails
 * without the text.
 */
export function createOutbox(post: (message: OutboxMessage) => void): Outbox {
  const kept: Kept[] = [];
  const limit = (atMost: number, isAlike: (one: Kept) => boolean) => {
    const oldest = kept.filter(isAlike)[atMost];
    if (oldest !== undefined) kept.splice(kept.indexOf(oldest), 1);
  };
  return {
    send({ organizationId, parentOrganizationId }, at, message, { isKnown, from = NO_SENDER }) {
      const posted = { sentAt: toRfc3339(at), ...message };
      const isBelow = parentOrganizationId !== null;
      const email =
        message.channel === 'email'
          ? { id: randomUuid(), messageId: randomUuid(), organizationId, from, to: message.to, sentAt: at }
          : null;
      kept.unshift({ organizationId, isBelow, isKnown, message: isBelow ? null : posted, email });
      limit(MAXIMUM_MESSAGES, (one) => one.organizationId === organizationId && one.isKnown === isKnown);
      limit(MAXIMUM_BELOW, (one) => one.isBelow);
      post(posted);
    },
    list: (organizationId) => kept.flatMap((one) => (one.organizationId === organizationId ? (one.message ?? []) : [])),
    emails: (organizationId) => kept.flatMap((one) => (one.organizationId === organizationId ? (one.email ?? []) : [])),
  };
}
