import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFile, selectFile, takeFiles, useStation } from '../../../../renderer/state/station.ts';
import { AppError, toReply } from '../../../../shared/errors/index.ts';
import { STATION_FILE } from '../fixture-station.ts';

const refusal = () => {
  throw new AppError('INVALID_INPUT', 'The file is no container. Nothing was read. Choose another file.');
};
const named = (name: string) => ({ file: { ...STATION_FILE, id: name, name } });

/** Main that opens every file but those that begin with "bad". The operator chooses `chosen` in its dialog. */
function openMain(chosen: string) {
  const answer = (name: string) => (name.startsWith('bad') ? refusal() : named(name));
  Object.assign(globalThis, {
    window: {
      castellan: {
        call: (_name: string, { name }: { name: string }) => toReply(async () => answer(name)),
        job(_name: string, _id: string, _input: unknown, progress: (value: unknown) => void) {
          progress({ name: chosen });
          return toReply(async () => answer(chosen));
        },
      },
    },
  });
}

beforeEach(() => useStation.setState({ files: [], selected: null, refused: [] }));
afterEach(() => void Reflect.deleteProperty(globalThis, 'window'));

const bytes = async () => new Uint8Array();
const names = () => useStation.getState().refused.map(({ name }) => name);

test('dropped files are opened, and each refused one is named', async () => {
  openMain('');
  await takeFiles([new File([], 'a.castellan'), new File([], 'bad.castellan')], bytes);
  expect(useStation.getState()).toMatchObject({ selected: 'a.castellan', files: [{ name: 'a.castellan' }] });
  expect(names()).toEqual(['bad.castellan']);
});

test('a refusal ends when another file is selected or opened', async () => {
  openMain('');
  await takeFiles([new File([], 'bad.castellan')], bytes);
  selectFile('a.castellan');
  expect(names()).toEqual([]);
  await takeFiles([new File([], 'bad.castellan')], bytes);
  await takeFiles([new File([], 'b.castellan')], bytes);
  expect(names()).toEqual([]);
  await takeFiles([new File([], 'c')], async () => refusal());
  expect(names()).toEqual(['c']);
});

test('a file that the operator chose and main refused is named', async () => {
  openMain('bad.castellan');
  await openFile();
  expect(useStation.getState().refused).toMatchObject([{ name: 'bad.castellan', problem: { code: 'INVALID_INPUT' } }]);
});
