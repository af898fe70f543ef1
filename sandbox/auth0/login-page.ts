import { html } from 'hono/html'
import { field, page } from '../page.ts'
import { DEMO_USERS } from './acme-users.ts'

/** The login page of Acme, which simulates a site builder's own Auth0 tenant. */
export const acmePage = (email?: string, error?: string) =>
  page(
    'Acme login · sandbox',
    html`<h1>Acme login</h1>
      <p class="hint">A made-up Auth0 tenant for development. No password: choose any user.</p>
      ${DEMO_USERS.map(
        (person) =>
          html`<form method="post">
            <input type="hidden" name="email" value="${person.email}" />
            <input type="hidden" name="name" value="${person.name}" />
            <button>Continue as ${person.name}</button>
          </form>`,
      )}
      <form method="post">
        ${field({ name: 'email', label: 'Email', value: email ?? 'cem@acme.example', inputmode: 'email', error })}
        ${field({ name: 'name', label: 'Name', value: 'Cem Acme' })}
        <div class="field">
          <label for="verified">Is the email proven?</label>
          <select id="verified" name="verified">
            <option value="true">Yes, Acme verified it</option>
            <option value="false">No, it is unverified</option>
          </select>
        </div>
        <button class="main" name="go" value="on">Continue</button>
        <button name="go" value="mfa">Refuse: a second factor is needed</button>
        <button name="go" value="cancel">Cancel</button>
      </form>`,
  )

/** A page with the values to enter in the Studio. */
export const welcomePage = (domain: string, { id, secret }: { id: string; secret: string }) =>
  page(
    'Acme · sandbox',
    html`<h1>Acme, a made-up Auth0 tenant</h1>
      <p>Enter this in Tenant Settings, Auth, Auth0. It works only with this sandbox.</p>
      <table>
        <tr>
          <th>Domain</th>
          <td>${domain}</td>
        </tr>
        <tr>
          <th>Client ID</th>
          <td>${id}</td>
        </tr>
        <tr>
          <th>Client secret</th>
          <td>${secret}</td>
        </tr>
      </table>`,
  )

export const endedPage = () =>
  page(
    'Acme login · sandbox',
    html`<h1>This sign-in has ended</h1>
      <p>Go back to the application and start again.</p>`,
  )
