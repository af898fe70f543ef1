import { type BuyerWords, paid } from './words.ts'

const every = { week: 'por semana', month: 'por mês', year: 'por ano' }

/** Emails to buyers in Portuguese. */
export const pt: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `O seu pagamento a ${f.shop}` : `O seu pedido em ${f.shop}`,
    lines: [
      f.renewal
        ? `A sua assinatura continua: ${f.product}.`
        : `Obrigado. O seu pedido está pago: ${f.product}.`,
      `Valor: ${paid(f, every)}`,
    ],
    button: `Voltar a ${f.shop}`,
    ...(f.manage && { manage: 'Gerenciar ou cancelar a assinatura' }),
    closing: [
      ...(f.guest
        ? ['Cadastre-se lá com este endereço de e-mail, e esta compra fica guardada na sua conta.']
        : []),
      'O pagamento aparece no seu extrato com o nome da loja. As perguntas sobre o pedido são respondidas pela loja.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `O seu reembolso de ${f.shop}`,
    lines: [
      `${f.shop} devolveu dinheiro a você: ${f.product}.`,
      `Reembolsado até agora: ${f.refunded} de ${f.amount}`,
    ],
    button: `Voltar a ${f.shop}`,
    closing: ['Pode levar de 5 a 10 dias até aparecer no seu banco.'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `O seu pagamento a ${f.shop} falhou`,
    lines: [
      `O pagamento de ${f.product} não foi concluído.`,
      f.manage
        ? 'Vamos tentar de novo nos próximos dias. Troque o cartão com o link abaixo para manter o que você tem.'
        : 'Vamos tentar de novo nos próximos dias. Troque o cartão nas suas compras para manter o que você tem.',
    ],
    button: `Voltar a ${f.shop}`,
    ...(f.manage && { manage: 'Gerenciar ou cancelar a assinatura' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `A sua assinatura em ${f.shop} terminou`,
    lines: [`${f.product} terminou. Não será cobrado mais nada.`],
    button: `Voltar a ${f.shop}`,
    closing: [],
  }),
}
