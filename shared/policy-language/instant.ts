import { PolicyFault } from './fault.ts';

/** RFC 3339 with no offset from UTC. */
const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-]00:00)$/;
const LOCAL = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?/;

/** Reads an RFC 3339 time in UTC. Throws a `PolicyFault` that names the wrong part. */
export function readInstant(given: string): Date {
  const text = given.toUpperCase();
  const instant = new Date(text);
  // A day that its month does not have rolls over where it is not refused.
  const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.slice(0, 19));
  if (INSTANT.test(text) && exists) return instant;
  throw new PolicyFault(`${JSON.stringify(given.slice(0, 40))} ${faultOf(text)}`);
}

function faultOf(text: string): string {
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return `is a day without a time; write ${text}T00:00:00Z`;
  if (/^[0-9]+$/.test(text)) return 'is a number; write the time as in 2026-01-01T00:00:00Z';
  const [local = ''] = LOCAL.exec(text.replace(/^(.{10}) /, '$1T')) ?? [];
  if (local === '') return 'is no time; write it as in 2026-01-01T00:00:00Z';
  if (!isTime(local)) return 'is a day or time that does not exist; correct it';
  if (text[10] === ' ') return 'has a space between day and time; write T there';
  const zone = text.slice(local.length);
  if (zone === '') return `does not end with Z; write ${local.length === 16 ? `${local}:00` : local}Z`;
  if (local.length === 16) return `has no seconds; write ${local}:00${zone}`;
  if (/^[+-][0-9]{2}:[0-9]{2}$/.test(zone) && isTime(text, ''))
    return `is not in UTC; write ${new Date(text).toISOString().slice(0, 19)}Z`;
  return 'does not end with Z behind its seconds; write it as in 2026-01-01T00:00:00Z';
}

/** True when the time exists. The text begins with year, month and day. */
function isTime(text: string, zone = 'Z'): boolean {
  const date = new Date(`${text}${zone}`);
  return !Number.isNaN(date.getTime()) && (zone === '' || date.toISOString().slice(0, 16) === text.slice(0, 16));
}
