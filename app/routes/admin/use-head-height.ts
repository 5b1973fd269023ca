// An editor's head sticks, and its tools stick right below it, however many rows the head has.
import { type RefObject, useEffect } from 'react';

/** The form's `--head-height` is that of its `header`, as long as both are there. */
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
