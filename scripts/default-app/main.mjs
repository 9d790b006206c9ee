// Packed as default_app.asar beside a runtime that has none: `electron FOLDER` starts the app in FOLDER, as Electron's own does.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-'));

/** Two methods that Electron keeps for default apps and leaves out of its types. */
const defaultApp = /** @type {typeof app & { setVersion(version: string): void, setAppPath(path: string): void }} */ (
  app
);

if (folder === undefined) {
  process.stderr.write('Give the folder of an app: electron FOLDER\n');
  app.exit(2);
} else {
  const path = resolve(folder);
  const { productName, name, version, desktopName, main } = JSON.parse(
    readFileSync(join(path, 'package.json'), 'utf8'),
  );
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
  app.setName(productName ?? name);
  defaultApp.setVersion(version ?? '0.0.0');
  if (desktopName !== undefined) app.setDesktopName(desktopName);
  defaultApp.setAppPath(path);
  await import(pathToFileURL(join(path, main ?? 'index.js')).href);
}
