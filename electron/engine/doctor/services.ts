import type { Engine } from '../engine-interface.ts';
import type { Check } from './machine.ts';

/** Asks the local services of this machine. `version` is the one of this program. */
export async function localServicesCheck(
  { localServices }: Pick<Engine, 'localServices'>,
  version: string,
): Promise<Check> {
  const name = 'Local service';
  const found = await localServices.ask();
  if (found.length === 0) return { name, status: 'ok', finding: 'None is running.', advice: null };
  const finding = found
    .map(({ name: profile, baseUrl, version: theirs, damagedRows, problem }) =>
      theirs === null
        ? `“${profile}” at ${baseUrl} did not reply: ${problem}`
        : `“${profile}” at ${baseUrl} is ready, version ${theirs}.${damageIn(damagedRows)}`,
    )
    .join(' ');
  if (found.some((service) => service.version === null))
    return { name, status: 'care', finding, advice: 'Start it with `castellan serve`, or remove the profile.' };
  if (found.some(({ damagedRows }) => damagedRows > 0))
    return {
      name,
      status: 'care',
      finding,
      advice:
        'The operation get_service_status names the rows. The service refuses what needs them. Keep the folder for an investigation, and restore a backup from before the change.',
    };
  if (found.some((service) => service.version !== version))
    return { name, status: 'care', finding, advice: `This program is version ${version}. Restart the service.` };
  return { name, status: 'ok', finding, advice: null };
}

const damageIn = (rows: number): string =>
  rows === 0 ? '' : ` Another program changed ${rows === 1 ? 'a row' : `${rows} rows`} of its database.`;
