import { creator, visitor } from '#kernel/http/guards.ts'
import { openWithoutPlan, route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { buyTickets } from './buy-tickets.ts'
import { holdTickets, ownCart, readCart, releaseCart } from './carts.ts'
import * as contracts from './contract.ts'
import { previewMessageContract, sendMessageContract } from './contract-messages.ts'
import * as staffContracts from './contract-studio.ts'
import { saveEventContract } from './contract-save.ts'
import { addDevice, pairDevice, readSheet, revokeDevice, scanTickets, undoScan } from './door.ts'
import { loadTicketsData } from './embed/embed-data.ts'
import { titles } from './embed/texts/spoken.ts'
import * as visitors from './endpoints.ts'
import * as door from './endpoints-door.ts'
import * as messages from './endpoints-messages.ts'
import { saveEvent as saveEventEndpoint } from './endpoints-save.ts'
import * as studio from './endpoints-studio.ts'
import { listEvents, previewEvent, readEventWithCode, repeatEvent } from './events.ts'
import { readFigures } from './figures.ts'
import { giveTickets } from './give-tickets.ts'
import { previewMessage, sendMessage } from './holder-messages.ts'
import { offerTickets, queueTicketMail } from './mail/send-due.ts'
import { titles as cartTitles } from './embed/cart/texts/spoken.ts'
import {
  cancelTicket,
  myTickets,
  readTickets,
  renameTicket,
  shownTicket,
  transferTicket,
} from './own-tickets.ts'
import { cancelEvent, endTicket, readEventRefunds } from './refunds.ts'
import { TABS } from './studio/tabs.ts'
import { saveEvent } from './save-event.ts'
import { sweepCarts } from './sweep.ts'
import { downloadCalendar, downloadPass, downloadPdf } from './ticket-files.ts'
import { joinWaitingList } from './waiting-list.ts'

/** What visitors do. Holders keep what they have when the plan ends, so those calls need none. */
const ofVisitors: Route[] = [
  route(visitors.readEvent, visitor, contracts.readEventContract, readEventWithCode),
  route(visitors.listEvents, visitor, contracts.listEventsContract, ({ kernel, claims, input }) =>
    listEvents(kernel, claims, input),
  ),
  route(visitors.holdTickets, visitor, contracts.holdTicketsContract, holdTickets),
  openWithoutPlan(route(visitors.readCart, visitor, contracts.readCartContract, readCart)),
  openWithoutPlan(route(visitors.ownCart, visitor, contracts.ownCartContract, ownCart)),
  openWithoutPlan(route(visitors.releaseCart, visitor, contracts.releaseCartContract, releaseCart)),
  route(visitors.buyTickets, visitor, contracts.buyTicketsContract, buyTickets),
  openWithoutPlan(route(visitors.myTickets, visitor, contracts.myTicketsContract, myTickets)),
  openWithoutPlan(route(visitors.renameTicket, visitor, contracts.renameTicketContract, renameTicket)),
  openWithoutPlan(route(visitors.transferTicket, visitor, contracts.transferTicketContract, transferTicket)),
  openWithoutPlan(route(visitors.cancelTicket, visitor, contracts.cancelTicketContract, cancelTicket)),
  openWithoutPlan(route(visitors.ticketsPdf, visitor, contracts.ticketFileContract, downloadPdf)),
  openWithoutPlan(route(visitors.ticketsCalendar, visitor, contracts.ticketFileContract, downloadCalendar)),
  openWithoutPlan(route(visitors.ticketPass, visitor, contracts.ticketPassContract, downloadPass)),
  route(visitors.joinWaitingList, visitor, contracts.joinWaitingListContract, joinWaitingList),
]

const ofStaff: Route[] = [
  route(studio.previewEvent, creator, staffContracts.previewEventContract, ({ kernel, claims, input }) =>
    previewEvent(kernel, claims, input),
  ),
  route(saveEventEndpoint, creator, saveEventContract, ({ kernel, claims, input }) =>
    saveEvent(kernel, claims, input),
  ),
  // Money goes back, and tickets end, whatever the plan.
  openWithoutPlan(
    route(studio.cancelEvent, creator, staffContracts.cancelEventContract, ({ kernel, claims, input }) =>
      cancelEvent(kernel, claims, input),
    ),
  ),
  route(
    studio.readEventRefunds,
    creator,
    staffContracts.readEventRefundsContract,
    ({ kernel, claims, input }) => readEventRefunds(kernel, claims, input),
  ),
  route(studio.repeatEvent, creator, staffContracts.repeatEventContract, ({ kernel, claims, input }) =>
    repeatEvent(kernel, claims, input),
  ),
  route(studio.readFigures, creator, staffContracts.readFiguresContract, ({ kernel, claims, input }) =>
    readFigures(kernel, claims, input),
  ),
  // A read, with a text that has no place in an address.
  openWithoutPlan(
    route(messages.previewMessage, creator, previewMessageContract, ({ kernel, claims, input }) =>
      previewMessage(kernel, claims, input),
    ),
  ),
  route(messages.sendMessage, creator, sendMessageContract, ({ kernel, claims, input }) =>
    sendMessage(kernel, claims, input),
  ),
  route(studio.giveTickets, creator, staffContracts.giveTicketsContract, ({ kernel, claims, input }) =>
    giveTickets(kernel, claims, input),
  ),
  openWithoutPlan(
    route(studio.endTicket, creator, staffContracts.endTicketContract, ({ kernel, claims, input }) =>
      endTicket(kernel, claims, input),
    ),
  ),
]

/** Who bought a ticket gets in, whatever the plan. */
const atDoor: Route[] = [
  route(door.addDevice, creator, staffContracts.addDeviceContract, ({ kernel, claims, input }) =>
    addDevice(kernel, claims, input),
  ),
  route(door.revokeDevice, creator, staffContracts.revokeDeviceContract, ({ kernel, claims, input }) =>
    revokeDevice(kernel, claims, input),
  ),
  route(door.pairDevice, visitor, staffContracts.pairDeviceContract, pairDevice),
  route(door.scanAsStaff, creator, staffContracts.scanAsStaffContract, (c) =>
    scanTickets(c, c.input, c.input.scans),
  ),
  route(door.scanAsDevice, visitor, staffContracts.scanAsDeviceContract, (c) =>
    scanTickets(c, c.input, c.input.scans),
  ),
  route(door.readSheetAsStaff, creator, staffContracts.readSheetAsStaffContract, (c) =>
    readSheet(c.kernel, c.claims, c.input),
  ),
  route(door.readSheetAsDevice, visitor, staffContracts.readSheetAsDeviceContract, (c) =>
    readSheet(c.kernel, c.claims, c.input, c.input.since),
  ),
  route(door.undoAsStaff, creator, staffContracts.undoAsStaffContract, (c) =>
    undoScan(c.kernel, c.claims, c.input, c.input.scan),
  ),
  route(door.undoAsDevice, visitor, staffContracts.undoAsDeviceContract, (c) =>
    undoScan(c.kernel, c.claims, c.input, c.input.scan),
  ),
].map(openWithoutPlan)

export const functions: Route[] = [...ofVisitors, ...ofStaff, ...atDoor]

export { letters } from './mail/write-letters.ts'

export const jobs = {
  'ticket-sweep': async (kernel) => {
    await sweepCarts(kernel)
    await offerTickets(kernel)
  },
  'ticket-mail': queueTicketMail,
} satisfies Unit['jobs']
export const schedules: NonNullable<Unit['schedules']> = {
  'ticket-sweep': '* * * * *',
  'ticket-mail': '* * * * *',
}

export const screenPaths = TABS.map(({ path }) => path)

const title = await titles()
const cartTitle = await cartTitles()

export const profileParts: NonNullable<Unit['profileParts']> = {
  tickets: {
    label: cartTitle((texts) => texts.ticket.short),
    async isUsed({ database }, { claims }) {
      const { rows } = await database.once<{ used: boolean }>(claims, {
        name: 'has events',
        text: 'select app.has_events() as used',
        values: [],
        readOnly: true,
      })
      return rows[0]!.used
    },
    // Codes and addresses are the member's own: staff see that there are tickets, not what opens a door.
    answers: async (kernel, { claims }) => ({
      'POST /my-tickets': {
        tickets: (await readTickets(kernel, claims, {})).map((own) => ({
          ...shownTicket(own),
          code: null,
          can_save_pass: false,
          online_url: null,
          recording_url: null,
        })),
      },
    }),
  },
}

export const embedPages: NonNullable<Unit['embedPages']> = {
  tickets: {
    title: title((texts) => texts.title),
    // The checkout opens in our own page, in a frame of this one.
    allows: () => ({ frame: ["'self'"] }),
    load: loadTicketsData,
  },
}
