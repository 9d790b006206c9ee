import { useEffect } from 'react';
import { create } from 'zustand';

/** The fields that take a file which was dropped elsewhere. */
export type GivenField = 'table' | 'payload' | 'delivery' | 'addresses' | 'pictures' | 'container';

/** The file that waits for a field, until the field is there. Null while none waits. */
const useWaiting = create<{ readonly waiting: { readonly field: GivenField; readonly file: File } | null }>(() => ({
  waiting: null,
}));

/** Gives a file to a field. The caller then shows the place of the field. */
export function giveFile(field: GivenField, file: File): void {
  useWaiting.setState({ waiting: { field, file } });
}

/** Takes the file that was given to this field, once. */
export function useGivenFile(field: GivenField, take: (file: File) => void): void {
  const waiting = useWaiting((state) => state.waiting);
  useEffect(() => {
    if (waiting?.field !== field) return;
    useWaiting.setState({ waiting: null });
    take(waiting.file);
  });
}
