/** Runs the built token process in plain Node, with the port that Electron gives a utility process. */
process.parentPort = {
  on: (event, listener) => void process.on(event, (data) => void listener({ data })),
  postMessage: (frame) => void process.send?.(frame),
};
const [, , program = ''] = process.argv;
await import(program);
