import '../ui/tokens.css';
import '../ui/fonts.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { startClock } from '../state/clock.ts';
import { restoreDrafts } from '../state/draft.ts';
import { startSession } from '../state/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { keepRoute } from './kept-route.ts';
import { watchFocus } from './keyboard/lost-focus.ts';
import { Root } from './root.tsx';
import { guardFields } from './secret-guard.ts';

guardFields();
watchFocus();
startClock();
startSession();
keepRoute();
// Without them, the page starts as it does for the first time.
restoreDrafts().catch(() => undefined);

const element = document.getElementById('root');
if (element !== null) {
  createRoot(element).render(
    <ErrorBoundary>
      <Root />
    </ErrorBoundary>,
  );
}
