import type { UseFormRegister } from 'react-hook-form'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import type { Auth0Draft } from './auth0-draft.ts'

export interface StepCredentialsProps {
  register: UseFormRegister<Auth0Draft>
  /** A secret is already stored. It is never shown and must be entered again for every change. */
  stored: boolean
}

/** The three values from the application's settings page. */
export const StepCredentials = ({ register, stored }: StepCredentialsProps) => (
  <>
    <p className="text-text-2">You find these in the settings of the application, under Basic Information.</p>
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
          ? 'A secret is stored but never shown. Enter it again to change anything.'
          : 'It is stored encrypted and never shown again.'
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
