/** Returns the command for npm: the npm that runs this script, else the one on the path. @returns {{ file: string, args: string[] }} */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script !== undefined && /npm-cli\.c?js$/.test(script)) return { file: process.execPath, args: [script] };
  return { file: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}
