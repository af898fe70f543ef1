import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import {
  removeTenantProvider,
  saveTenantProvider,
  switchTenantProvider,
  tryTenantProvider,
} from './auth-providers.ts'
import { changeTenantAuth, readTenantAuth } from './auth-settings.ts'
import {
  readSettingsContract,
  removeProviderContract,
  saveProviderContract,
  saveSettingsContract,
  switchProviderContract,
  testProviderContract,
} from './contract.ts'
import {
  readAuthSettings,
  removeAuthProvider,
  saveAuthProvider,
  saveAuthSettings,
  switchAuthProvider,
  testAuthProvider,
} from './endpoints.ts'

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
]
