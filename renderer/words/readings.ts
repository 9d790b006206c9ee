import type { ChainReading } from '../../shared/model/index.ts';
import { counted, notRead } from '../../shared/words/index.ts';
import { signedAt } from './time.ts';

/** Returns why a service has nothing newer of its chains. Null when it has, or still reads. */
export function heldUpBy(readings: readonly ChainReading[]): string | null {
  const [first, ...others] = readings.filter(({ problem }) => problem !== null);
  if (first === undefined) return null;
  return others.length === 0 ? notRead(first.chain) : `${counted(others.length + 1, 'chain')} are not read`;
}

/** “Ethereum is not read since 14:02”. */
export function standstill({ chain, readAt }: ChainReading): string {
  return `${notRead(chain)}${readAt === null ? '' : ` since ${signedAt(readAt)}`}`;
}
