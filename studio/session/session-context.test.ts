import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { type Auth, AuthContext, useAuth } from './session-context.ts'

const unused = () => assert.fail('must not be called')

function Email() {
  return useAuth().user?.email
}

test('[S8-081] useAuth outside its provider throws', () => {
  assert.throws(() => renderToString(createElement(Email)), {
    message: 'useAuth must be used within an AuthProvider',
  })
})

test('useAuth returns the value of its provider', () => {
  const auth: Auth = {
    loading: false,
    user: { id: '1', email: 'mara@example.com' },
    pendingUser: null,
    passwordDue: null,
    signIn: unused,
    signUp: unused,
    confirm: unused,
    confirmCode: unused,
    resend: unused,
    signOut: unused,
  }
  const html = renderToString(createElement(AuthContext, { value: auth }, createElement(Email)))
  assert.equal(html, 'mara@example.com')
})
