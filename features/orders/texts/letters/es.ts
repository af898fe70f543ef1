import { type BuyerWords, paid } from './words.ts'

const every = { week: 'por semana', month: 'al mes', year: 'al año' }

/** Emails to buyers in Spanish. */
export const es: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `Su pago a ${f.shop}` : `Su pedido en ${f.shop}`,
    lines: [
      f.renewal ? `Su suscripción continúa: ${f.product}.` : `Gracias. Su pedido está pagado: ${f.product}.`,
      `Importe: ${paid(f, every)}`,
    ],
    button: `Volver a ${f.shop}`,
    ...(f.manage && { manage: 'Gestionar o cancelar la suscripción' }),
    closing: [
      ...(f.guest
        ? ['Regístrese allí con esta dirección de correo y esta compra quedará en su cuenta.']
        : []),
      'El pago aparece en su extracto con el nombre de la tienda. Las preguntas sobre el pedido las responde la tienda.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `Su reembolso de ${f.shop}`,
    lines: [
      `${f.shop} le ha devuelto dinero: ${f.product}.`,
      `Reembolsado hasta ahora: ${f.refunded} de ${f.amount}`,
    ],
    button: `Volver a ${f.shop}`,
    closing: ['Su banco puede tardar de 5 a 10 días en mostrarlo.'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `Su pago a ${f.shop} ha fallado`,
    lines: [
      `El pago de ${f.product} no se ha podido realizar.`,
      f.manage
        ? 'Se volverá a intentar en los próximos días. Cambie su tarjeta con el enlace de abajo para conservar lo que tiene.'
        : 'Se volverá a intentar en los próximos días. Cambie su tarjeta en sus compras para conservar lo que tiene.',
    ],
    button: `Volver a ${f.shop}`,
    ...(f.manage && { manage: 'Gestionar o cancelar la suscripción' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `Su suscripción en ${f.shop} ha terminado`,
    lines: [`${f.product} ha terminado. No se cobrará nada más.`],
    button: `Volver a ${f.shop}`,
    closing: [],
  }),
}
