// Measures the sticky header of an editor, so that its toolbar can stick right below it.
import { type RefObject, useEffect } from 'react';

/** Keeps the form's `--head-height` equal to the height of its `header`. */
export function useHeadHeight(form: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    const { current } = form;
    const head = current?.querySelector('header');
    if (!current || !head) return;
    const measure = () => current.style.setProperty('--head-height', `${head.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(head);
    return () => observer.disconnect();
  }, [form]);
}
