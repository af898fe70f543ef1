/**
 * Sets a style that overrides the page's rules, such as the `iframe { height: auto !important }` of many
 * themes. Uses the style object, because a strict policy of the page forbids style elements and attributes.
 */
export function dress(el: HTMLElement, property: string, value: string): void {
  el.style.setProperty(property, value, 'important')
}
