import type { Texts } from './en.ts'

export const texts: Texts = {
  frame: {
    poweredBy: 'Werkt met Bolt Blocks',
    testMode: 'Testmodus',
    offline: 'Geen verbinding. Het gaat vanzelf verder zodra die er weer is.',
  },
  refused: {
    title: 'Deze site staat nog niet op de lijst',
    text: (origin) => `Blokken van deze werkruimte mogen niet op ${origin} worden getoond.`,
    remedy: (origin) =>
      `Is dit uw site, open dan de Studio, kies Tenant Settings, daarna General, en voeg ${origin} toe aan uw sites.`,
    nameless: 'dit adres',
  },
  unavailable: 'Dit is op dit moment niet beschikbaar.',
  unknown: {
    title: 'Dit blok bestaat niet',
    text: (name) =>
      `Geen blok heet ${name}. Is dit uw site, controleer dan data-block in de tag op deze pagina.`,
  },
}
