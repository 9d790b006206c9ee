import type { TransportReply } from './transport.ts';

/** The parsed JSON of a body, or undefined when it is not JSON in UTF-8. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** A header of the reply by its lowercase name. */
export function headerOf(response: TransportReply, name: string): string | undefined {
  return Object.entries(response.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
