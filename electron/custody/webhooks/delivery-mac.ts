import { AppError } from '../../../shared/errors/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { type Bytes, sha256 } from '../../crypto/index.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { DeliveryRow } from '../store/index.ts';

/** The columns of a delivery that decide its signed content and its destination. */
type Content = Pick<DeliveryRow, 'deliveryId' | 'endpointId' | 'eventId' | 'eventType' | 'organizationId' | 'body'>;

/** Prevents a writer to the file from having arbitrary content signed. */
export function macOf({ body, ...content }: Content, keyring: Keyring): Bytes {
  const { deliveryId, endpointId, eventId, eventType, organizationId } = content;
  const members = [deliveryId, endpointId, eventId, eventType, organizationId, hexEncode(sha256(body))];
  return keyring.mac(JSON.stringify(['webhook_deliveries', ...members]));
}

/** The error of a delivery whose MAC does not match. */
export function changedDelivery({ deliveryId }: Pick<DeliveryRow, 'deliveryId'>): AppError {
  return new AppError(
    'DATABASE_CHANGED',
    `The webhook delivery ${deliveryId} was changed by another program in the database. It was not sent. Keep the folder for an investigation.`,
  );
}
