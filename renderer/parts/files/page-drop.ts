import { useEffect } from 'preact/hooks';

/** Takes files that are dropped beside the zone too: the browser would show them in the place of the page. */
export function usePageDrop(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const allow = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const take = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', take);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', take);
    };
  }, [onFiles]);
}
