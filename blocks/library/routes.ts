import type { Endpoint } from '#kernel/browser/endpoint.ts'
import { creator, endUser, visitor } from '#kernel/http/guards.ts'
import { openWithoutPlan, route } from '#kernel/http/route.ts'
import type { Route, RouteContext } from '#kernel/http/route.ts'
import { addressKey } from '#kernel/limits.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Unit } from '#kernel/unit.ts'
import { claimCertificate, downloadCertificate } from './certificates.ts'
import * as contracts from './contract.ts'
import * as staffContracts from './contract-studio.ts'
import type { LibraryPageData } from './embed/data-types.ts'
import { loadCertificateData, loadLibraryData } from './embed/embed-data.ts'
import { titles } from './embed/texts/spoken.ts'
import * as visitors from './endpoints.ts'
import * as studio from './endpoints-studio.ts'
import { listItemMembers, setCertificate } from './item-members.ts'
import { readLibraryItem } from './items.ts'
import { deleteCaptions, readCaptions, saveCaptions } from './captions/staff-captions.ts'
import { listLibrary, listTags, myCourses } from './list-items.ts'
import { mediaPages, openMedia, openPictures } from './media.ts'
import { readProductItems, saveProductItems } from './product-items.ts'
import { saveProgress } from './progress.ts'
import { createItem, saveItem } from './save-item.ts'
import { saveOutline } from './save-outline.ts'
import { deleteItem, listItems, readItem } from './staff-items.ts'
import { TABS } from './studio/tabs.ts'
import { prepareUpload } from './uploads.ts'
import { convertNext } from './video/convert-next.ts'
import { convertAgain, readVideo } from './video/staff-video.ts'
import { queueConversion } from './video/video-rows.ts'

/** A search reads every text that is open to the caller. */
const SEARCHES_PER_ADDRESS = { points: 120, seconds: 60 }

async function search(c: RouteContext<visitors.LibraryQuery>): Promise<visitors.LibraryPage> {
  const { kernel, claims, input, clientIp } = c
  if (input.q)
    await kernel.limits.take(
      'library.search',
      `${claims.tenant} ${addressKey(clientIp)}`,
      SEARCHES_PER_ADDRESS,
    )
  return listLibrary(kernel, claims, input)
}

const ofVisitors: Route[] = [
  route(visitors.listLibrary, visitor, contracts.listLibraryContract, search),
  route(visitors.listTags, visitor, contracts.listTagsContract, ({ kernel, claims }) =>
    listTags(kernel, claims),
  ),
  route(visitors.readLibraryItem, visitor, contracts.readItemContract, ({ kernel, claims, input }) =>
    readLibraryItem(kernel, claims, input),
  ),
  route(visitors.myCourses, endUser, contracts.myCoursesContract, ({ kernel, claims }) =>
    myCourses(kernel, claims),
  ),
  route(visitors.openMedia, visitor, contracts.openMediaContract, openMedia),
  route(visitors.openPictures, visitor, contracts.openPicturesContract, openPictures),
  route(visitors.saveProgress, endUser, contracts.saveProgressContract, ({ kernel, claims, input }) =>
    saveProgress(kernel, claims, input),
  ),
  route(visitors.startCourse, endUser, contracts.startCourseContract, ({ kernel, claims, input }) =>
    saveProgress(kernel, claims, input),
  ),
]

const ofStaff: Route[] = [
  route(studio.listItems, creator, staffContracts.listItemsContract, ({ kernel, claims, input }) =>
    listItems(kernel, claims, input),
  ),
  route(studio.readItem, creator, staffContracts.readStaffItemContract, ({ kernel, claims, input }) =>
    readItem(kernel, claims, input),
  ),
  route(studio.createItem, creator, staffContracts.createItemContract, ({ kernel, claims, input }) =>
    withVideo(kernel, createItem(kernel, claims, input)),
  ),
  route(studio.saveItem, creator, staffContracts.saveItemContract, ({ kernel, claims, input }) =>
    withVideo(kernel, saveItem(kernel, claims, input)),
  ),
  // What was made under a higher plan can always be removed.
  openWithoutPlan(
    route(
      studio.deleteItem,
      creator,
      staffContracts.deleteItemContract,
      async ({ kernel, claims, input }) => {
        await deleteItem(kernel, claims, input)
        return { success: true }
      },
    ),
  ),
  route(studio.saveOutline, creator, staffContracts.saveOutlineContract, ({ kernel, claims, input }) =>
    saveOutline(kernel, claims, input),
  ),
  route(
    studio.readProductItems,
    creator,
    staffContracts.readProductItemsContract,
    ({ kernel, claims, input }) => readProductItems(kernel, claims, input),
  ),
  route(
    studio.saveProductItems,
    creator,
    staffContracts.saveProductItemsContract,
    ({ kernel, claims, input }) => saveProductItems(kernel, claims, input),
  ),
  route(studio.prepareUpload, creator, staffContracts.prepareUploadContract, ({ kernel, claims, input }) =>
    prepareUpload(kernel, claims, input),
  ),
]

const ofMedia: Route[] = [
  route(studio.readVideo, creator, staffContracts.readVideoContract, ({ kernel, claims, input }) =>
    readVideo(kernel, claims, input),
  ),
  route(studio.convertVideo, creator, staffContracts.convertVideoContract, ({ kernel, claims, input }) =>
    convertAgain(kernel, claims, input),
  ),
  route(studio.readCaptions, creator, staffContracts.readCaptionsContract, ({ kernel, claims, input }) =>
    readCaptions(kernel, claims, input),
  ),
  route(studio.saveCaptions, creator, staffContracts.saveCaptionsContract, ({ kernel, claims, input }) =>
    saveCaptions(kernel, claims, input),
  ),
  openWithoutPlan(
    route(
      studio.deleteCaptions,
      creator,
      staffContracts.deleteCaptionsContract,
      async ({ kernel, claims, input }) => {
        await deleteCaptions(kernel, claims, input)
        return { success: true }
      },
    ),
  ),
]

const certificates: Route[] = [
  route(visitors.claimCertificate, endUser, contracts.claimCertificateContract, ({ kernel, claims, input }) =>
    claimCertificate(kernel, claims, input),
  ),
  // What a member earned stays theirs when the plan of the owner ends.
  openWithoutPlan(
    route(visitors.certificatePdf, endUser, contracts.certificatePdfContract, downloadCertificate),
  ),
  route(
    studio.listItemMembers,
    creator,
    staffContracts.listItemMembersContract,
    ({ kernel, claims, input }) => listItemMembers(kernel, claims, input),
  ),
  openWithoutPlan(
    route(
      studio.setCertificate,
      creator,
      staffContracts.setCertificateContract,
      ({ kernel, claims, input }) => setCertificate(kernel, claims, input),
    ),
  ),
]

/** A stored video is converted at once: the schedule is for what was left behind. */
async function withVideo(kernel: Kernel, stored: Promise<studio.StaffItemWithBody>) {
  const item = await stored
  if (item.kind === 'video' && item.body.file) await queueConversion(kernel)
  return item
}

export const jobs: NonNullable<Unit['jobs']> = { 'library-video': convertNext }
export const schedules: NonNullable<Unit['schedules']> = { 'library-video': '* * * * *' }

export const functions: Route[] = [...ofVisitors, ...ofStaff, ...ofMedia, ...certificates]

export const pages = mediaPages

export const screenPaths = TABS.map(({ path }) => path)

const title = await titles()
const nameOf = <I, O>({ method, path }: Endpoint<I, O>) => `${method} ${path}`

export const embedPages: NonNullable<Unit['embedPages']> = {
  library: {
    title: title((texts) => texts.title),
    // Players of audio and video. Where the browser does not play HLS itself, hls.js feeds it from a blob.
    allows: () => ({ media: ["'self'", 'blob:'] }),
    shownBy: ({ isGate }: LibraryPageData) => (isGate ? 'gate' : 'library'),
    load: loadLibraryData,
    answers: async (_kernel, _request, data: LibraryPageData) => ({
      ...(data.list && { [nameOf(visitors.listLibrary)]: data.list }),
      ...(data.item && { [nameOf(visitors.readLibraryItem)]: data.item }),
    }),
  },
  // Everyone with the address of a certificate checks it here.
  certificate: {
    title: title((texts) => texts.certificate.title),
    alone: true,
    load: loadCertificateData,
  },
  // What `data-bb-gate` frames is the library's page with the rules of its plan.
  gate: {
    title: title((texts) => texts.title),
    instead: () => 'library',
    load: async () => ({}),
  },
}
