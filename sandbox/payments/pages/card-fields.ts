import { html } from 'hono/html'
import { field } from '../../page.ts'
import type { CardForm } from './card-form.ts'

/** The four card fields, with their values and errors. */
export function cardFields({ values = {}, errors = {} }: Partial<CardForm>): ReturnType<typeof html> {
  return html`${field({ name: 'number', label: 'Card number', value: values.number ?? '', error: errors.number, autocomplete: 'cc-number', inputmode: 'numeric', placeholder: '4242 4242 4242 4242' })}
    <div class="pair">
      ${field({ name: 'expiry', label: 'Expiry', value: values.expiry ?? '', error: errors.expiry, autocomplete: 'cc-exp', inputmode: 'numeric', placeholder: 'MM / YY' })}
      ${field({ name: 'cvc', label: 'CVC', value: values.cvc ?? '', error: errors.cvc, autocomplete: 'cc-csc', inputmode: 'numeric', placeholder: '123' })}
    </div>
    ${field({ name: 'name', label: 'Name on card', value: values.name ?? '', error: errors.name, autocomplete: 'cc-name' })}`
}
