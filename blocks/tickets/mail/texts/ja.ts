import type { TicketWords } from './words.ts'

/** Emails about tickets in Japanese. */
export const ja: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `「${event}」のチケット` : `「${event}」のチケット（${count}枚）`,
      lines: [`「${event}」のチケットをお届けします。`],
    }),
    given: ({ event }) => ({
      subject: `「${event}」のチケットが届きました`,
      lines: [`「${event}」のチケットが譲渡されました。下のコードは新しいもので、このコードだけが有効です。`],
    }),
    changed: ({ event }) => ({
      subject: `変更のお知らせ：「${event}」`,
      lines: [`「${event}」の日時または場所が変わりました。チケットはそのままお使いいただけます。`],
    }),
    canceled: ({ event, site }) => ({
      subject: `中止のお知らせ：「${event}」`,
      lines: [`${site}は「${event}」を中止しました。お支払いいただいた金額は自動的に返金されます。`],
    }),
    reminder: ({ event }) => ({
      subject: `まもなく開催：「${event}」`,
      lines: [`「${event}」がまもなく始まります。チケットをご用意ください。`],
    }),
    offer: ({ event, until }) => ({
      subject: `「${event}」のチケットをお取り置きしています`,
      lines: [`お待ちいただいていたチケットに空きが出ました。${until}までお取り置きします。`],
    }),
  },
  when: '日時',
  where: '場所',
  open: 'チケットを見る',
  take: 'チケットを受け取る',
  show: '入口でこのコードを見せてください。コードを知っている人は誰でも使えるため、公開しないでください。',
  claim: 'このメールアドレスで登録すると、チケットがアカウントに表示されます。',
  because: ({ event, site }) =>
    `${site} の「${event}」のチケットをお持ちのため、このメールをお送りしています。`,
  pdf: {
    order: '注文',
    test: 'テスト用チケット: 入場できません',
    online: 'オンライン',
  },
  pass: { holder: '参加者', type: 'チケット' },
}
