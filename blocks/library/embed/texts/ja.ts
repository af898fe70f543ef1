import { number } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'ライブラリ',
  search: 'ライブラリを検索',
  find: '検索',
  empty: 'まだ何もありません。',
  more: 'もっと見る',
  back: '戻る',
  loading: '読み込み中…',
  locked: '会員限定',
  finished: '完了',
  finish: '完了にする',
  start: 'コースを始める',
  openLink: 'リンクを開く',
  download: (name) => `${name}をダウンロード`,
  progress: (done, of) => `${number(of)}レッスン中${number(done)}レッスン完了`,
  missing: 'ご利用いただけません',
  missingText:
    '存在しないか、特定の会員のみが利用できます。アクセス権をお持ちの場合はサインインしてください。',
  player: { speed: '速度', captions: '字幕', off: 'オフ', chapters: 'チャプター' },
  kinds: {
    article: '記事',
    link: 'リンク',
    file: 'ファイル',
    audio: '音声',
    video: '動画',
    course: 'コース',
  },
  closed: {
    forMembers: '会員限定のコンテンツです。',
    forMembersOf: (names) => `${names}をお持ちの会員限定です。`,
    signIn: 'サインイン',
    buy: 'アクセスを購入',
    buyFor: (price) => `${price}でアクセスを購入`,
    ask: 'このサイトの運営者にアクセスを依頼してください。',
    opens: (day) => `${day}に開きます`,
    afterStart: 'コースを始めると開きます',
  },
  errors: {
    no_tenant: 'テナントが指定されていません',
    tenant_not_found: 'テナントが見つかりません',
    load_failed: 'ライブラリを読み込めませんでした。後でもう一度お試しください。',
    media: 'ファイルを再生できませんでした。ページを再読み込みしてください。',
    unexpected: 'エラーが発生しました。もう一度お試しください。',
  },
}
