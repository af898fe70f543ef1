import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { createTenantApp, listTenantApps, removeTenantApp, renewTenantAppSecret } from './apps.ts'
import { connectToAuth0, tryAuth0 } from './auth0/connect.ts'
import { auth0Status } from './auth0/status.ts'
import {
  removeTenantProvider,
  saveTenantProvider,
  switchTenantProvider,
  tryTenantProvider,
} from './auth-providers.ts'
import { changeTenantAuth, readTenantAuth } from './auth-settings.ts'
import { switchToBuiltIn } from './built-in-auth.ts'
import {
  builtInContract,
  connectAuth0Contract,
  createAppContract,
  deleteTenantContract,
  listAppsContract,
  readAuth0Contract,
  readLookContract,
  readSettingsContract,
  removeAppContract,
  removeProviderContract,
  renewSecretContract,
  saveProviderContract,
  saveSettingsContract,
  switchProviderContract,
  testAuth0Contract,
  testProviderContract,
} from './contract.ts'
import {
  createApp,
  deleteTenant as deleteTenantEndpoint,
  listApps,
  readAuthSettings,
  readTenantLook,
  removeApp,
  removeAuthProvider,
  renewAppSecret,
  saveAuthProvider,
  saveAuthSettings,
  switchAuthProvider,
  testAuthProvider,
  builtInAuth,
} from './endpoints.ts'
import { connectAuth0, readAuth0, testAuth0 } from './endpoints-auth0.ts'
import { deleteTenant } from './delete-tenant.ts'
import { tenantLook } from './tenant-look.ts'
import { endAtProvider } from './provider-ends.ts'

export const functions: Route[] = [
  route(readAuthSettings, creator, readSettingsContract, ({ kernel, claims, input }) =>
    readTenantAuth(kernel, claims, input.tenant_id),
  ),
  route(saveAuthSettings, creator, saveSettingsContract, ({ kernel, claims, input }) =>
    changeTenantAuth(kernel, claims, input),
  ),
  route(saveAuthProvider, creator, saveProviderContract, ({ kernel, claims, input }) =>
    saveTenantProvider(kernel, claims, input),
  ),
  route(testAuthProvider, creator, testProviderContract, ({ kernel, claims, input }) =>
    tryTenantProvider(kernel, claims, input),
  ),
  route(switchAuthProvider, creator, switchProviderContract, ({ kernel, claims, input }) =>
    switchTenantProvider(kernel, claims, input),
  ),
  route(removeAuthProvider, creator, removeProviderContract, ({ kernel, claims, input }) =>
    removeTenantProvider(kernel, claims, input),
  ),
  route(builtInAuth, creator, builtInContract, ({ kernel, claims, input }) =>
    switchToBuiltIn(kernel, claims, input.tenant_id),
  ),
  route(readAuth0, creator, readAuth0Contract, ({ kernel, claims, input }) =>
    auth0Status(kernel, claims, input.tenant_id),
  ),
  route(testAuth0, creator, testAuth0Contract, ({ kernel, claims, input }) =>
    tryAuth0(kernel, claims, input),
  ),
  route(connectAuth0, creator, connectAuth0Contract, ({ kernel, claims, input }) =>
    connectToAuth0(kernel, claims, input),
  ),
  route(listApps, creator, listAppsContract, ({ kernel, claims, input }) =>
    listTenantApps(kernel, claims, input.tenant_id),
  ),
  route(createApp, creator, createAppContract, ({ kernel, claims, input }) =>
    createTenantApp(kernel, claims, input),
  ),
  route(removeApp, creator, removeAppContract, ({ kernel, claims, input }) =>
    removeTenantApp(kernel, claims, input),
  ),
  route(renewAppSecret, creator, renewSecretContract, ({ kernel, claims, input }) =>
    renewTenantAppSecret(kernel, claims, input),
  ),
  route(readTenantLook, creator, readLookContract, ({ kernel, claims, input }) =>
    tenantLook(kernel, claims, input.tenant_id),
  ),
  route(deleteTenantEndpoint, creator, deleteTenantContract, ({ kernel, claims, input }) =>
    deleteTenant(kernel, claims, input),
  ),
]

export { loginPage as pages } from './auth0/login-page.ts'

export const jobs: NonNullable<Unit['jobs']> = { 'provider-ends': endAtProvider }

export const schedules: NonNullable<Unit['schedules']> = { 'provider-ends': '*/10 * * * *' }
