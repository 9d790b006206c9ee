import { basename } from 'node:path';
import type { MainHandlers } from '../../../shared/ipc/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { AppPorts } from './app-ports.ts';
import { chosen } from './chosen.ts';

/** The handlers of files between an online machine and an offline one. Main's dialogs ask for each file. */
export function stationHandlers({ station }: Engine, app: AppPorts): Pick<MainHandlers, 'station'> {
  return {
    station: {
      async open(_input, { progress }) {
        const path = await app.chooseCarried();
        if (path === null) return { file: null };
        progress({ name: basename(path) });
        return { file: station.open(path) };
      },
      take: async ({ name, bytes }) => ({ file: station.take(name, bytes) }),
      frames: async ({ id, from, count }) => {
        const { total, frames } = station.frames(id, from, count);
        return { total, frames: [...frames] };
      },
      readCode: async ({ text }) => {
        const { missing, ...read } = station.readCode(text);
        return { ...read, missing: [...missing] };
      },
      codes: async () => {
        const { missing, ...read } = station.codes();
        return { ...read, missing: [...missing] };
      },
      forgetCodes() {
        station.forgetCodes();
        return {};
      },
      makeTargets: ({ id }, counting) =>
        chosen(app, station.nameFor(id), (to) => station.makeTargets(id, to, counting)),
      gather: ({ id }, counting) =>
        chosen(app, station.nameFor(id), async (to) => {
          const { path, missing } = await station.gather(id, to, counting);
          return { path, missing: missing.map(({ number, why }) => ({ number, why })) };
        }),
      prove: async ({ id }, counting) => ({ file: await station.prove(id, counting) }),
      reveal: async ({ id, number }, { signal }) => ({
        path: await station.reveal(id, number, app.chooseFile, signal).finally(() => app.closeAnswered()),
      }),
      async writeExports({ id }, counting) {
        const written = await station.writeExports(id, app.chooseFile, counting).finally(() => app.closeAnswered());
        return { written: { path: written.folder, files: written.files, hasReport: written.hasReport } };
      },
      compose: async ({ operation, parameters, hexIsNoKey }) => ({
        file: await station.compose(operation, parameters, hexIsNoKey),
      }),
      save: ({ id }) => chosen(app, station.ownName(id), async (to) => station.save(id, to)),
      async send({ id }, { signal, progress }) {
        const { detail } = await station.send(id, { signal, progress: (stage) => progress({ stage }) });
        return { activity: detail };
      },
      stamp: ({ id }, { signal }) => chosen(app, station.nameFor(id), (to) => station.stamp(id, to, signal)),
    },
  };
}
