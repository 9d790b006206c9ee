import { useRoute } from '../state/route.ts';
import { later } from '../ui/later.tsx';

const Send = later(async () => (await import('../features/send/send.tsx')).Send);
const Batch = later(async () => (await import('../features/batch/batch.tsx')).Batch);

/** Sends one payment, or the lines of a table. */
export function SendPlace({ title }: { readonly title: string }) {
  return useRoute((route) => route.isMany) ? <Batch title="Send many" /> : <Send title={title} />;
}
