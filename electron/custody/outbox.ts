import { toRfc3339 } from '../../shared/model/index.ts';
import type { OutboxMessage } from '../../shared/processes/index.ts';
import type { OrganizationRow } from './store/index.ts';

/** Where codes and mails go. */
export interface Outbox {
  /** Posts a message. `isKnown` tells whether its contact is of a user; messages to others take no place of those. */
  send(
    organization: Pick<OrganizationRow, 'organizationId' | 'parentOrganizationId'>,
    at: number,
    message: Omit<OutboxMessage, 'sentAt'>,
    isKnown: boolean,
  ): void;
  /** Those of an organization that is below no other, newest first. */
  list(organizationId: string): readonly OutboxMessage[];
}

/** A code is worth minutes, so the outbox is kept in memory, and only this much of it: to known contacts, and to others. */
const MAXIMUM_MESSAGES = 100;

/**
 * Choice (outbox): what the public service sends by mail or message goes to the operator, who has whoever it is for at hand.
 * Nobody may look at the messages of an organization below another, so they are posted and not kept.
 */
export function createOutbox(post: (message: OutboxMessage) => void): Outbox {
  const kept: { readonly organizationId: string; readonly isKnown: boolean; readonly message: OutboxMessage }[] = [];
  return {
    send({ organizationId, parentOrganizationId }, at, message, isKnown) {
      const posted = { sentAt: toRfc3339(at), ...message };
      if (parentOrganizationId === null) {
        kept.unshift({ organizationId, isKnown, message: posted });
        const alike = kept.filter((one) => one.organizationId === organizationId && one.isKnown === isKnown);
        const oldest = alike[MAXIMUM_MESSAGES];
        if (oldest !== undefined) kept.splice(kept.indexOf(oldest), 1);
      }
      post(posted);
    },
    list: (organizationId) => kept.flatMap((one) => (one.organizationId === organizationId ? [one.message] : [])),
  };
}
