import type { Field } from '#kernel/browser/fields/field.ts'

const plain = (text: string) => text.trim().toLowerCase()

/** The value of the choice that a text names, by its value or its title; undefined if there is none. */
export function choiceValue({ choices = [] }: Pick<Field, 'choices'>, text: string): string | undefined {
  const found =
    choices.find(({ value }) => value === text) ??
    choices.find(({ title }) => title === text) ??
    choices.find(({ value, title }) => plain(value) === plain(text) || plain(title) === plain(text))
  return found?.value
}

/** A choice for people: its title, or its value where another choice could be meant. */
export function choiceText({ choices = [] }: Pick<Field, 'choices'>, value: string): string {
  const choice = choices.find((each) => each.value === value)
  if (!choice || choice.title !== choice.title.trim()) return value
  const isOther = (each: { value: string; title: string }) =>
    each !== choice &&
    (plain(each.value) === plain(choice.title) || plain(each.title) === plain(choice.title))
  return choices.some(isOther) ? value : choice.title
}

/** Several choices as one text. Those with a comma, a quote or outer spaces are in quotes. */
export const joinChoices = (parts: readonly string[]): string =>
  parts.map((part) => (/[",;\n]|^\s|\s$/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)).join(', ')

/** The parts that `joinChoices` joined, or that a person separated by commas, semicolons or lines. */
export function splitChoices(text: string): string[] {
  const parts = text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,;\n]*))\s*(?:[,;\n]|$)/g)
  return Array.from(parts, ([, quoted, bare]) =>
    quoted === undefined ? bare!.trim() : quoted.replaceAll('""', '"'),
  ).filter((part) => part !== '')
}
