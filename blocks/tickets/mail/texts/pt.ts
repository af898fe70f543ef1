import type { TicketWords } from './words.ts'

/** Emails about tickets in Portuguese. */
export const pt: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `O seu bilhete para ${event}` : `Os seus ${count} bilhetes para ${event}`,
      lines: [
        count === 1 ? `Aqui está o seu bilhete para ${event}.` : `Aqui estão os seus bilhetes para ${event}.`,
      ],
    }),
    given: ({ event }) => ({
      subject: `Um bilhete para ${event} é seu`,
      lines: [`Recebeu um bilhete para ${event}. O código abaixo é novo, e só o seu é válido.`],
    }),
    changed: ({ event }) => ({
      subject: `Alteração: ${event}`,
      lines: [`A hora ou o local de ${event} mudaram. Os seus bilhetes continuam válidos.`],
    }),
    canceled: ({ event, site }) => ({
      subject: `Cancelado: ${event}`,
      lines: [`${site} cancelou ${event}. O que pagou é devolvido automaticamente.`],
    }),
    reminder: ({ event }) => ({
      subject: `Em breve: ${event}`,
      lines: [`${event} está quase a começar. Tenha os seus bilhetes à mão.`],
    }),
    offer: ({ event, until }) => ({
      subject: `Bilhetes para ${event} reservados para si`,
      lines: [
        `Estava na lista de espera e agora há lugar. Os bilhetes estão reservados para si até ${until}.`,
      ],
    }),
  },
  when: 'Quando',
  where: 'Onde',
  open: 'Ver os bilhetes',
  take: 'Ficar com os bilhetes',
  show: 'Mostre este código à entrada. Quem o tiver pode usá-lo: não o publique.',
  claim: 'Registe-se lá com este endereço de e-mail e os bilhetes ficam na sua conta.',
  because: ({ event, site }) => `Recebe esta mensagem porque tem um bilhete para ${event}, de ${site}.`,
  pdf: {
    order: 'Encomenda',
    test: 'Bilhete de teste: sem entrada',
    online: 'Online',
  },
  pass: { holder: 'Convidado', type: 'Bilhete' },
}
