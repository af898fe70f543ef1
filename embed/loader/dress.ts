/**
 * Sets a style over any rule of the page, such as the `iframe { height: auto !important }` of many themes. By the style
 * object, since a strict policy of the page forbids style elements and attributes.
 */
export function dress(el: HTMLElement, property: string, value: string): void {
  el.style.setProperty(property, value, 'important')
}
