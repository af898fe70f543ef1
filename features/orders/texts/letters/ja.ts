import { type BuyerWords, paid } from './words.ts'

const every = { week: '／週', month: '／月', year: '／年' }

/** Emails to buyers in Japanese. */
export const ja: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `${f.shop} へのお支払い` : `${f.shop} でのご注文`,
    lines: [
      f.renewal
        ? `ご購読は継続されています：${f.product}`
        : `ありがとうございます。お支払いが完了しました：${f.product}`,
      `金額：${paid(f, every)}`,
    ],
    button: `${f.shop} に戻る`,
    ...(f.manage && { manage: '定期購入の管理・解約' }),
    closing: [
      ...(f.guest ? ['このメールアドレスで登録すると、今回のご購入がアカウントに保存されます。'] : []),
      '明細にはお店の名前でお支払いが表示されます。ご注文に関するお問い合わせは、お店へお願いします。',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `${f.shop} からのご返金`,
    lines: [
      `${f.shop} が ${f.product} の代金を返金しました。`,
      `これまでの返金：${f.amount} のうち ${f.refunded}`,
    ],
    button: `${f.shop} に戻る`,
    closing: ['銀行の明細に表示されるまで 5～10 日かかることがあります。'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `${f.shop} へのお支払いができませんでした`,
    lines: [
      `${f.product} のお支払いができませんでした。`,
      f.manage
        ? '数日以内に再度お支払いを試みます。継続してご利用いただくには、下のリンクからカードを変更してください。'
        : '数日以内に再度お支払いを試みます。継続してご利用いただくには、購入履歴からカードを変更してください。',
    ],
    button: `${f.shop} に戻る`,
    ...(f.manage && { manage: '定期購入の管理・解約' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `${f.shop} のご購読が終了しました`,
    lines: [`${f.product} は終了しました。今後の請求はありません。`],
    button: `${f.shop} に戻る`,
    closing: [],
  }),
}
