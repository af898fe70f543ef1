/** For a window's `onInteractOutside`: closing a toast that lies over it is no click beside the window. */
export function ignoreToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('.bb-toaster')) event.preventDefault()
}
