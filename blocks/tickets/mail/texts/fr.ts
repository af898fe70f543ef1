import type { TicketWords } from './words.ts'

/** Emails about tickets in French. */
export const fr: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `Votre billet pour ${event}` : `Vos ${count} billets pour ${event}`,
      lines: [count === 1 ? `Voici votre billet pour ${event}.` : `Voici vos billets pour ${event}.`],
    }),
    given: ({ event }) => ({
      subject: `Un billet pour ${event} est à vous`,
      lines: [
        `Vous avez reçu un billet pour ${event}. Le code ci-dessous est nouveau, et seul le vôtre est valable.`,
      ],
    }),
    changed: ({ event }) => ({
      subject: `Modification : ${event}`,
      lines: [`L’heure ou le lieu de ${event} ont changé. Vos billets restent valables.`],
    }),
    canceled: ({ event, site }) => ({
      subject: `Annulation : ${event}`,
      lines: [`${site} a annulé ${event}. Ce que vous avez payé vous est remboursé automatiquement.`],
    }),
    reminder: ({ event }) => ({
      subject: `Bientôt : ${event}`,
      lines: [`${event} commence bientôt. Préparez vos billets.`],
    }),
    offer: ({ event, until }) => ({
      subject: `Des billets pour ${event} vous sont réservés`,
      lines: [
        `Vous étiez sur la liste d’attente, et des places se sont libérées. Les billets vous sont réservés jusqu’au ${until}.`,
      ],
    }),
  },
  when: 'Quand',
  where: 'Où',
  open: 'Voir vos billets',
  take: 'Prendre les billets',
  show: 'Montrez ce code à l’entrée. Toute personne qui l’a peut l’utiliser : ne le publiez pas.',
  claim: 'Inscrivez-vous là-bas avec cette adresse e-mail : vos billets seront dans votre compte.',
  because: ({ event, site }) =>
    `Vous recevez ce message parce que vous avez un billet pour ${event}, de ${site}.`,
  pdf: {
    order: 'Commande',
    test: 'Billet de test : pas d’entrée',
    online: 'En ligne',
  },
  pass: { holder: 'Participant', type: 'Billet' },
}
