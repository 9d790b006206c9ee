import { toRfc3339 } from '../../shared/model/index.ts';
import type { OutboxMessage } from '../../shared/processes/index.ts';

/** Where codes and mails go. */
export interface Outbox {
  send(organizationId: string, at: number, message: Omit<OutboxMessage, 'sentAt'>): void;
  /** Those of an organization, newest first. */
  list(organizationId: string): readonly OutboxMessage[];
}

/** A code is worth minutes, so the outbox is kept in memory, and only this much of it. */
const MAXIMUM_MESSAGES = 100;

/** Choice (outbox): what the public service sends by mail or message goes to the operator, who has whoever it is for at hand. */
export function createOutbox(post: (message: OutboxMessage) => void): Outbox {
  const sent: { readonly organizationId: string; readonly message: OutboxMessage }[] = [];
  return {
    send(organizationId, at, message) {
      const posted = { sentAt: toRfc3339(at), ...message };
      sent.unshift({ organizationId, message: posted });
      sent.splice(MAXIMUM_MESSAGES);
      post(posted);
    },
    list: (organizationId) => sent.flatMap((one) => (one.organizationId === organizationId ? [one.message] : [])),
  };
}
