/** The problem of a system without a sandbox for windows. The line that mends it follows. */
export const NO_SANDBOX =
  'This system refuses user namespaces to ordinary users, and Chromium’s sandbox helper is not set up. No window opens without a sandbox. Commands need none and work. For the window, run this line, then start Castellan again:';
