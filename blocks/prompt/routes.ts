import { creator, endUser, visitor } from '#kernel/http/guards.ts'
import { openWithoutPlan, route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { askPrompt } from './answers/ask.ts'
import { handOver } from './answers/hand-over.ts'
import * as own from './answers/visitor-calls.ts'
import * as contracts from './contract.ts'
import * as staffContracts from './contract-studio.ts'
import { loadPromptData } from './embed/embed-data.ts'
import { titles } from './embed/texts/spoken.ts'
import * as visitors from './endpoints.ts'
import * as studio from './endpoints-studio.ts'
import { indexSource } from './knowledge/index-source.ts'
import { sweepPrompts } from './knowledge/sweep.ts'
import * as assistants from './staff/assistants.ts'
import * as log from './staff/log.ts'
import * as provider from './staff/provider.ts'
import * as sources from './staff/sources.ts'
import * as tests from './staff/tests.ts'
import { TABS } from './studio/tabs.ts'

const ofVisitors: Route[] = [
  route(visitors.askPrompt, visitor, contracts.askPromptContract, askPrompt),
  route(visitors.readAssistant, visitor, contracts.readAssistantContract, ({ kernel, claims, input }) =>
    own.readAssistant(kernel, claims, input),
  ),
  route(visitors.openPromptSource, visitor, contracts.openSourceContract, ({ kernel, claims, input }) =>
    own.openPromptSource(kernel, claims, input),
  ),
  route(visitors.ratePrompt, visitor, contracts.ratePromptContract, ({ kernel, claims, input }) =>
    own.ratePrompt(kernel, claims, input),
  ),
  route(visitors.myConversations, endUser, contracts.myConversationsContract, ({ kernel, claims, input }) =>
    own.myConversations(kernel, claims, input),
  ),
  route(visitors.readConversation, visitor, contracts.readConversationContract, ({ kernel, claims, input }) =>
    own.readConversation(kernel, claims, input),
  ),
  // What was written can always be deleted by its author.
  openWithoutPlan(
    route(
      visitors.deleteConversation,
      visitor,
      contracts.deleteConversationContract,
      ({ kernel, claims, input }) => own.deleteConversation(kernel, claims, input),
    ),
  ),
  route(visitors.handOver, visitor, contracts.handOverContract, ({ kernel, claims, clientIp, input }) =>
    handOver(kernel, claims, clientIp, input),
  ),
]

const done = async (work: Promise<void>) => {
  await work
  return { success: true }
}

const ofKnowledge: Route[] = [
  route(studio.listAssistants, creator, staffContracts.listAssistantsContract, ({ kernel, claims, input }) =>
    assistants.listAssistants(kernel, claims, input),
  ),
  route(
    studio.createAssistant,
    creator,
    staffContracts.createAssistantContract,
    ({ kernel, claims, input }) => assistants.createAssistant(kernel, claims, input),
  ),
  route(studio.saveAssistant, creator, staffContracts.saveAssistantContract, ({ kernel, claims, input }) =>
    assistants.saveAssistant(kernel, claims, input),
  ),
  openWithoutPlan(
    route(
      studio.deleteAssistant,
      creator,
      staffContracts.deleteAssistantContract,
      ({ kernel, claims, input }) => done(assistants.deleteAssistant(kernel, claims, input)),
    ),
  ),
  route(studio.listSources, creator, staffContracts.listSourcesContract, ({ kernel, claims, input }) =>
    sources.listSources(kernel, claims, input),
  ),
  route(studio.createSource, creator, staffContracts.createSourceContract, ({ kernel, claims, input }) =>
    sources.createSource(kernel, claims, input),
  ),
  route(studio.saveSource, creator, staffContracts.saveSourceContract, ({ kernel, claims, input }) =>
    sources.saveSource(kernel, claims, input),
  ),
  openWithoutPlan(
    route(studio.deleteSource, creator, staffContracts.deleteSourceContract, ({ kernel, claims, input }) =>
      done(sources.deleteSource(kernel, claims, input)),
    ),
  ),
  route(studio.syncSource, creator, staffContracts.syncSourceContract, ({ kernel, claims, input }) =>
    sources.syncSource(kernel, claims, input),
  ),
  route(studio.listDocuments, creator, staffContracts.listDocumentsContract, ({ kernel, claims, input }) =>
    sources.listDocuments(kernel, claims, input),
  ),
  route(studio.prepareUpload, creator, staffContracts.prepareUploadContract, ({ kernel, claims, input }) =>
    sources.prepareUpload(kernel, claims, input),
  ),
  route(studio.tryQuestion, creator, staffContracts.tryQuestionContract, ({ kernel, claims, input }) =>
    tests.tryQuestion(kernel, claims, input),
  ),
  route(studio.listTests, creator, staffContracts.listTestsContract, ({ kernel, claims, input }) =>
    tests.listTests(kernel, claims, input),
  ),
  route(studio.saveTests, creator, staffContracts.saveTestsContract, ({ kernel, claims, input }) =>
    tests.saveTests(kernel, claims, input),
  ),
  route(studio.runTests, creator, staffContracts.runTestsContract, ({ kernel, claims, input }) =>
    tests.runTests(kernel, claims, input),
  ),
]

const ofModel: Route[] = [
  route(studio.readProvider, creator, staffContracts.readProviderContract, ({ kernel, claims, input }) =>
    provider.readProvider(kernel, claims, input),
  ),
  route(studio.saveProvider, creator, staffContracts.saveProviderContract, ({ kernel, claims, input }) =>
    provider.saveProvider(kernel, claims, input),
  ),
  openWithoutPlan(
    route(
      studio.deleteProvider,
      creator,
      staffContracts.deleteProviderContract,
      ({ kernel, claims, input }) => done(provider.deleteProvider(kernel, claims, input)),
    ),
  ),
  route(studio.testProvider, creator, staffContracts.testProviderContract, ({ kernel, claims, input }) =>
    provider.testProvider(kernel, claims, input),
  ),
  route(studio.listModels, creator, staffContracts.listModelsContract, ({ kernel, claims, input }) =>
    provider.listModels(kernel, claims, input),
  ),
  route(studio.listCalls, creator, staffContracts.listCallsContract, ({ kernel, claims, input }) =>
    log.listCalls(kernel, claims, input),
  ),
  route(studio.readUsage, creator, staffContracts.readUsageContract, ({ kernel, claims, input }) =>
    log.readUsage(kernel, claims, input),
  ),
]

const ofLog: Route[] = [
  route(
    studio.listConversations,
    creator,
    staffContracts.listConversationsContract,
    ({ kernel, claims, input }) => log.listConversations(kernel, claims, input),
  ),
  route(
    studio.readStaffConversation,
    creator,
    staffContracts.readStaffConversationContract,
    ({ kernel, claims, input }) => log.readStaffConversation(kernel, claims, input),
  ),
  openWithoutPlan(
    route(
      studio.deleteStaffConversation,
      creator,
      staffContracts.deleteStaffConversationContract,
      ({ kernel, claims, input }) => done(log.deleteStaffConversation(kernel, claims, input)),
    ),
  ),
]

export const functions: Route[] = [...ofVisitors, ...ofKnowledge, ...ofModel, ...ofLog]

export const jobs: NonNullable<Unit['jobs']> = { 'prompt-source': indexSource, 'prompt-sweep': sweepPrompts }
export const schedules: NonNullable<Unit['schedules']> = { 'prompt-sweep': '*/5 * * * *' }

export const screenPaths = TABS.map(({ path }) => path)

const title = await titles()

export const embedPages: NonNullable<Unit['embedPages']> = {
  prompt: { title: title((texts) => texts.title), load: loadPromptData },
}
