/**
 * For a dialog's `onInteractOutside`: clicking a toast that overlaps the dialog must not close the dialog.
 */
export function ignoreToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('.bb-toaster')) event.preventDefault()
}
