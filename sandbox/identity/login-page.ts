import { html } from 'hono/html'
import { field, page } from '../page.ts'

/** The identity stand-in's login page. It accepts any identity without a password. */
export const loginPage = (hint: string, error?: string) =>
  page(
    'Sign in · sandbox',
    html`<h1>Sandbox sign-in</h1>
      <p class="hint">A made-up identity provider for development. No password: enter any name and email.</p>
      <form method="post">
        ${field({
          name: 'email',
          label: 'Email',
          value: hint || 'sam@example.test',
          inputmode: 'email',
          error,
        })}
        ${field({ name: 'name', label: 'Name', value: 'Sam Sandbox' })}
        <div class="field">
          <label for="verified">Is the email proven?</label>
          <select id="verified" name="verified">
            <option value="true">Yes, the provider verified it</option>
            <option value="false">No, it is unverified</option>
          </select>
        </div>
        <button class="main" name="go" value="on">Continue</button>
        <button name="go" value="cancel">Cancel</button>
      </form>`,
  )

export const expiredPage = () =>
  page(
    'Sign in · sandbox',
    html`<h1>This sign-in has ended</h1>
      <p>Go back to the application and start again.</p>`,
  )
