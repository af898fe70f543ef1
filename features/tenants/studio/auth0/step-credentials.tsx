import type { UseFormRegister } from 'react-hook-form'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import type { Auth0Draft } from './auth0-draft.ts'

export interface StepCredentialsProps {
  register: UseFormRegister<Auth0Draft>
  /** A secret is stored already: it is never shown, and has to be entered anew with whatever changes. */
  stored: boolean
}

/** Three values from the application's own page. */
export const StepCredentials = ({ register, stored }: StepCredentialsProps) => (
  <>
    <p className="text-text-2">They stand in the settings of the application, under Basic Information.</p>
    <Field label="Domain" hint="It ends in .auth0.com.">
      {(field) => (
        <Input
          {...field}
          {...register('domain')}
          className="font-mono text-mono"
          placeholder="your-tenant.eu.auth0.com"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
    <Field label="Client ID">
      {(field) => (
        <Input
          {...field}
          {...register('client_id')}
          className="font-mono text-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
    <Field
      label="Client Secret"
      hint={
        stored
          ? 'A secret is stored. It is never shown; enter it again to change anything.'
          : 'It is stored sealed and never shown again.'
      }
    >
      {(field) => (
        <PasswordInput
          {...field}
          {...register('client_secret')}
          autoComplete="off"
          showLabel="Show secret"
          hideLabel="Hide secret"
        />
      )}
    </Field>
  </>
)
