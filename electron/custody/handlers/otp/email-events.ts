import { pageOf } from '../../store/pages.ts';
import type { QueryHandler } from '../types.ts';

/** The one thing that happens to a mail here: the outbox takes it. Nobody delivers it, and it cannot bounce. */
const EVENT_TYPE = 'Send';

/** Choice (email-events): events are those of the outbox since the service was started, and each is of type Send. */
export const listEmailEvents: QueryHandler<'list_email_events'> = (request, { outbox, caller }) => {
  const { email, eventType = EVENT_TYPE, paginationOptions = {} } = request;
  const emails = outbox
    .emails(caller.organization.organizationId)
    .filter(({ to }) => eventType === EVENT_TYPE && to.toLowerCase() === email.toLowerCase());
  return {
    emailEvents: pageOf(emails, paginationOptions).map(({ from, to, sentAt, ...ids }) => ({
      ...ids,
      eventType: EVENT_TYPE,
      fromAddress: from,
      toAddress: to,
      timestamp: String(sentAt),
      createdAt: String(sentAt),
      details: {},
    })),
  };
};
