import type { TicketWords } from './words.ts'

/** Emails about tickets in Spanish. */
export const es: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `Su entrada para ${event}` : `Sus ${count} entradas para ${event}`,
      lines: [
        count === 1 ? `Aquí tiene su entrada para ${event}.` : `Aquí tiene sus entradas para ${event}.`,
      ],
    }),
    given: ({ event }) => ({
      subject: `Una entrada para ${event} es suya`,
      lines: [
        `Ha recibido una entrada para ${event}. El código de abajo es nuevo, y solo el suyo es válido.`,
      ],
    }),
    changed: ({ event }) => ({
      subject: `Cambio: ${event}`,
      lines: [`La hora o el lugar de ${event} han cambiado. Sus entradas siguen siendo válidas.`],
    }),
    canceled: ({ event, site }) => ({
      subject: `Cancelación: ${event}`,
      lines: [`${site} ha cancelado ${event}. Lo que pagó se le devuelve automáticamente.`],
    }),
    reminder: ({ event }) => ({
      subject: `Pronto: ${event}`,
      lines: [`${event} empieza pronto. Tenga sus entradas a mano.`],
    }),
    offer: ({ event, until }) => ({
      subject: `Hay entradas para ${event} reservadas para usted`,
      lines: [
        `Estaba en la lista de espera y ahora hay sitio. Las entradas están reservadas para usted hasta el ${until}.`,
      ],
    }),
  },
  when: 'Cuándo',
  where: 'Dónde',
  open: 'Ver sus entradas',
  take: 'Tomar las entradas',
  show: 'Muestre este código en la entrada. Quien lo tenga puede usarlo: no lo publique.',
  claim: 'Regístrese allí con esta dirección de correo y sus entradas estarán en su cuenta.',
  because: ({ event, site }) => `Recibe este mensaje porque tiene una entrada para ${event}, de ${site}.`,
  pdf: {
    order: 'Pedido',
    test: 'Entrada de prueba: sin acceso',
    online: 'En línea',
  },
  pass: { holder: 'Asistente', type: 'Entrada' },
}
