const { app, BrowserWindow } = require('electron');

/** The least that opens a window and draws: what any Electron app pays before it does anything of its own. */
app.whenReady().then(() => {
  new BrowserWindow({ width: 1280, height: 860 }).loadURL('data:text/html,<button>Empty</button>');
});
