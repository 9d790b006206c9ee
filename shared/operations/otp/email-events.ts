import Type from 'typebox';
import { query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, EmailAddress, EnumText, PaginationOptions, Text } from '../fields.ts';

export const listEmailEvents = query({
  name: 'list_email_events',
  title: 'Email events',
  summary: 'Lists the mails to an address that a local service put into its outbox since it was started, newest first.',
  specified: false,
  request: {
    email: EmailAddress('Email'),
    eventType: Type.Optional(Type.String({ title: 'Event type', maxLength: 64 })),
    paginationOptions: Type.Optional(PaginationOptions),
  },
  response: Type.Object({
    emailEvents: Type.Array(
      Type.Object({
        id: BytesText('Id'),
        organizationId: BytesText('Organization id'),
        messageId: BytesText('Message id'),
        eventType: EnumText('Event type', ['Send', 'Delivery', 'Bounce', 'DeliveryDelay', 'Complaint']),
        fromAddress: Text('From address'),
        toAddress: Text('To address'),
        senderTenant: Type.Optional(Text('Sender tenant')),
        timestamp: Type.String({ title: 'Timestamp', kind: 'time' }),
        createdAt: Type.String({ title: 'Created at', kind: 'time' }),
        details: Type.Object(
          {
            bounceType: Type.Optional(Text('Bounce type')),
            bounceSubType: Type.Optional(Text('Bounce subtype')),
            diagnosticCode: Type.Optional(Text('Diagnostic code')),
            deliverySmtpResponse: Type.Optional(Text('Delivery SMTP response')),
            deliveryProcessingTimeMillis: Type.Optional(
              Type.String({ title: 'Delivery processing time', kind: 'amount' }),
            ),
            deliveryDelayType: Type.Optional(Text('Delivery delay type')),
            complaintFeedbackType: Type.Optional(Text('Complaint feedback type')),
          },
          { title: 'Details' },
        ),
      }),
      { title: 'Email events' },
    ),
  }),
  example: {
    request: { email: 'operator@example.com' },
    response: {
      emailEvents: [
        {
          id: EXAMPLE.activityId,
          organizationId: EXAMPLE.organizationId,
          messageId: EXAMPLE.otpId,
          eventType: 'Send',
          fromAddress: 'no-reply@castellan.invalid',
          toAddress: 'operator@example.com',
          timestamp: '1745383555000',
          createdAt: '1745383555000',
          details: {},
        },
      ],
    },
  },
});
