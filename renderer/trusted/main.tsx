import '../ui/tokens.css';
import '../ui/fonts.css';
import '../ui/base.css';
import './trusted.css';
import './small.css';
import { createRoot } from 'react-dom/client';
import { loadSentences } from '../language/sentence.ts';
import { Asked } from './asked.tsx';
import { onShown } from './bridge.ts';
import { guardKeys } from './fresh-keys.ts';

const keys = guardKeys(document, () => performance.now());
const element = document.getElementById('root');
if (element !== null) {
  const root = createRoot(element);
  // The first question may come before its translations, and English would then stay on the screen.
  const loaded = loadSentences();
  onShown((shown) => {
    keys.rest(shown.id);
    void loaded.then(() => root.render(<Asked key={shown.id} shown={shown} />));
  });
}
