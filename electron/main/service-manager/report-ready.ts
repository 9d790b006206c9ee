import { execFile } from 'node:child_process';

/**
 * Reports to systemd that the service is ready, where a unit with Type=notify started this program (sd_notify(3)).
 * Node has no Unix datagram sockets, so systemd's own program sends the message. Throws its error.
 */
export function reportReady(environment: NodeJS.ProcessEnv): Promise<void> {
  const { NOTIFY_SOCKET: socket = '', PATH: path = '' } = environment;
  if (socket === '') return Promise.resolve();
  return new Promise((resolve, reject) => {
    execFile('systemd-notify', ['--ready'], { env: { NOTIFY_SOCKET: socket, PATH: path } }, (error) =>
      error === null ? resolve() : reject(error),
    );
  });
}
